// SPDX-License-Identifier: MIT
// The pool: every task once, accepted in order, never far ahead; faults come out in their turn.
#include "sotto/workers/worker_pool.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <latch>
#include <numeric>
#include <stdexcept>

namespace sotto {
namespace {

using Numbers = std::vector<std::uint64_t>;

Numbers first_numbers(std::uint64_t count) {
  Numbers numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

const auto no_work = [](std::uint64_t, const std::atomic<bool>&) {};

TEST(WorkerPool, DoesEveryTaskOnceAndAcceptsThemInOrderJobAfterJob) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    WorkerPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (const std::uint64_t tasks : {0U, 1U, 4U, 100U}) {
      std::vector<std::atomic<int>> done(tasks);
      Numbers accepted;
      pool.run({.tasks = tasks,
                .most_ahead = 3,
                .work = [&](std::uint64_t k, const std::atomic<bool>&) { ++done[k]; },
                .accept =
                    [&](std::uint64_t k) {
                      EXPECT_EQ(done[k], 1);
                      accepted.push_back(k);
                      return true;
                    }});
      EXPECT_EQ(accepted, first_numbers(tasks));
      for (const auto& times : done) EXPECT_EQ(times, 1);
    }
  }
}

TEST(WorkerPool, AcceptsInOrderEvenIfALaterTaskIsDoneFirst) {
  WorkerPool pool(2);
  std::latch second_is_done(1);
  Numbers accepted;
  pool.run({.tasks = 2,
            .most_ahead = 2,
            .work =
                [&](std::uint64_t k, const std::atomic<bool>&) {
                  if (k == 0)
                    second_is_done.wait();
                  else
                    second_is_done.count_down();
                },
            .accept =
                [&](std::uint64_t k) {
                  accepted.push_back(k);
                  return true;
                }});
  EXPECT_EQ(accepted, first_numbers(2));
}

TEST(WorkerPool, GivesTheNextTaskToWhoeverIsFree) {
  WorkerPool pool(2);
  std::latch others_are_done(9);
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  bool in_time = true;
  pool.run({.tasks = 10,
            .most_ahead = 10,
            .work =
                [&](std::uint64_t k, const std::atomic<bool>&) {
                  if (k > 0) return others_are_done.count_down();
                  while (!others_are_done.try_wait() && in_time) in_time = std::chrono::steady_clock::now() < patience;
                },
            .accept = [](std::uint64_t) { return true; }});
  EXPECT_TRUE(in_time) << "a task waited for a thread that had another one";
}

TEST(WorkerPool, SharesPartsAsACrewDoes) {
  for (const unsigned threads : {1U, 3U}) {
    WorkerPool pool(threads);
    for (const std::size_t parts : {0U, 1U, 3U, 50U}) {
      std::vector<std::atomic<int>> done(parts);
      pool.share(parts, [&](std::size_t k) { ++done[k]; });
      for (const auto& times : done) EXPECT_EQ(times, 1);
    }
    EXPECT_THROW(pool.share(4,
                            [](std::size_t k) {
                              if (k == 2) throw std::out_of_range("k");
                            }),
                 std::out_of_range);
  }
}

TEST(WorkerPool, BeginsNoTaskFartherAheadThanAllowed) {
  WorkerPool pool(4);
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> farthest{0};
  pool.run({.tasks = 400,
            .most_ahead = 5,
            .work =
                [&](std::uint64_t k, const std::atomic<bool>&) {
                  const std::uint64_t ahead = k - accepted;
                  std::uint64_t seen = farthest;
                  while (ahead > seen && !farthest.compare_exchange_weak(seen, ahead)) {
                  }
                },
            .accept = [&](std::uint64_t) { return ++accepted > 0; }});
  EXPECT_LT(farthest, 5U);
}

TEST(WorkerPool, LetsAFaultOutInItsTurnAndGoesOnWorkingAfterwards) {
  for (const unsigned threads : {1U, 2U, 4U}) {
    WorkerPool pool(threads);
    Numbers accepted;
    const WorkerPool::Job job{.tasks = 50,
                              .most_ahead = 8,
                              .work =
                                  [](std::uint64_t k, const std::atomic<bool>&) {
                                    if (k == 11 || k == 12) throw std::runtime_error(std::to_string(k));
                                  },
                              .accept =
                                  [&](std::uint64_t k) {
                                    accepted.push_back(k);
                                    return true;
                                  }};
    try {
      pool.run(job);
      FAIL();
    } catch (const std::runtime_error& fault) {
      EXPECT_STREQ(fault.what(), "11");
    }
    EXPECT_EQ(accepted, first_numbers(11));
    std::uint64_t after = 0;
    pool.run({.tasks = 5, .most_ahead = 2, .work = no_work, .accept = [&](std::uint64_t) { return ++after > 0; }});
    EXPECT_EQ(after, 5U);
  }
}

TEST(WorkerPool, LetsOutWhatAcceptingThrows) {
  WorkerPool pool(2);
  EXPECT_THROW(pool.run({.tasks = 5,
                         .most_ahead = 2,
                         .work = no_work,
                         .accept = [](std::uint64_t) -> bool { throw std::out_of_range("k"); }}),
               std::out_of_range);
}

TEST(WorkerPool, TellsTasksInFlightThatTheyAreNotWantedAndBeginsNoOther) {
  WorkerPool pool(2);
  Numbers accepted;
  std::atomic<std::uint64_t> begun{0};
  pool.run({.tasks = 1'000'000'000,
            .most_ahead = 2,
            .work =
                [&](std::uint64_t k, const std::atomic<bool>& unwanted) {
                  ++begun;
                  while (k == 1 && !unwanted) std::this_thread::yield();  // for ever, if it were not told
                },
            .accept =
                [&](std::uint64_t k) {
                  accepted.push_back(k);
                  return false;
                }});
  EXPECT_EQ(accepted, first_numbers(1));
  EXPECT_LE(begun, 2U);
}

TEST(WorkerPool, HasAThreadEvenIfNoneWasAskedFor) {
  EXPECT_EQ(WorkerPool(0).size(), 1U);
}

TEST(ThreadCount, IsWhatWasAskedForButNoMoreThanThereAreTasks) {
  EXPECT_EQ(thread_count(3, 100), 3U);
  EXPECT_EQ(thread_count(3, 2), 2U);
  EXPECT_EQ(thread_count(3, 0), 1U);
  EXPECT_GE(thread_count(0, 100), 1U);
  EXPECT_EQ(thread_count(0, 1), 1U);
}

TEST(ThreadsInside, AreThoseThatHaveNoTaskOfTheirOwn) {
  EXPECT_EQ(threads_inside(4, 100), 1U);
  EXPECT_EQ(threads_inside(4, 4), 1U);
  EXPECT_EQ(threads_inside(5, 2), 2U);
  EXPECT_EQ(threads_inside(4, 1), 4U);
  EXPECT_EQ(threads_inside(4, 0), 4U);
}

}  // namespace
}  // namespace sotto
