// SPDX-License-Identifier: MIT
// F9, F10, F11: other manifests, wrong certificates. Nodes say why, and spend nothing.
#include "sotto/federation/identity/site_identity.hpp"
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;
constexpr std::int64_t day = 86400;

fs::path certificate_of(const FederationUnderTest& federation, NodeId i) {
  return SiteIdentity::open(federation.rehearsal().parties[i].state).certificate_path();
}

SiteIdentity identity_of(const FederationUnderTest& federation, NodeId i) {
  return SiteIdentity::open(federation.rehearsal().parties[i].state);
}

TEST(F9Manifests, TwoThatDifferAreRefusedOnBothSidesWithTheField) {
  FederationUnderTest federation({.nodes = 2});
  federation.start_with(0, federation.with_other_manifest("epsilon = 2.0", "epsilon = 1.5").manifest.string());
  federation.start(1);
  for (const NodeId i : {0u, 1u}) {
    federation.expect_exit(i, 5, "privacy.epsilon: ");
    expect_nothing_spent(federation, i);
  }
  expect_oracle_holds(federation);
}

/// So many digests follow from one value that they must not hide it, nor fill the log.
TEST(F9Manifests, OfManyPartiesAreRefusedWithTheFieldToo) {
  FederationUnderTest federation({.nodes = 9, .graph = "ring"});
  federation.start_with(0, federation.with_other_manifest("epsilon = 2.0", "epsilon = 1.5").manifest.string());
  federation.start(1);
  for (const NodeId i : {0u, 1u}) {
    federation.expect_exit(i, 5, "the manifests differ: privacy.epsilon: ");
    expect_nothing_spent(federation, i);
  }
  expect_oracle_holds(federation);
}

TEST(F9Manifests, OneThatAPartyHasNotSignedIsRefusedAtTheStart) {
  FederationUnderTest federation({});
  fs::remove(federation.rehearsal().manifest.string() + ".signatures/site-2.json");
  federation.start(0);
  federation.expect_exit(0, 2, "has not signed");
  expect_nothing_spent(federation, 0);
  expect_oracle_holds(federation);
}

/// Whatever keeps a signature from being read is said; here a link that leads to itself.
TEST(F9Manifests, OneWhoseSignaturesCannotBeReadIsRefusedAtTheStart) {
  FederationUnderTest federation({});
  const fs::path signature = federation.rehearsal().manifest.string() + ".signatures/site-2.json";
  fs::remove(signature);
  fs::create_symlink(signature, signature);
  federation.start(0);
  federation.expect_exit(0, 2, "cannot be looked at");
  expect_nothing_spent(federation, 0);
  expect_oracle_holds(federation);
}

struct BadCertificate {
  const char* name;
  void (*plant)(const FederationUnderTest&, NodeId);
  const char* reason;  ///< as the neighbour's log says it
};

void plant_expired(const FederationUnderTest& federation, NodeId i) {
  identity_of(federation, i).renew(7, unix_now() - 30 * day);
}
void plant_not_yet_valid(const FederationUnderTest& federation, NodeId i) {
  identity_of(federation, i).renew(7, unix_now() + 30 * day);
}
void plant_foreign(const FederationUnderTest& federation, NodeId i) {
  const SiteIdentity stranger = SiteIdentity::create(federation.folder() / "stranger", "stranger");
  fs::copy_file(stranger.certificate_path(), certificate_of(federation, i), fs::copy_options::overwrite_existing);
}
void plant_of_another_key(const FederationUnderTest& federation, NodeId i) {
  const SiteIdentity namesake =
      SiteIdentity::create(federation.folder() / "namesake", identity_of(federation, i).name());
  fs::copy_file(namesake.certificate_path(), certificate_of(federation, i), fs::copy_options::overwrite_existing);
}
void plant_of_another_node(const FederationUnderTest& federation, NodeId i) {
  fs::copy_file(certificate_of(federation, 2), certificate_of(federation, i), fs::copy_options::overwrite_existing);
}

