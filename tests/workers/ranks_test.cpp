// SPDX-License-Identifier: MIT
// What ranks ask of each other: one program alone, and threads that play several.
#include "sotto/workers/ranks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <new>
#include <stdexcept>

#include "sotto/input/invalid_input.hpp"
#include "sotto/workers/rank_words.hpp"
#include "support/ranks_of_threads.hpp"

namespace sotto {
namespace {

using test::run_on_ranks;

TEST(RanksOfThreads, AreNumberedFromZero) {
  for (const unsigned count : {1U, 2U, 5U}) {
    std::atomic<unsigned> numbers = 0;
    run_on_ranks(count, [&](Ranks& ranks) {
      EXPECT_EQ(ranks.count(), count);
      numbers += 1U << ranks.number();
    });
    EXPECT_EQ(numbers, (1U << count) - 1);
  }
}

TEST(RanksOfThreads, FindTheLargestOfAll) {
  run_on_ranks(4, [](Ranks& ranks) {
    const double own = ranks.number();
    for (int again = 0; again < 100; ++again) {
      EXPECT_EQ(ranks.maximum(-own), 0);
      ranks.begin_maximum(again * own);
      EXPECT_EQ(ranks.maximum(own), 3) << "others go on while it is under way";
      EXPECT_EQ(ranks.end_maximum(), 3 * again);
    }
  });
}

TEST(RanksOfThreads, AddIntegersEverywhere) {
  run_on_ranks(3, [](Ranks& ranks) {
    std::vector<std::int64_t> numbers{ranks.number(), -1, std::int64_t{1} << 52};
    ranks.add(numbers);
    EXPECT_EQ(numbers, (std::vector<std::int64_t>{3, -3, std::int64_t{3} << 52}));
  });
}

TEST(RanksOfThreads, BringEachParcelToItsRank) {
  run_on_ranks(3, [](Ranks& ranks) {
    const std::string own = std::to_string(ranks.number());
    const std::vector<std::string> received = ranks.exchange({own + " to 0", own + " to 1", own + " to 2"});
    for (unsigned r = 0; r < 3; ++r) EXPECT_EQ(received[r], std::to_string(r) + " to " + own);
  });
}

TEST(RanksOfThreads, BringTheItemsAtTheBordersInTheOrderOfTheRanks) {
  run_on_ranks(3, [](Ranks& ranks) {
    // Each has items 0 to 2; all others want 0 and 2.
    Borders borders{.sent = {{0, 2}, {0, 2}, {0, 2}}, .received = {2, 2, 2}};
    borders.sent[ranks.number()].clear();
    borders.received[ranks.number()] = 0;
    const std::unique_ptr<Halo> halo = ranks.make_halo(borders, 2);
    for (int round = 0; round < 50; ++round) {
      const double own = 100 * ranks.number() + round;
      const std::vector<double> items{own, own + 0.1, own + 5, own + 5.1, own + 10, own + 10.1};
      std::vector<double> received(8, 0.0), expected;
      halo->gather(items.data(), 0, 1);
      halo->gather(items.data(), 1, 3);
      halo->begin(received.data());
      EXPECT_TRUE(std::isnan(received[0])) << "not there yet";
      halo->finish();
      for (unsigned r = 0; r < 3; ++r) {
        if (r == ranks.number()) continue;
        const double its = 100 * r + round;
        expected.insert(expected.end(), {its, its + 0.1, its + 10, its + 10.1});
      }
      EXPECT_EQ(received, expected);
    }
  });
}

TEST(RanksOfThreads, DivideRowsAsTheyAreTold) {
  const std::vector<std::uint64_t> starts{0, 1, 2};
  const std::vector<std::uint32_t> neighbours{1, 0};
  const auto divided = [&](Ranks& ranks) { return ranks.divide({2 * ranks.number(), starts, neighbours}); };
  run_on_ranks(2, [&](Ranks& ranks) {
    EXPECT_EQ(divided(ranks), std::vector<std::uint16_t>(2, static_cast<std::uint16_t>(ranks.number())));
  });
  run_on_ranks(
      2,
      [&](Ranks& ranks) {
        EXPECT_EQ(divided(ranks), (std::vector<std::uint16_t>{0, 1}));
      },
      [](std::uint32_t number) { return static_cast<std::uint16_t>(number % 2); });
}

TEST(RanksOfThreads, EndTogetherWhenOneHasAFault) {
  EXPECT_THROW(run_on_ranks(3,
                            [](Ranks& ranks) {
                              if (ranks.number() == 1) throw std::out_of_range("its own");
                              ranks.maximum(0);
                            }),
               std::out_of_range);
}

TEST(RanksOfThreads, FindThatTheyDoNotAllDoTheSame) {
  EXPECT_THROW(run_on_ranks(2, [](Ranks& ranks) { ranks.number() == 0 ? void(ranks.maximum(0)) : ranks.add({}); }),
               std::logic_error);
  EXPECT_THROW(run_on_ranks(2,
                            [](Ranks& ranks) {
                              if (ranks.number() == 0) ranks.maximum(0);
                            }),
               std::logic_error);
}

TEST(RanksOfThreads, FindItemsThatAreGatheredUnderWay) {
  EXPECT_THROW(run_on_ranks(2,
                            [](Ranks& ranks) {
                              const std::unique_ptr<Halo> halo = ranks.make_halo({{{0}, {0}}, {1, 1}}, 1);
                              double item = 1, received[2];
                              halo->gather(&item, 0, 1);
                              halo->begin(received);
                              item = 2;
                              halo->gather(&item, 0, 1);
                            }),
               std::logic_error);
}

TEST(Alone, IsTheLargestAndTheSumOfItself) {
  EXPECT_EQ(alone().count(), 1U);
  EXPECT_EQ(alone().maximum(-3), -3);
  std::vector<std::int64_t> numbers{5, -7};
  alone().add(numbers);
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{5, -7}));
  EXPECT_EQ(alone().exchange({"to myself"}), std::vector<std::string>{"to myself"});
}

TEST(RankWords, AFaultOfOneRankIsThatOfAllAtOnce) {
  run_on_ranks(3, [](Ranks& ranks) {
    succeed_together(ranks, [] {});
    try {
      succeed_together(ranks, [&] {
        if (ranks.number() == 1) throw InvalidInput({"disk", "full", "cannot be written"}, FaultKind::store);
      });
      ADD_FAILURE() << "rank " << ranks.number() << " went on";
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.kind(), FaultKind::store);
      EXPECT_EQ(refused.faults()[0].rule, ranks.number() == 1 ? "cannot be written" : "cannot be written (rank 1)");
    }
    EXPECT_THROW(succeed_together(ranks,
                                  [&] {
                                    if (ranks.number() == 2) throw std::bad_alloc();
                                  }),
                 std::bad_alloc);
  });
}

}  // namespace
}  // namespace sotto
