// SPDX-License-Identifier: MIT
// Processes of this same program, started and waited for.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sotto::app {

class ChildProcess {
 public:
  /// What it says goes to files.
  struct Outputs {
    std::filesystem::path out;
    std::filesystem::path err;
  };
  /// This program again, with these words. InvalidInput (store) where it cannot be started.
  ChildProcess(const std::vector<std::string>& words, const Outputs& outputs);
  ~ChildProcess();  ///< asks it to end, and waits
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ChildProcess(ChildProcess&& other) noexcept;

  /// The exit status, or 128 + the signal; nothing while it runs.
  std::optional<int> status();
  void ask_to_end();

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
};

}  // namespace sotto::app
