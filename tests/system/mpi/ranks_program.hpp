// SPDX-License-Identifier: MIT
// The program as mpirun starts it, on one machine.
#pragma once

#include <optional>

#include "support/on_ranks.hpp"
#include "system/large_network.hpp"

namespace sotto::test {

inline Launch over_ranks(const Program& sotto, int ranks, const Words& words) {
  return over_ranks(sotto.launch(words), ranks);
}

/// The first rank of a program beside two others that do something else.
inline Launch beside(Launch first, const Words& others) {
  first.words = first.words + Words{":", "-n", "2"} + others;
  return first;
}

/// Both folders "result" hold the same files with the same bytes, the command line that made them included.
inline void expect_same_results(const Program& a, const Program& b) {
  ASSERT_EQ(a.folder.entries("result"), b.folder.entries("result"));
  for (const std::string& name : a.folder.entries("result"))
    EXPECT_TRUE(a.folder.read("result/" + name) == b.folder.read("result/" + name)) << name;
}

/// The same of their numbers: the command lines may differ.
inline void expect_same_numbers(const Program& a, const Program& b) {
  for (const std::string name : {"results.csv", "rounds.csv", "nodes.csv"})
    EXPECT_EQ(a.folder.read("result/" + name), b.folder.read("result/" + name)) << name;
}

inline bool has_state(const Program& sotto) {
  return std::filesystem::exists(sotto.folder.path() / "result.unfinished" / "state.bin");
}

/// The process of this rank that works in the program's folder; nothing before it is there.
std::optional<::pid_t> process_of(const Program& sotto, int rank);

/// Kills a rank as soon as there is a state: mpirun must say so and end within 30 seconds.
void run_and_kill(const Program& sotto, Launch launch, int rank);

/// From the moment at which `when` holds rank 0 can write no file.
Transcript run_and_lose_the_disk(const Program& sotto, Launch launch, std::function<bool(const Transcript&)> when);

/// Sends mpirun a signal as soon as there is a state, and expects that it is kept.
void run_and_signal(const Program& sotto, Launch launch, int signal);

}  // namespace sotto::test
