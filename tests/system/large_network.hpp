// SPDX-License-Identifier: MIT
// The program with a network that is just large enough to be nowhere as a whole.
#pragma once

#include "system/program.hpp"

namespace sotto::test {

inline const std::string large = R"(
[problem]
dimension = 2
records_per_node = 2
[graph]
kind = "random-regular"
nodes = 100000
degree = 4
weights = "metropolis"
[privacy]
epsilon = 4.0
delta = 1e-6
[algorithm]
rounds = 2
consensus_cap = 2
[run]
trials = 2
seed = 3
baselines = "none"
)";

/// The same with other lines in the place of some.
inline std::string large_with(const std::string& lines, const std::string& instead) {
  std::string text = large;
  return text.replace(text.find(lines), lines.size(), instead);
}

struct ProgramWithLargeNetwork : Program {
  explicit ProgramWithLargeNetwork(const std::string& text = large) { folder.write("large.toml", text); }
};

inline const Words run_large{"run", "large.toml", "--out", "result"};

}  // namespace sotto::test
