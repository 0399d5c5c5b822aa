// SPDX-License-Identifier: MIT
// Addresses: host:port and nothing else, and what was read is written the same.
#include <gtest/gtest.h>

#include "sotto/federation/manifest/party.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

TEST(Address, IsHostAndPort) {
  EXPECT_EQ(address_in("a.example:7300"), (Address{"a.example", 7300}));
  EXPECT_EQ(address_in("10.0.0.1:1"), (Address{"10.0.0.1", 1}));
  EXPECT_EQ(address_in("[fe80::1]:65535"), (Address{"fe80::1", 65535}));
}

TEST(Address, OfAnyOtherLookIsNone) {
  const std::string bad[] = {"",
                             ":",
                             "a",
                             "a:",
                             ":1",
                             "a:0",
                             "a:65536",
                             "a:-1",
                             "a:+1",
                             "a: 1",
                             "a:1 ",
                             "a:1x",
                             "a b:1",
                             "a/b:1",
                             "::1:80",
                             "[]:1",
                             "[:1",
                             "[a:1",
                             "a]:1",
                             "[a]b:1",
                             "user@a:1",
                             "a:99999999999",
                             std::string("a\0b:1", 5),
                             "\xc3\xa4:1",
                             std::string(254, 'a') + ":1"};
  for (const std::string& text : bad) EXPECT_EQ(address_in(text), std::nullopt) << text;
  EXPECT_TRUE(address_in(std::string(253, 'a') + ":1"));
}

TEST(Address, IsListenedOnInItsOwnFamily) {
  EXPECT_EQ(address_in("[fd77::1]:7700")->on_all_addresses().text(), "[::]:7700");
  EXPECT_EQ(address_in("10.77.0.1:7700")->on_all_addresses().text(), "0.0.0.0:7700");
  EXPECT_EQ(address_in("north.example:80")->on_all_addresses().text(), "0.0.0.0:80");
}

TEST(Address, ReadFromAnyTextIsReadAgainAsTheSame) {
  test::RandomPoints points(1);
  constexpr std::string_view letters = "[]:.-a1::[ 09";
  int read = 0;
  for (int k = 0; k < 200000; ++k) {
    std::string text(points.below(9), '\0');
    for (char& c : text) c = letters[points.below(letters.size())];
    const std::optional<Address> address = address_in(text);
    if (!address) continue;
    ++read;
    EXPECT_EQ(address_in(address->text()), address) << text;
  }
  EXPECT_GT(read, 100);
}

}  // namespace
}  // namespace sotto
