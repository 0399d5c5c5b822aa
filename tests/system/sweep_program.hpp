// SPDX-License-Identifier: MIT
// The program with a sweep that takes milliseconds.
#pragma once

#include "system/program.hpp"

namespace sotto::test {

inline const std::string small_sweep = small_configuration + R"([sweep]
title = "A small sweep"
x = "privacy.epsilon"
values = [2, 4]
metrics = ["normalised_error", "theory_exact"]
baselines = ["node_alone"]
[sweep.series."ours"]
[sweep.series."the paper's"]
privacy.schedule = "paper"
)";

/// The program with sweep.toml in its folder.
class ProgramWithSweep : public Program {
 public:
  explicit ProgramWithSweep(const std::string& text = small_sweep) { folder.write("sweep.toml", text); }
};

}  // namespace sotto::test
