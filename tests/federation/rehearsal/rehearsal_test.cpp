// SPDX-License-Identifier: MIT
// All parties on one machine: what each of them has, what its budget allows, and that everybody signed.
#include "sotto/federation/rehearsal/rehearsal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sotto/consensus/plan.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/signature.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/settings/reader.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

constexpr NodeId parties = 3;

Terms terms_with(const std::string& more = "") {
  Settings settings;
  settings.add_file_text("terms.toml",
                         "[problem]\ndimension = 2\nrecords_per_node = 10\nradius = 4.0\n[graph]\nkind = \"ring\"\n"
                         "nodes = 3\n[privacy]\nepsilon = 2.0\ndelta = 1e-6\nmechanism = \"lattice\"\n"
                         "[algorithm]\nrounds = 5\n" +
                             more);
  Reader reader(settings);
  Terms terms = read_terms(reader, FilesLie::here);
  reader.finish();
  return terms;
}

struct InAFolder {
  test::TemporaryFolder folder;
  Rehearsal rehearsal;
  Manifest manifest;

  explicit InAFolder(std::uint64_t seed = 7, RehearsalAddresses addresses = RehearsalAddresses::own)
      : rehearsal(make_rehearsal(terms_with(), seed, folder.path(), addresses)),
        manifest(Manifest::read(rehearsal.manifest.string())) {}

  std::string records_of(NodeId i) const { return folder.read("site-" + std::to_string(i) + "-records.csv"); }
  Store store_of(NodeId i) const {
    const SiteIdentity site = SiteIdentity::open(rehearsal.parties[i].state);
    return Store::open(rehearsal.parties[i].state, site.public_key().text());
  }
};

TEST(Rehearsal, GivesEachPartyRecordsOfItsOwnThatFollowFromTheSeed) {
  const InAFolder one, again, other(8);
  std::set<std::string> all;
  for (NodeId i = 0; i < parties; ++i) {
    const std::string records = one.records_of(i);
    EXPECT_EQ(std::count(records.begin(), records.end(), '\n'), 1 + 10) << "a header and ten records";
    EXPECT_EQ(again.records_of(i), records);
    EXPECT_NE(other.records_of(i), records);
    all.insert(records);
  }
  EXPECT_EQ(all.size(), parties);
}

TEST(Rehearsal, IsSignedByAllPartiesWithKeysOfTheirOwn) {
  const InAFolder with;
  const std::vector<ManifestSignature> all = signatures_of_all(with.rehearsal.manifest.string(), with.manifest);
  ASSERT_EQ(all.size(), parties);
  std::set<std::string> keys;
  for (NodeId i = 0; i < parties; ++i) {
    EXPECT_EQ(all[i].run, with.manifest.run_id());
    keys.insert(with.manifest.parties()[i].key.text());
  }
  EXPECT_EQ(keys.size(), parties);
}

TEST(Rehearsal, HasABudgetForItsOwnRunAndForNoOther) {
  const InAFolder with;
  for (NodeId i = 0; i < parties; ++i) {
    const Store store = with.store_of(i);
    const std::string dataset = with.manifest.parties()[i].dataset;
    const BookedUnits cost = units_of_run(with.manifest.plan_of(i));
    EXPECT_EQ(store.ledger().spent(dataset), BookedUnits{}) << "nothing is spent before the run";
    const auto outcome_of = [&](const Digest& run) { return store.ledger().debit(run, dataset, cost).outcome; };
    EXPECT_EQ(outcome_of(with.manifest.run_id()), Debit::Outcome::booked);
    EXPECT_EQ(outcome_of(digest_of("another run")), Debit::Outcome::refused);
  }
}

TEST(Rehearsal, LetsATestStandBetweenTheNodesAndTheAddressesOfTheManifest) {
  const InAFolder own, elsewhere(7, RehearsalAddresses::elsewhere);
  for (NodeId i = 0; i < parties; ++i) {
    EXPECT_EQ(own.rehearsal.parties[i].listen, own.manifest.parties()[i].address);
    EXPECT_EQ(elsewhere.rehearsal.parties[i].address, elsewhere.manifest.parties()[i].address);
    EXPECT_NE(elsewhere.rehearsal.parties[i].listen, elsewhere.rehearsal.parties[i].address);
  }
}

TEST(LoopbackAddresses, AreAllDifferentAndOfThisMachineAlone) {
  const std::vector<Address> addresses = free_loopback_addresses(20);
  std::set<std::uint16_t> ports;
  for (const Address& one : addresses) {
    EXPECT_TRUE(one.host.starts_with("127.")) << one.host;
    ports.insert(one.port);
  }
  EXPECT_EQ(ports.size(), 20U);
}

}  // namespace
}  // namespace sotto
