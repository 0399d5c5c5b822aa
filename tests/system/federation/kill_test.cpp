// SPDX-License-Identifier: MIT
// F1: a node is killed at each step of its work. Whatever was said stands, nothing is said twice, and the run ends as
// if nothing had happened.
#include <csignal>

#include "sotto/federation/store/store.hpp"
#include "system/federation/kept_keys.hpp"
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace {

struct Place {
  const char* failpoint;  ///< name:count
  bool before_debit;      ///< nothing may have been spent then
};

const Shape killed_trio{.rounds = 4, .consensus_rounds = 3};
/// The one that dies passes on what the others say.
const Shape masked_path{.graph = "path", .rounds = 5, .consensus_rounds = 1, .colluders = 1};

/// Node 1 of three is the one that dies, and starts again.
void kill_at(const Place& place, const Shape& shape, std::optional<std::uint64_t> seed) {
  SCOPED_TRACE(place.failpoint);
  FederationUnderTest federation(shape, seed);
  // With masked sums the others may be done without its last message; they pass theirs on through it all the same.
  const std::string linger = shape.colluders > 0 ? "600" : "3";
  for (const NodeId i : {0u, 2u}) federation.start(i, {}, {"--linger", linger});
  federation.start(1, {{"TEST_FAILPOINT", place.failpoint}});
  ASSERT_EQ(federation.node(1).wait(std::chrono::seconds(30)), 128 + SIGKILL) << federation.log(1);
  expect_committed_when_it_died(federation, 1);
  if (place.before_debit) expect_nothing_spent(federation, 1);
  federation.start(1);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  if (seed) expect_reference_results(federation);
}

class KilledAt : public ::testing::TestWithParam<Place> {};

TEST_P(KilledAt, TheRunGoesOnAndNothingIsSaidTwice) {
  kill_at(GetParam(), killed_trio, std::nullopt);  // exact noise: a round that is drawn again would be another one
}

TEST_P(KilledAt, ResultsAreThoseOfARunWithoutFaults) {
  kill_at(GetParam(), killed_trio, 7);
}

class MaskedAndKilledAt : public ::testing::TestWithParam<Place> {};

TEST_P(MaskedAndKilledAt, TheRunGoesOnAndNothingIsSaidTwice) {
  kill_at(GetParam(), masked_path, std::nullopt);
}

TEST_P(MaskedAndKilledAt, ResultsAreThoseOfARunWithoutFaults) {
  kill_at(GetParam(), masked_path, 7);
}

std::string name_of_place(const ::testing::TestParamInfo<Place>& place) {
  std::string name = place.param.failpoint;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(F1, KilledAt,
                         ::testing::Values(Place{"start:1", true}, Place{"manifest:1", true},
                                           Place{"before debit:1", true}, Place{"after debit:1", false},
                                           Place{"computing:3", false}, Place{"noise drawn:2", false},
                                           Place{"before commit:3", false}, Place{"after commit:3", false},
                                           Place{"mid-send:3", false}, Place{"after send:2", false},
                                           Place{"mid-receive:4", false}, Place{"stage switch:1", false},
                                           Place{"noise drawn:6", false}, Place{"final write:1", false}),
                         name_of_place);

INSTANTIATE_TEST_SUITE_P(
    F1, MaskedAndKilledAt,
    ::testing::Values(Place{"start:1", true}, Place{"manifest:1", true}, Place{"before key:1", true},
                      Place{"session begun:1", true}, Place{"key kept:1", true}, Place{"key said:1", true},
                      Place{"before ready:1", true}, Place{"ready said:1", true}, Place{"session agreed:1", true},
                      Place{"before debit:1", true}, Place{"after debit:1", false}, Place{"computing:3", false},
                      Place{"noise drawn:1", false}, Place{"noise drawn:3", false}, Place{"before commit:3", false},
                      Place{"after commit:1", false}, Place{"after commit:3", false}, Place{"mid-send:3", false},
                      Place{"mid-send:10", false}, Place{"after send:2", false}, Place{"mid-receive:4", false},
                      Place{"stage switch:1", false}, Place{"noise drawn:6", false}, Place{"final write:1", false},
                      Place{"forgetting:1", false}),
    name_of_place);

/// The disk of a node fails at a place: it is full, or fsync answers EIO.
struct DiskFault {
  bool masked;
  const char* failure;
};

class FailingDisk : public ::testing::TestWithParam<DiskFault> {
 protected:
  FailingDisk() {
    federation_.start(0);
    federation_.start(2);
  }
  /// Node 1 ends there, and has said no round after this one.
  void fail(const std::string& place, Round last) {
    SCOPED_TRACE(place);
    federation_.start(1, {{"TEST_FAILPOINT", place}, {"TEST_FAILURE", GetParam().failure}});
    ASSERT_EQ(federation_.node(1).wait(std::chrono::seconds(30)), 7) << federation_.log(1);
    EXPECT_LE(federation_.heard_of(1), last);
    expect_committed_when_it_died(federation_, 1);
  }
  void go_on() {
    federation_.start(1);
    federation_.expect_all_finish();
    EXPECT_EQ(federation_.log(1).find("\"adopted\""), std::string::npos) << federation_.log(1);
    expect_oracle_holds(federation_);
  }

  FederationUnderTest federation_{GetParam().masked ? masked_path : killed_trio};
};

class FailingCommit : public FailingDisk {};
class FailingSession : public FailingDisk {};

/// Between a message and its row lies nothing but the commit. A node whose commit fails has said nothing of the round:
/// nobody can hand it back, and the next start draws it for the first time, or says what the log kept after all.
TEST_P(FailingCommit, LeavesNothingOfTheRoundOnTheWire) {
  fail("before commit:1", 1);
  fail("before commit:2", 3);
  fail("before commit:2", 5);
  go_on();
}

TEST_P(FailingCommit, OfTheDebitLeavesNothingOnTheWire) {
  fail("before debit:1", 1);
  go_on();
}

/// While a key or a word of the session is written. Nothing is said of it, nothing is spent, and the next start says it
/// for the first time.
TEST_P(FailingSession, SpendsNothingAndIsBegunWhenTheDiskIsWell) {
  const auto key = key_file_of(federation_.rehearsal().parties[1].state, federation_.first_session().id());
  for (const char* word : {"before key:1", "key kept:1", "before ready:1"}) {
    fail(word, 1);
    expect_nothing_spent(federation_, 1);
    EXPECT_EQ(std::filesystem::exists(key), word != std::string("before key:1")) << "what is there was settled";
  }
  go_on();
}

/// The key's file is there, and a loss of power could take its name away: nothing of it is said.
TEST(F5Folder, ThatDoesNotSettleKeepsTheKeyFromBeingSaid) {
  FederationUnderTest federation(masked_path);
  federation.start(0);
  federation.start(2);
  federation.start(1, {{"TEST_FAILPOINT", "before key:1"}, {"TEST_FAILURE", "fsync of folders"}});
  ASSERT_EQ(federation.node(1).wait(std::chrono::seconds(30)), 7) << federation.log(1);
  const Digest session = federation.first_session().id();
  const std::filesystem::path& state = federation.rehearsal().parties[1].state;
  EXPECT_TRUE(std::filesystem::exists(key_file_of(state, session)));
  EXPECT_FALSE(Store::open_to_read(state).sessions().word(session, SessionRowKind::key));
  federation.start(1);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
}

std::string name_of_disk_fault(const ::testing::TestParamInfo<DiskFault>& info) {
  return info.param.masked ? "MaskedSums" : "Nobody";
}

INSTANTIATE_TEST_SUITE_P(F5, FailingCommit, ::testing::Values(DiskFault{false, "fsync"}, DiskFault{true, "fsync"}),
                         name_of_disk_fault);
INSTANTIATE_TEST_SUITE_P(F6, FailingCommit, ::testing::Values(DiskFault{false, "disk"}, DiskFault{true, "disk"}),
                         name_of_disk_fault);
INSTANTIATE_TEST_SUITE_P(F5, FailingSession, ::testing::Values(DiskFault{true, "fsync"}), name_of_disk_fault);
INSTANTIATE_TEST_SUITE_P(F6, FailingSession, ::testing::Values(DiskFault{true, "disk"}), name_of_disk_fault);

}  // namespace
}  // namespace sotto::test
