// SPDX-License-Identifier: MIT
// I8: the oracle fails where a secret of masked sums lies on a disk, in a log or on the tape.
#include <gtest/gtest-spi.h>

#include <fstream>

#include "system/federation/masked_secrets.hpp"
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace {

using Needle = Needles::Needle;

/// A run that is done, and all that the oracle looks for in it.
class I8Planted : public ::testing::Test {
 protected:
  I8Planted() {
    federation_.start_all();
    federation_.expect_all_finish();
    secrets_ = secrets_of(federation_, open_stores(federation_));
  }

  /// The first one that is called so.
  Needle secret(const std::string& called, const std::string& form = "") const {
    for (const Needle& needle : secrets_.needles.all())
      if (needle.what.starts_with(called + " of node ") && needle.what.ends_with(form)) return needle;
    ADD_FAILURE() << called << " is not looked for";
    return {};
  }

  FederationUnderTest federation_{{.graph = "path", .rounds = 3, .consensus_rounds = 1, .colluders = 1}, 9};
  MaskedSecrets secrets_;
};

TEST_F(I8Planted, SecretsOfEveryKindAreFoundOnADisk) {
  const std::filesystem::path forgotten = federation_.rehearsal().parties[1].state / "forgotten";
  for (const char* called : {"the secret key", "the sealing key", "a shared secret", "a pair key", "a round key",
                             "a mask", "the net mask", "estimate and noise", "the noise", "the estimate"}) {
    const Needle needle = secret(called);
    std::ofstream(forgotten, std::ios::binary) << "before" << needle.bytes << "behind";
    EXPECT_NONFATAL_FAILURE(expect_oracle_holds(federation_), "1 secrets were found on a disk, first " + needle.what);
  }
  std::filesystem::remove(forgotten);
  expect_oracle_holds(federation_);
}

TEST_F(I8Planted, SecretsAreFoundInALog) {
  const std::string log = federation_.rehearsal().parties[2].state.string() + ".log";
  const auto length = std::filesystem::file_size(log);
  for (const Needle& needle : {secret("a pair key", "as text"), secret("a round key", "in base64"),
                               secret("the net mask"), secret("the noise")}) {
    std::ofstream(log, std::ios::binary | std::ios::app) << needle.bytes;
    EXPECT_NONFATAL_FAILURE(expect_oracle_holds(federation_), "on the wire or in a log, first " + needle.what);
    std::filesystem::resize_file(log, length);
  }
  expect_oracle_holds(federation_);
}

TEST_F(I8Planted, SecretsAreFoundOnTheTape) {
  int planted = 0;
  for (const char* called : {"a pair key", "a mask", "the noise"}) {
    federation_.proxy().pretend({0, 1, ManifestText{secret(called).bytes}});
    EXPECT_NONFATAL_FAILURE(expect_oracle_holds(federation_),
                            std::to_string(++planted) + " secrets were found on the wire or in a log");
  }
}

/// A run whose keys the test does not know is not judged as if nothing had to be found.
TEST_F(I8Planted, WithoutKeysNothingWouldBeFoundAndTheOracleSaysSo) {
  for (const RehearsedParty& party : federation_.rehearsal().parties)
    std::filesystem::remove_all(party.state.string() + ".keys");
  EXPECT_NONFATAL_FAILURE(expect_oracle_holds(federation_), "was not looked for");
}

TEST(I8Needles, AreFoundInBase64WhereverTheyStand) {
  Needles needles;
  const std::string key = "0123456789abcdef0123456789ABCDEF";
  needles.plant_key(key, "key");
  for (const std::string& before : {"", "a", "ab", "abc"}) {
    const std::string text = before + key + "end";
    std::string encoded(4 * text.size(), '\0');
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()),
                    reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
    EXPECT_EQ(needles.found_in(encoded).size(), 1u) << encoded;
  }
  EXPECT_TRUE(needles.found_in("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlBQkNER").empty());
}

}  // namespace
}  // namespace sotto::test
