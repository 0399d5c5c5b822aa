// SPDX-License-Identifier: MIT
// States of a trial under way: any number of ranks finds its nodes, and half a state is none.
#include "sotto/simulation/comparison/trial_states.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/ranks_of_threads.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

constexpr NodeId nodes_of_state = 100;

/// Two arrays of those nodes that a rank has; filled with what the number says, or with 0.
struct SomeNodes {
  SomeNodes(const std::vector<NodeId>& its_numbers, double factor) : numbers(its_numbers) {
    for (std::vector<double>* array : {&first, &second})
      for (const NodeId number : numbers)
        for (int k = 0; k < 8; ++k) array->push_back(k < 3 ? factor * (number + 0.1 * k) : 0);
    for (double& value : second) value = -value;
  }
  HeldByNodes held() {
    return {.numbers = numbers,
            .nodes_in_all = nodes_of_state,
            .shape = {.dimension = 3, .stride = 8},
            .arrays = {first.data(), second.data()}};
  }
  std::vector<NodeId> numbers;
  std::vector<double> first = {}, second = {};
};

SomeNodes in_turns(const Ranks& ranks, double factor) {
  std::vector<NodeId> numbers;
  for (NodeId i = ranks.number(); i < nodes_of_state; i += ranks.count()) numbers.push_back(i);
  return {numbers, factor};
}

/// What rank 0 keeps, in a folder of the test.
struct KeptHere {
  test::TemporaryFolder place{};
  std::string state = {};
  std::vector<std::string> warnings = {};
  bool full = false;

  InsideTrials inside(const Ranks& ranks, const std::string& folder = "") {
    InsideTrials inside{.folder = folder.empty() ? place.path().string() : folder};
    if (ranks.number() != 0) return inside;
    inside.keep = [&](const std::string& kept, const std::vector<std::string>&) {
      if (full) throw InvalidInput({"--out", "x", "cannot be written"}, FaultKind::store);
      state = kept;
    };
    inside.cannot = [&](const std::string& why) { warnings.push_back(why); };
    return inside;
  }
  TrialStates states(Ranks& ranks) {
    return {ranks, inside(ranks), [] { return std::string("chunks"); }};
  }
  /// On so many ranks, numbers times the factor.
  void keep(unsigned count, double factor) {
    test::run_on_ranks(count, [&](Ranks& ranks) {
      TrialStates own = states(ranks);
      if (!state.empty()) own.resume(state);
      EXPECT_FALSE(own.known(4));
      own.keep(in_turns(ranks, factor).held(), "alike");
    });
  }
  /// Whether so many ranks find these numbers again.
  void expect_found(unsigned count, double factor) {
    test::run_on_ranks(count, [&](Ranks& ranks) {
      TrialStates own = states(ranks);
      EXPECT_EQ(own.resume(state), "chunks");
      EXPECT_FALSE(own.known(4));
      SomeNodes ours = in_turns(ranks, 0);
      EXPECT_EQ(own.find(ours.held()), "alike");
      const SomeNodes expected = in_turns(ranks, factor);
      EXPECT_EQ(ours.first, expected.first);
      EXPECT_EQ(ours.second, expected.second);
      EXPECT_FALSE(own.find(ours.held())) << "the next plan of the trial has none";
    });
  }
};

TEST(TrialStates, AreFoundByAnyNumberOfRanks) {
  for (const unsigned before : {1U, 3U})
    for (const unsigned after : {1U, 2U, 5U}) {
      KeptHere kept;
      kept.keep(before, 1.5);
      kept.expect_found(after, 1.5);
    }
}

TEST(TrialStates, OfALaterRoundTakeTheirPlaceOnAnyNumberOfRanks) {
  KeptHere kept;
  kept.keep(3, 1.5);
  kept.keep(2, 2.5);
  kept.expect_found(3, 2.5);
}

