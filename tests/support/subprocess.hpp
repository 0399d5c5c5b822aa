// SPDX-License-Identifier: MIT
// Runs a program as a person or a script would, and keeps what it said.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sotto::test {

struct Transcript {
  std::string out;
  std::string err;
  int code = -1;          ///< the exit status, or 128 + the signal that ended it
  bool too_slow = false;  ///< it was killed at the time limit
};

struct Launch {
  std::vector<std::string> words;                                     ///< the program's path first
  std::filesystem::path folder;                                       ///< where it runs
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< beyond what is inherited
  std::string stdout_to = {};                                         ///< a file such as /dev/full in place of a pipe
  bool terminal = false;                                              ///< stderr is a terminal
  unsigned short columns = 0;                                         ///< not 0: stdout is a terminal so wide
  std::optional<std::uint64_t> largest_file = {};                     ///< writing beyond it fails, as on a full disk
  std::function<bool(const Transcript&)> signal_when = {};  ///< asked until it says yes, then `signal` is sent
  int signal = SIGINT;
  std::chrono::seconds limit{120};
};

/// Runs to the end. Standard input is empty; SOTTO_*, NO_COLOR and CLICOLOR* are not inherited.
Transcript run_subprocess(const Launch& launch);

}  // namespace sotto::test
