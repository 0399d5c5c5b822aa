// SPDX-License-Identifier: MIT
// F16: a machine whose clock is months off. Certificates say so in plain words; the protocol asks no clock.
#include "sotto/federation/identity/site_identity.hpp"
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace {

/// With trust in nobody, and with masked sums.
class F16Clock : public EitherTrust {
 protected:
  void renew_all(int days) {
    for (const RehearsedParty& party : federation.rehearsal().parties) SiteIdentity::open(party.state).renew(days);
  }
  /// Node 1's clock is off by so many days when it starts.
  void start_off_by(const char* days) {
    federation.start(0);
    federation.start(1, {{"TEST_CLOCK_DAYS", days}});
  }
  void expect_nothing_spent_before_the_clock_is_right() {
    federation.stop_all();
    for (const NodeId i : {0u, 1u}) expect_nothing_spent(federation, i);
    federation.start(0);
    federation.start(1);
    expect_run_is_unharmed(federation);
  }
  FederationUnderTest federation{trusting({.nodes = 2, .rounds = 4, .consensus_rounds = 2, .direct = true}), 5};
};

TEST_P(F16Clock, ThatIsAheadMakesCertificatesExpire) {
  start_off_by("100");
  EXPECT_TRUE(federation.log_says(1, "ago by the clock here")) << federation.log(1);
  expect_nothing_spent_before_the_clock_is_right();
}

TEST_P(F16Clock, ThatIsBehindMakesCertificatesNotValidYet) {
  start_off_by("-100");
  EXPECT_TRUE(federation.log_says(1, "not valid before")) << federation.log(1);
  EXPECT_TRUE(federation.log_says(1, "the clock here says")) << federation.log(1);
  expect_nothing_spent_before_the_clock_is_right();
}

TEST_P(F16Clock, DoesNotMatterWhereCertificatesAreGood) {
  renew_all(90);
  start_off_by("60");
  expect_run_is_unharmed(federation);
}

INSTANTIATE_TEST_SUITE_P(Trust, F16Clock, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
