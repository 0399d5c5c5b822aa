// SPDX-License-Identifier: MIT
// Who gives the wrong file is told what it looks like, and nothing that is in it.
#include <gtest/gtest.h>

#include "sotto/files/opened_file.hpp"

namespace sotto {
namespace {

TEST(Likeness, TellsCommonFilesApart) {
  EXPECT_EQ(likeness_of("-----BEGIN PRIVATE KEY-----\nMC4CAQ\n"), "a private key");
  EXPECT_EQ(likeness_of("Bag Attributes\n-----BEGIN OPENSSH PRIVATE KEY-----\nMC4CAQ\n"), "a private key");
  EXPECT_EQ(likeness_of("-----BEGIN CERTIFICATE-----\nMC4CAQ\n"), "a certificate or a public key");
  EXPECT_EQ(likeness_of("name,age\nAlice,44\n"), "rows of data");
  EXPECT_EQ(likeness_of("name;age\r\nAlice;44\r\n"), "rows of data");
  EXPECT_EQ(likeness_of("a|b|c"), "rows of data");
  EXPECT_EQ(likeness_of("1 3:0.5 7:1\n-1 2:4\n"), "rows of data");
  EXPECT_EQ(likeness_of("0 1\n1 2\n"), "rows of data");
  EXPECT_EQ(likeness_of("{\"a\": 1}"), "JSON");
  EXPECT_EQ(likeness_of("\x93NUMPY\x01"), "a NumPy file");
  EXPECT_EQ(likeness_of("\x1f\x8b\x08"), "a gzip file");
  EXPECT_EQ(likeness_of(std::string("SQLite format 3\0\x10", 17)), "a database");
  EXPECT_EQ(likeness_of("%%MatrixMarket matrix array real general\n"), "a Matrix Market file");
  EXPECT_EQ(likeness_of(std::string("abc\0def", 7)), "a binary file");
  EXPECT_EQ(likeness_of("abc \xff\xfe def, more of it"), "a binary file");
}

TEST(Likeness, TakesAConfigurationForNothingElse) {
  EXPECT_EQ(likeness_of(""), "");
  EXPECT_EQ(likeness_of("[privacy]\nepsilon = 4.0,\n"), "");
  EXPECT_EQ(likeness_of("range = [0, 1]\nother = [1, 2]\n"), "");
  EXPECT_EQ(likeness_of("# a comment, with a comma\n[graph]\n"), "");
  EXPECT_EQ(looks_like("[privacy\n", "TOML"), "");
}

TEST(Likeness, LooksAtTheBeginningAloneAndACharacterCutInTwoIsText) {
  const std::string long_text = std::string(4095, 'x') + "\xC3\xA4\xC3\xA4";
  EXPECT_EQ(likeness_of(long_text), "");
  EXPECT_EQ(likeness_of(std::string(5000, 'x') + std::string(1, '\0')), "");
}

TEST(Likeness, IsSaidUnlessItIsWhatWasWanted) {
  EXPECT_EQ(looks_like("name,age\n1,2\n", "TOML"), "; this looks like rows of data, not like TOML");
  EXPECT_EQ(looks_like("{\"a\": ", "JSON"), "");
  EXPECT_EQ(looks_like("{", ""), "; this looks like JSON");
}

}  // namespace
}  // namespace sotto
