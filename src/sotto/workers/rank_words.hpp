// SPDX-License-Identifier: MIT
// What ranks say to each other beside their results: faults, and that one has ended.
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sotto/input/bytes.hpp"
#include "sotto/workers/ranks.hpp"

namespace sotto {

/// The first number of a parcel.
enum class RankWord : std::uint64_t {
  ready,    ///< another rank to rank 0: so many threads, and what work
  task,     ///< rank 0: this one is yours
  brought,  ///< a task, and what it brought
  failed,   ///< a task, and its fault
  stop,     ///< rank 0: no more is wanted
  means,    ///< another rank to rank 0, before the work begins: what it was given, or is
  same,     ///< rank 0: all have the same
  gone,     ///< nobody is at work here any more
  settled,  ///< rank 0: all are gone, the work is over
  ended     ///< the program ends: with this exit code, and at other ranks its fault
};
/// A parcel begins so.
BytesOut parcel_of(RankWord word);
RankWord word_in(BytesIn& parcel);

/// How long who waits for parcels sleeps: far below the time of a task, and far above what a look costs.
inline constexpr auto between_looks = std::chrono::microseconds(300);

/// A fault as bytes: a refusal keeps its words. What other exceptions say may follow from records, and stays here.
std::string bytes_of_fault(const std::exception_ptr& fault);
/// The same exception as far as it was said; null where the bytes hold none.
std::exception_ptr fault_in(std::string_view bytes);

/// At another rank: rank 0 has ended, so nobody waits for what this one does.
struct RankZeroEnded : std::exception {
  explicit RankZeroEnded(int its_code) : code(its_code) {}
  int code;
};

/// How a program of several ends: all with rank 0's exit code. Others than rank 0 tell it their fault, which it says
/// in its own words. Nothing where somebody did not answer in time: the others must be ended by force.
struct OwnEnd {
  int code;
  std::exception_ptr fault = nullptr;
};
std::optional<int> end_together(Ranks& ranks, const OwnEnd& own, std::chrono::milliseconds patience);

/// Waits until all have come here with the same text; rank 0 refuses (InvalidInput) one that has another. A rank that
/// ended instead ends all with its words. Where ranks do the same things together, it comes first: with different
/// settings they would wait for each other for ever, or mix their results.
void agree_on(Ranks& ranks, const std::string& what);
/// In the same way: rank 0 refuses those that are another program.
void check_same_program(Ranks& ranks, const std::string& own);
/// All ranks do their part of something that may fail on one of them, as a file that cannot be written. Where it does,
/// all throw its fault, in place of waiting for it at what comes next.
void succeed_together(Ranks& ranks, const std::function<void()>& part);
/// Refuses (InvalidInput) a rank that was given another piece of work than rank 0.
[[noreturn]] void refuse_other_work(unsigned rank);

/// What a rank said that ended before the work was over: throws its fault, with its number.
[[noreturn]] void throw_fault_of_ended(unsigned rank, std::string_view fault);

}  // namespace sotto
