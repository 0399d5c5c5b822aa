// SPDX-License-Identifier: MIT
// What trust brings for the same promise.
#include "sotto/agreement/trust_choice.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "sotto/consensus/released_error.hpp"

namespace sotto {
namespace {

Agreement network_of(const std::string& kind, unsigned nodes, const std::vector<std::string>& more = {}) {
  Settings settings;
  settings.add_assignment("graph.kind=" + kind);
  for (const char* assignment : {"problem.dimension=3", "problem.radius=2", "algorithm.rounds=20",
                                 "problem.records_per_node=50", "privacy.epsilon=4", "privacy.delta=1e-6"})
    settings.add_assignment(assignment);
  settings.add_assignment("graph.nodes=" + std::to_string(nodes));
  for (const std::string& assignment : more) settings.add_assignment(assignment);
  Reader reader(settings);
  const Terms terms = read_terms(reader, FilesLie::here);
  reader.finish();
  return {terms, 1};
}

Agreement ring_of(unsigned nodes, const std::vector<std::string>& more = {}) {
  return network_of("ring", nodes, more);
}

std::vector<std::uint32_t> colluders_of(const Agreement& agreement) {
  std::vector<std::uint32_t> all;
  for (const TrustChoice& choice : trust_choices(agreement)) all.push_back(choice.colluders);
  return all;
}

using Counts = std::vector<std::uint32_t>;

TEST(TrustChoices, AreNobodyOneAThirdAndHalfEachOnce) {
  EXPECT_EQ(colluders_of(ring_of(10)), (Counts{0, 1, 3, 5}));
  EXPECT_EQ(colluders_of(ring_of(5)), (Counts{0, 1, 2}));
  EXPECT_EQ(colluders_of(ring_of(3)), (Counts{0, 1})) << "two honest members are left";
  EXPECT_EQ(colluders_of(ring_of(10, {"privacy.trust=all-but-q", "privacy.colluders=4"})), (Counts{0, 1, 3, 4, 5}));
}

TEST(TrustChoices, AreNoneWhereMaskedSumsCannotBeHad) {
  EXPECT_TRUE(trust_choices(network_of("path", 2)).empty());
  EXPECT_TRUE(trust_choices(ring_of(10, {"node.3.epsilon=1"})).empty());
  EXPECT_TRUE(trust_choices(ring_of(10, {"privacy.mechanism=lattice", "privacy.accountant=zcdp-cks"})).empty());
}

TEST(TrustChoices, SayWhichIsConfigured) {
  EXPECT_TRUE(trust_choices(ring_of(10))[0].as_configured);
  const auto masked = trust_choices(ring_of(10, {"privacy.trust=all-but-q", "privacy.colluders=3"}));
  EXPECT_FALSE(masked[0].as_configured);
  EXPECT_TRUE(masked[2].as_configured);
}

TEST(TrustChoices, LeaveNoiseLikeOneOverTheHonestMembers) {
  const Agreement agreement = ring_of(10);
  for (const TrustChoice& choice : trust_choices(agreement)) {
    const double honest = choice.colluders == 0 ? 1 : 10 - choice.colluders;
    EXPECT_NEAR(choice.noise_beside_nobody, 1 / honest, 1e-9) << choice.colluders;
    EXPECT_NEAR(*choice.squared_error, exact_mean_estimation_error(agreement.plan(), 3, 10) / honest, 1e-12);
    EXPECT_GE(choice.epsilon_all, 4 * (1 - 1e-9));
  }
  EXPECT_NEAR(trust_choices(agreement)[0].epsilon_all, 4, 1e-6) << "independent noise holds off all of them";
}

TEST(TrustChoices, PayForSpareRoundsAndALimitOnAllOthers) {
  const auto plain = trust_choices(ring_of(10, {"privacy.trust=all-but-q", "privacy.colluders=3"}));
  const auto spare =
      trust_choices(ring_of(10, {"privacy.trust=all-but-q", "privacy.colluders=3", "privacy.spare_rounds=5"}));
  EXPECT_NEAR(spare[2].noise_beside_nobody / plain[2].noise_beside_nobody, 25.0 / 20, 1e-9);
  EXPECT_EQ(spare[0].last_noise_scale, plain[0].last_noise_scale) << "nobody needs spare rounds";
  const auto capped =
      trust_choices(ring_of(10, {"privacy.trust=all-but-q", "privacy.colluders=3", "privacy.epsilon_all=6"}));
  EXPECT_NEAR(capped[2].epsilon_all, 6, 1e-6);
}

/// On a ring of ten each node says its residue to two neighbours and passes on those of nine others once.
TEST(TrustChoices, CountWhatGoesOverTheWire) {
  const auto choices = trust_choices(ring_of(10));
  EXPECT_EQ(choices[0].messages, 20U);
  EXPECT_EQ(choices[0].hops.upper, 1U);
  EXPECT_EQ(choices[1].messages, 10U * (20 - 9));
  EXPECT_EQ(choices[1].bytes, choices[1].messages * 3 * 8);
  EXPECT_EQ(choices[1].hops.lower, 5U);
}

TEST(TrustAllBut, TakesOffWhatTheOtherTrustHas) {
  Terms terms = ring_of(10, {"algorithm.mixing_rounds=3"}).terms();
  trust_all_but(terms, 2);
  EXPECT_EQ(terms.algorithm.mixing_rounds, 1U) << "a sum is exact after one round";
  trust_all_but(terms, 0);
  EXPECT_EQ(terms.privacy.trust, Trust::nobody);
}

/// All members have the same sum. What the program itself writes where a file says nothing is no fault.
TEST(Trust, InOthersRefusesKeysOfStageTwo) {
  const std::vector<std::string> masked{"privacy.trust=all-but-q", "privacy.colluders=1"};
  const auto with = [&](const std::string& assignment) {
    std::vector<std::string> all = masked;
    all.push_back(assignment);
    return all;
  };
  for (const char* fine : {"algorithm.consensus=plain", "algorithm.consensus_rounds=auto",
                           "algorithm.consensus_rounds=0", "algorithm.tolerance=1e-6", "algorithm.consensus_cap=10000"})
    EXPECT_NO_THROW(ring_of(5, with(fine))) << fine;
  for (const char* refused :
       {"algorithm.consensus=chebyshev", "algorithm.consensus_rounds=5", "algorithm.consensus_rounds=until-agreement",
        "algorithm.tolerance=1e-3", "algorithm.consensus_cap=7"}) {
    EXPECT_NO_THROW(ring_of(5, {refused}));
    const std::string key(refused, std::strchr(refused, '='));
    try {
      ring_of(5, with(refused));
      ADD_FAILURE() << refused;
    } catch (const InvalidInput& fault) {
      ASSERT_EQ(fault.faults().size(), 1u) << refused;
      EXPECT_EQ(fault.faults()[0].field, key);
      EXPECT_NE(fault.faults()[0].value, "");
      EXPECT_NE(fault.faults()[0].rule.find("there is no Stage II"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace sotto
