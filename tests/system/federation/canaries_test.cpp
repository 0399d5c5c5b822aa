// SPDX-License-Identifier: MIT
// F33: what must not leave a node is found, however it is written; and in an honest run it is nowhere.
#include "system/federation/canaries.hpp"

#include <cstring>

#include "system/federation/masked_secrets.hpp"
#include "system/federation/oracle.hpp"
#include "system/federation/reference_run.hpp"

namespace sotto::test {
namespace {

TEST(Canaries, AreFoundAsBytesAndAsTextAndNowhereElse) {
  Canaries canaries;
  const double secret = -1.2345678901234567, other = 0.012345678901234;
  canaries.plant(secret, "secret");
  canaries.plant(4.0, "a public number");
  EXPECT_EQ(canaries.count(), 1u);
  std::string bytes(100, 'a');
  std::memcpy(bytes.data() + 13, &secret, sizeof secret);
  EXPECT_EQ(canaries.found_in(bytes).size(), 1u);
  EXPECT_EQ(canaries.found_in("x is -1.234567890123").size(), 1u);
  EXPECT_EQ(canaries.found_roughly_in("x is -1.23457 now").size(), 1u);
  std::memcpy(bytes.data() + 13, &other, sizeof other);
  EXPECT_TRUE(canaries.found_in(bytes + "1.23457").empty());
  EXPECT_TRUE(canaries.found_roughly_in("1.2345 and 0.0123457").empty());
}

class F33Canaries : public EitherTrust {};

/// Enough of them are looked for, and what was said holds none: but it would, had the noise been left out.
TEST_P(F33Canaries, OfARunAreRecordsAndWhatIsComputedFromThem) {
  FederationUnderTest federation(trusting({.rounds = 3, .consensus_rounds = 1}), 8);
  expect_run_is_unharmed(federation);
  Canaries records;
  records.plant_records(federation.rehearsal());
  EXPECT_GT(records.count(), 150u) << "of 3 x 20 x 3 cells";
  const Canaries computed =
      ReferenceRun(federation.manifest(), federation.rehearsal(), *federation.seed()).private_numbers();
  if (!GetParam()) {
    EXPECT_GT(computed.count(), 50u) << "of 3 nodes x 3 rounds x 3 vectors x 3 numbers, less the zeros of round 1";
    return;
  }
  EXPECT_GT(computed.count(), 20u) << "of 3 nodes x 3 rounds x 3 numbers of a gradient: z is public";
  const MaskedSecrets secrets = secrets_of(federation, open_stores(federation));
  EXPECT_EQ(secrets.residues, 3u * 3u) << "estimates and noise of all of them are looked for, together and apart";
}

INSTANTIATE_TEST_SUITE_P(Trust, F33Canaries, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
