// SPDX-License-Identifier: MIT
// Tasks over ranks: each once, in the order of one program, and a fault or an end reaches everybody.
#include "sotto/workers/hand_out.hpp"

#include <gtest/gtest.h>

#include <array>
#include <mutex>
#include <set>

#include "sotto/input/bytes.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/workers/rank_words.hpp"
#include "support/ranks_of_threads.hpp"

namespace sotto {
namespace {

const std::atomic<bool> never{false};

/// Squares of numbers, as bytes between ranks.
const AsBytes squares_as_bytes{[](std::uint64_t square) {
                                 BytesOut out;
                                 out.number(square);
                                 return out.take();
                               },
                               [](std::uint64_t, std::string_view bytes) {
                                 BytesIn in(bytes, "square");
                                 return in.number();
                               }};

struct Heard {
  std::mutex mutex;
  std::vector<std::uint64_t> accepted, squares;
  std::multiset<std::uint64_t> worked;
  std::set<unsigned> ranks;  ///< that worked
};

using Work = std::function<std::uint64_t(std::uint64_t, const std::atomic<bool>&)>;

/// The work over so many ranks with so many threads each; at most `wanted` are accepted.
void hand_out(unsigned ranks, unsigned threads, std::uint64_t tasks, Heard& heard, std::uint64_t wanted = UINT64_MAX,
              const Work& more = nullptr) {
  test::run_on_ranks(ranks, [&](Ranks& own) {
    run_in_order(
        SharedWork{.ranks = own, .what = "squares", .interrupt = never}, threads, tasks,
        [&](std::uint64_t k, const std::atomic<bool>& unwanted) {
          if (more) more(k, unwanted);
          const std::lock_guard lock(heard.mutex);
          heard.worked.insert(k);
          heard.ranks.insert(own.number());
          return k * k;
        },
        squares_as_bytes,
        [&](std::uint64_t k, std::uint64_t square) {
          EXPECT_EQ(own.number(), 0U);
          heard.accepted.push_back(k);
          heard.squares.push_back(square);
          return heard.accepted.size() < wanted;
        });
  });
}

TEST(HandOut, EveryTaskIsDoneOnceAndAcceptedInItsOrder) {
  for (const unsigned ranks : {1U, 2U, 3U, 4U})
    for (const std::uint64_t tasks : {0ULL, 1ULL, 3ULL, 500ULL}) {
      Heard heard;
      hand_out(ranks, 2, tasks, heard);
      ASSERT_EQ(heard.accepted.size(), tasks) << ranks;
      EXPECT_EQ(heard.worked.size(), tasks);
      for (std::uint64_t k = 0; k < tasks; ++k) {
        EXPECT_EQ(heard.accepted[k], k);
        EXPECT_EQ(heard.squares[k], k * k);
      }
    }
}

/// Each of as many tasks as ranks waits for all others to be begun: it would wait for ever if one rank did two.
TEST(HandOut, AsManyTasksAsRanksAreAllUnderWayAtOnce) {
  constexpr unsigned ranks = 3;
  std::atomic<unsigned> begun{0};
  Heard heard;
  hand_out(ranks, 1, ranks, heard, UINT64_MAX, [&](std::uint64_t, const std::atomic<bool>&) {
    ++begun;
    while (begun < ranks) std::this_thread::yield();
    return 0;
  });
  EXPECT_EQ(heard.ranks, (std::set<unsigned>{0, 1, 2}));
}

TEST(HandOut, EndsWhenNoMoreIsWantedAndTellsTasksUnderWay) {
  Heard heard;
  hand_out(3, 1, UINT64_MAX / 2, heard, 20, [&](std::uint64_t k, const std::atomic<bool>& unwanted) {
    while (k > 50 && !unwanted) std::this_thread::yield();  // they end because they are unwanted, or never
    return 0;
  });
  EXPECT_EQ(heard.accepted.size(), 20U);
}

TEST(HandOut, AFaultOfAnotherRankComesOutWithItsWordsWhenItsTurnHasCome) {
  Heard heard;
  const auto fail_at_30 = [](std::uint64_t k, const std::atomic<bool>&) -> std::uint64_t {
    if (k == 30) throw InvalidInput({"graph.nodes", "3", "must be more", "a.toml:7"}, FaultKind::numerical);
    return 0;
  };
  for (const unsigned ranks : {1U, 2U, 4U}) {
    heard.accepted.clear();
    try {
      hand_out(ranks, 1, 100, heard, UINT64_MAX, fail_at_30);
      ADD_FAILURE() << "no fault";
    } catch (const InvalidInput& refused) {
      EXPECT_STREQ(refused.what(), "graph.nodes = 3: must be more (a.toml:7)");
      EXPECT_EQ(refused.kind(), FaultKind::numerical);
    }
    EXPECT_EQ(heard.accepted.size(), 30U) << ranks;
  }
}

TEST(HandOut, AnInterruptAtRankZeroMakesTasksElsewhereUnwanted) {
  std::atomic<bool> interrupt{false};
  std::vector<std::uint64_t> accepted;
  test::run_on_ranks(3, [&](Ranks& own) {
    run_in_order(
        SharedWork{.ranks = own, .what = "", .interrupt = interrupt}, 1, UINT64_MAX / 2,
        [&](std::uint64_t k, const std::atomic<bool>& unwanted) -> std::uint64_t {
          if (own.number() == 0) {
            while (k >= 8 && !interrupt) std::this_thread::yield();  // rank 0 does not do everything by itself
            return interrupt ? 0 : 1;
          }
          interrupt = true;
          while (!unwanted) std::this_thread::yield();  // an end only where rank 0 told this one
          return 0;
        },
        squares_as_bytes,
        [&](std::uint64_t k, std::uint64_t whole) {
          accepted.push_back(k);
          return whole == 1;
        });
  });
  EXPECT_LT(accepted.size(), 100U);
}

TEST(HandOut, TasksHaveNamesThatOtherRanksKnowAndSomeAreNeedless) {
  std::multiset<std::uint64_t> worked, accepted;
  std::mutex mutex;
  test::run_on_ranks(2, [&](Ranks& own) {
    SharedWork shared{.ranks = own, .what = "", .interrupt = never};
    if (own.number() == 0) shared.name = [](std::uint64_t k) { return 1000 + k; };
    shared.needless = [](std::uint64_t name) { return name >= 1050; };
    run_in_order(
        shared, 1, own.number() == 0 ? 60 : 2000,
        [&](std::uint64_t name, const std::atomic<bool>&) {
          const std::lock_guard lock(mutex);
          if (own.number() == 1) worked.insert(name);
          return name;
        },
        squares_as_bytes,
        [&](std::uint64_t name, std::uint64_t brought) {
          accepted.insert(name);
          EXPECT_TRUE(brought == name || name >= 1050);
          return true;
        });
  });
  EXPECT_EQ(accepted.size(), 60U);
  EXPECT_EQ(*accepted.begin(), 1000U);
  for (const std::uint64_t name : worked) EXPECT_TRUE(name >= 1000 && name < 1050) << name;
}

TEST(HandOut, ARankWithOtherWorkIsRefused) {
  try {
    test::run_on_ranks(3, [&](Ranks& own) {
      run_in_order(
          SharedWork{.ranks = own, .what = own.number() == 2 ? "b" : "a", .interrupt = never}, 1, UINT64_MAX / 2,
          [&](std::uint64_t k, const std::atomic<bool>&) { return k; }, squares_as_bytes,
          [&](std::uint64_t, std::uint64_t) { return true; });
    });
    ADD_FAILURE() << "no fault";
  } catch (const InvalidInput& refused) {
    EXPECT_NE(std::string(refused.what()).find("rank 2"), std::string::npos) << refused.what();
  }
}

TEST(HandOut, SeveralInARowDoNotMixTheirParcels) {
  std::vector<std::uint64_t> sums;
  test::run_on_ranks(3, [&](Ranks& own) {
    for (std::uint64_t round = 1; round <= 20; ++round) {
      std::uint64_t sum = 0;
      run_in_order(
          SharedWork{.ranks = own, .what = std::to_string(round), .interrupt = never}, 1, 30,
          [&](std::uint64_t k, const std::atomic<bool>&) { return k * round; }, squares_as_bytes,
          [&](std::uint64_t k, std::uint64_t brought) {
            sum += brought;
            return k + 1 < 30 - round;  // and tasks that nobody wants are under way at its end
          });
      if (own.number() == 0) sums.push_back(sum);
    }
  });
  for (std::uint64_t round = 1; round <= 20; ++round)
    EXPECT_EQ(sums[round - 1], round * (30 - round) * (29 - round) / 2);
}

/// How a program of several ends.
struct Ends {
  std::vector<std::optional<int>> codes;
  explicit Ends(unsigned ranks) : codes(ranks) {}
};

TEST(EndTogether, EverybodyHasTheExitCodeOfRankZero) {
  Ends ends(3);
  test::run_on_ranks(3, [&](Ranks& own) {
    ends.codes[own.number()] = end_together(own, {.code = own.number() == 0 ? 7 : 0}, std::chrono::seconds(60));
  });
  EXPECT_EQ(ends.codes, (std::vector<std::optional<int>>{7, 7, 7}));
}

TEST(EndTogether, ARankThatFailedBeforeTheWorkEndsAllWithItsWords) {
  Ends ends(3);
  std::string said;
  test::run_on_ranks(3, [&](Ranks& own) {
    std::exception_ptr fault;
    try {
      if (own.number() == 2) throw InvalidInput({"graph.file", "x", "cannot be read"}, FaultKind::data);
      run_in_order(
          SharedWork{.ranks = own, .what = "", .interrupt = never}, 1, UINT64_MAX / 2,
          [](std::uint64_t k, const std::atomic<bool>&) { return k; }, squares_as_bytes,
          [](std::uint64_t, std::uint64_t) { return true; });
    } catch (const InvalidInput& refused) {
      if (own.number() == 0) said = refused.what();
      fault = std::current_exception();
    }
    ends.codes[own.number()] =
        end_together(own, {.code = own.number() == 0 ? 3 : 1, .fault = fault}, std::chrono::seconds(60));
  });
  EXPECT_EQ(said, "graph.file = x: cannot be read (rank 2)");
  EXPECT_EQ(ends.codes, (std::vector<std::optional<int>>{3, 3, 3}));
}

TEST(EndTogether, RankZeroThatNeverBeganTheWorkEndsThoseWhoWaitForIt) {
  Ends ends(3);
  test::run_on_ranks(3, [&](Ranks& own) {
    std::exception_ptr fault;
    try {
      if (own.number() == 0) throw InvalidInput({"--out", "x", "exists already"});
      work_for_rank_zero(1, {.ranks = own, .what = "", .interrupt = never}, {});
    } catch (...) {
      fault = std::current_exception();
    }
    ends.codes[own.number()] = end_together(own, {.code = 2, .fault = fault}, std::chrono::seconds(60));
  });
  EXPECT_EQ(ends.codes, (std::vector<std::optional<int>>{2, 2, 2}));
}

TEST(EndTogether, WhoIsNotAnsweredSaysSo) {
  Ends ends(2);
  test::run_on_ranks(2, [&](Ranks& own) {
    const auto fault = std::make_exception_ptr(InvalidInput({"a", "b", "c"}));
    if (own.number() == 1) ends.codes[1] = end_together(own, {.code = 2, .fault = fault}, std::chrono::milliseconds(1));
  });
  EXPECT_EQ(ends.codes[1], std::nullopt);
}

TEST(CheckSameProgram, NamesTheRankThatIsAnother) {
  try {
    test::run_on_ranks(3, [](Ranks& own) { check_same_program(own, own.number() == 1 ? "sotto 2" : "sotto 1"); });
    ADD_FAILURE() << "no fault";
  } catch (const InvalidInput& refused) {
    EXPECT_STREQ(refused.what(), "rank 1: is sotto 2, and rank 0 is sotto 1");
  }
}

TEST(AgreeOn, GoesOnWhereAllWereGivenTheSame) {
  std::atomic<int> went_on{0};
  test::run_on_ranks(3, [&](Ranks& own) {
    agree_on(own, "a ring");
    agree_on(own, "a run");
    ++went_on;
  });
  EXPECT_EQ(went_on, 3);
}

/// How each of three ranks ends that comes to agree_on with these texts, or fails before it where there is none.
std::vector<std::string> ends_of(const std::array<std::optional<std::string>, 3>& texts) {
  std::vector<std::string> said(3);
  Ends ends(3);
  test::run_on_ranks(3, [&](Ranks& own) {
    std::exception_ptr fault;
    try {
      const std::optional<std::string>& text = texts[own.number()];
      if (!text) throw InvalidInput({"--out", "x", "exists already"});
      agree_on(own, *text);
    } catch (const InvalidInput& refused) {
      said[own.number()] = refused.what();
      fault = std::current_exception();
    } catch (const RankZeroEnded&) {
      fault = std::current_exception();
    }
    ends.codes[own.number()] = end_together(own, {.code = 2, .fault = fault}, std::chrono::seconds(60));
  });
  EXPECT_EQ(ends.codes, (std::vector<std::optional<int>>{2, 2, 2}));
  return said;
}

TEST(AgreeOn, RefusesARankThatWasGivenAnotherWorkAndNobodyGoesOn) {
  EXPECT_EQ(ends_of({"ring", "ring", "grid"}),
            (std::vector<std::string>{"rank 2: was given another piece of work than rank 0: the command and its files "
                                      "must be the same on all hosts",
                                      "", ""}));
}

TEST(AgreeOn, ARankThatEndedBeforeEndsAllWithItsWords) {
  EXPECT_EQ(ends_of({"ring", std::nullopt, "ring"}),
            (std::vector<std::string>{"--out = x: exists already (rank 1)", "--out = x: exists already", ""}));
  EXPECT_EQ(ends_of({std::nullopt, "ring", "ring"}), (std::vector<std::string>{"--out = x: exists already", "", ""}));
}

TEST(FaultsAsBytes, KeepTheWordsOfARefusalAndNoOthers) {
  EXPECT_EQ(fault_in(bytes_of_fault(nullptr)), nullptr);
  try {
    std::rethrow_exception(fault_in(bytes_of_fault(std::make_exception_ptr(std::runtime_error("a record")))));
  } catch (const std::exception& other) {
    EXPECT_EQ(std::string(other.what()).find("record"), std::string::npos);
  }
  EXPECT_THROW(std::rethrow_exception(fault_in(bytes_of_fault(std::make_exception_ptr(std::bad_alloc())))),
               std::bad_alloc);
  EXPECT_THROW(fault_in("x"), InvalidInput);
}

}  // namespace
}  // namespace sotto
