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

/// Puts the file's digest into the manifest: as who made the folder could have.
inline void sign_again(const Program& sotto, const std::string& folder, const std::string& file) {
  const Transcript said =
      run_subprocess({.words = {"/usr/bin/sha256sum", (sotto.folder.path() / folder / file).string()}, .folder = "/"});
  Json manifest = Json::parse(sotto.folder.read(folder + "/manifest.json"));
  manifest["sha256"][file] = said.out.substr(0, 64);
  sotto.folder.write(folder + "/manifest.json", manifest.dump());
}

}  // namespace sotto::test