TEST(TrialStates, ThatAreHalfWrittenAreIgnoredAndTheOldOneIsWhole) {
  KeptHere kept;
  kept.keep(3, 1.5);
  kept.full = true;  // the parts are written, and rank 0 cannot say so
  EXPECT_THROW(kept.keep(2, 2.5), InvalidInput);
  EXPECT_GT(kept.place.entries().size(), 3U);
  kept.expect_found(2, 1.5);
}

TEST(TrialStates, OfWhichOnePartCannotBeWrittenAreAFaultOfAllRanks) {
  KeptHere kept;
  fs::create_directories(kept.place.path() / "part-1-1" / "x");
  std::atomic<unsigned> refused{0};
  EXPECT_THROW(test::run_on_ranks(3,
                                  [&](Ranks& ranks) {
                                    TrialStates own = kept.states(ranks);
                                    own.known(4);
                                    EXPECT_THROW(own.keep(in_turns(ranks, 1).held(), "alike"), InvalidInput);
                                    ++refused;
                                    throw std::runtime_error("all came here");
                                  }),
               std::runtime_error);
  EXPECT_EQ(refused, 3U);
  EXPECT_EQ(kept.state, "");
}

TEST(TrialStates, WithAPartThatIsMissingOrDamagedAreRefused) {
  KeptHere kept;
  kept.keep(3, 1.5);
  const std::string whole = kept.place.read("part-1-2");
  std::string other = whole;
  other[40] ^= 1;
  for (const std::string& bytes : {other, whole.substr(0, whole.size() / 2), std::string()}) {
    kept.place.write("part-1-2", bytes);
    EXPECT_THROW(kept.expect_found(2, 1.5), InvalidInput);
  }
  fs::remove(kept.place.path() / "part-1-2");
  EXPECT_THROW(kept.expect_found(2, 1.5), InvalidInput);
  kept.place.write("part-1-2", whole);
  kept.expect_found(2, 1.5);
}

TEST(TrialStates, OfAnotherTrialAreNotGoneOnWith) {
  KeptHere kept;
  kept.keep(2, 1.5);
  test::run_on_ranks(2, [&](Ranks& ranks) {
    TrialStates own = kept.states(ranks);
    own.resume(kept.state);
    EXPECT_FALSE(own.known(5));
    EXPECT_FALSE(own.find(in_turns(ranks, 0).held()));
  });
}

TEST(TrialStates, GiveBackWhatPlansOfTheTrialHaveDone) {
  KeptHere kept;
  TrialOutcome outcome{.gradient_rounds = 7, .messages = 9, .alpha_spent = 0.25};
  outcome.errors = {.normalised_error = 2, .first_node_error = 3, .rounds = {.mean_error = {1, 2}}};
  TrialStates before = kept.states(alone());
  EXPECT_FALSE(before.known(4));
  before.done(outcome);
  EXPECT_FALSE(before.known(4)) << "the next plan";
  before.keep(in_turns(alone(), 1).held(), "alike");
  TrialStates after = kept.states(alone());
  after.resume(kept.state);
  const std::optional<TrialOutcome> known = after.known(4);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->gradient_rounds, 7U);
  EXPECT_EQ(known->messages, 9U);
  EXPECT_EQ(known->alpha_spent, 0.25);
  EXPECT_EQ(known->errors.first_node_error, 3);
  EXPECT_EQ(known->errors.rounds.mean_error, (std::vector<double>{1, 2}));
  EXPECT_FALSE(after.known(4));
  EXPECT_TRUE(after.find(in_turns(alone(), 0).held()));
}

TEST(TrialStates, AreNotKeptWhereOthersDoNotSeeTheFolder) {
  KeptHere kept;
  test::run_on_ranks(2, [&](Ranks& ranks) {
    const std::string folder = ranks.number() == 0 ? "" : (kept.place.path() / "elsewhere").string();
    TrialStates own(ranks, kept.inside(ranks, folder), [] { return std::string(); });
    own.known(4);
    own.keep(in_turns(ranks, 1).held(), "alike");
  });
  EXPECT_EQ(kept.warnings.size(), 1U);
  EXPECT_EQ(kept.state, "");
  EXPECT_TRUE(kept.place.entries().empty());
}

}  // namespace
}  // namespace sotto