/// And whether sums are masked: then the third member is there too, and says nothing of its records either.
class F10Certificates : public ::testing::TestWithParam<std::tuple<BadCertificate, bool>> {
 protected:
  const BadCertificate& bad() const { return std::get<0>(GetParam()); }
  bool is_masked() const { return std::get<1>(GetParam()); }
  void start_with_bad(NodeId i) {
    bad().plant(federation, i);
    federation.start(1);
    federation.start(0);
    if (is_masked()) federation.start(2);
  }
  void expect_nothing_spent_by_all() {
    federation.stop_all();
    for (const NodeId i : {0u, 1u, 2u}) expect_nothing_spent(federation, i);
    expect_oracle_holds(federation);
  }
  const Shape path{.graph = "path", .direct = true};
  FederationUnderTest federation{is_masked() ? with_masked_sums(path) : path};
};

TEST_P(F10Certificates, OfWhoDialsAreRefusedWithTheTrueReasonAndNothingIsSpent) {
  start_with_bad(0);
  EXPECT_TRUE(federation.log_says(1, bad().reason)) << federation.log(1);
  EXPECT_TRUE(federation.log_says(0, "refused")) << federation.log(0);
  expect_nothing_spent_by_all();
}

TEST_P(F10Certificates, OfWhoIsDialledAreRefusedWithTheTrueReasonAndNothingIsSpent) {
  start_with_bad(1);
  EXPECT_TRUE(federation.log_says(0, bad().reason)) << federation.log(0);
  expect_nothing_spent_by_all();
}

INSTANTIATE_TEST_SUITE_P(
    Certificates, F10Certificates,
    ::testing::Combine(::testing::Values(BadCertificate{"expired", plant_expired, "expired"},
                                         BadCertificate{"not_yet_valid", plant_not_yet_valid, "not valid before"},
                                         BadCertificate{"foreign", plant_foreign, "stranger"},
                                         BadCertificate{"of_another_key", plant_of_another_key, "key"},
                                         BadCertificate{"of_another_node", plant_of_another_node, "site-2"}),
                       ::testing::Bool()),
    [](const auto& one) {
      return std::get<0>(one.param).name + std::string(std::get<1>(one.param) ? "_MaskedSums" : "_Nobody");
    });

class F11Silence : public EitherTrust {};
class F11Rotation : public EitherTrust {};

/// Words go into a socket's buffer for long after the last one was heard.
TEST_P(F11Silence, OfANeighbourIsNoticedThoughWhatIsSaidToItGoesOut) {
  FederationUnderTest federation(trusting({.nodes = 2, .rounds = 400, .consensus_rounds = 2}), 5);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.proxy().set_rule([](const Passing&) { return std::vector<Frame>{}; });
  const auto noticed = [&](NodeId i) { return federation.log(i).find("said nothing for 15 s") != std::string::npos; };
  EXPECT_TRUE(comes_true([&] { return noticed(0) || noticed(1); })) << federation.log(0) << federation.log(1);
  federation.proxy().set_rule({});
  expect_run_is_unharmed(federation);
}

TEST_P(F11Rotation, ANewCertificateUnderTheSameKeyContinuesTheRun) {
  FederationUnderTest federation(trusting({.nodes = 2, .rounds = 300, .consensus_rounds = 300, .direct = true}), 5);
  federation.start_all();
  ASSERT_TRUE(federation.log_says(0, "\"debited\""));
  identity_of(federation, 0).renew(7, unix_now() - 30 * day);  // it expires while the run goes on
  federation.node(1).kill_now();
  federation.start(1);
  EXPECT_TRUE(federation.log_says(1, "expired")) << federation.log(1);
  identity_of(federation, 0).renew(7);
  expect_run_is_unharmed(federation);
}

INSTANTIATE_TEST_SUITE_P(Trust, F11Silence, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F11Rotation, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
