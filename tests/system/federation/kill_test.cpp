// SPDX-License-Identifier: MIT
// F1: a node is killed at each step of its work. Whatever was said stands, nothing is said twice, and the run ends as
// if nothing had happened.
#include <csignal>

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

class MaskedSeededAndKilledAt : public ::testing::TestWithParam<Place> {};

TEST_P(MaskedSeededAndKilledAt, ResultsAreThoseOfARunWithoutFaults) {
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
                                           Place{"noise drawn:2", false}, Place{"before commit:3", false},
                                           Place{"after commit:3", false}, Place{"mid-send:3", false},
                                           Place{"after send:2", false}, Place{"mid-receive:4", false},
                                           Place{"stage switch:1", false}, Place{"noise drawn:6", false},
                                           Place{"final write:1", false}),
                         name_of_place);

INSTANTIATE_TEST_SUITE_P(
    F1, MaskedAndKilledAt,
    ::testing::Values(Place{"start:1", true}, Place{"manifest:1", true}, Place{"before key:1", true},
                      Place{"key kept:1", true}, Place{"key said:1", true}, Place{"before ready:1", true},
                      Place{"ready said:1", true}, Place{"session agreed:1", true}, Place{"before debit:1", true},
                      Place{"after debit:1", false}, Place{"noise drawn:1", false}, Place{"noise drawn:3", false},
                      Place{"before commit:3", false}, Place{"after commit:1", false}, Place{"after commit:3", false},
                      Place{"mid-send:3", false}, Place{"mid-send:10", false}, Place{"after send:2", false},
                      Place{"mid-receive:4", false}, Place{"noise drawn:6", false}, Place{"final write:1", false}),
    name_of_place);

INSTANTIATE_TEST_SUITE_P(F1, MaskedSeededAndKilledAt,
                         ::testing::Values(Place{"key said:1", true}, Place{"ready said:1", true},
                                           Place{"noise drawn:3", false}, Place{"after commit:3", false},
                                           Place{"mid-send:10", false}, Place{"noise drawn:6", false},
                                           Place{"final write:1", false}),
                         name_of_place);

class F1FailedCommit : public EitherTrust {};

/// Between a message and its row lies nothing but the commit. A node whose commit fails has said nothing of the round:
/// nobody can hand it back, and the next start draws it for the first time.
TEST_P(F1FailedCommit, LeavesNothingOfTheRoundOnTheWire) {
  for (const char* commit : {"before commit:1", "before commit:3", "before commit:6"}) {
    SCOPED_TRACE(commit);
    FederationUnderTest federation(GetParam() ? masked_path : killed_trio);
    federation.start(0);
    federation.start(2);
    federation.start(1, {{"TEST_FAILPOINT", commit}, {"TEST_FAILURE", "disk"}});
    ASSERT_EQ(federation.node(1).wait(std::chrono::seconds(30)), 7) << federation.log(1);
    expect_committed_when_it_died(federation, 1);
    federation.start(1);
    federation.expect_all_finish();
    EXPECT_EQ(federation.log(1).find("\"adopted\""), std::string::npos) << federation.log(1);
    expect_oracle_holds(federation);
  }
}

/// F5, F6: the disk fails while a key or a word of the session is written. Nothing is said of it, nothing is spent, and
/// the next start says it for the first time.
TEST(F6SessionOnAFullDisk, IsBegunWhenThereIsRoom) {
  FederationUnderTest federation(masked_path);
  federation.start(0);
  federation.start(2);
  for (const char* word : {"before key:1", "key kept:1", "before ready:1"}) {
    federation.start(1, {{"TEST_FAILPOINT", word}, {"TEST_FAILURE", "disk"}});
    ASSERT_EQ(federation.node(1).wait(std::chrono::seconds(30)), 7) << word << federation.log(1);
    expect_nothing_spent(federation, 1);
  }
  federation.start(1);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
}

INSTANTIATE_TEST_SUITE_P(Trust, F1FailedCommit, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
