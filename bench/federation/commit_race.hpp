// SPDX-License-Identifier: MIT
// Five processes that commit a round's row at once, each into its own store.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

namespace sotto::bench {

class CommitRace {
 public:
  CommitRace(const std::filesystem::path& folder, int processes, std::size_t row_bytes);
  ~CommitRace();
  CommitRace(const CommitRace&) = delete;
  CommitRace& operator=(const CommitRace&) = delete;

  /// Seconds from the signal to the last of them.
  double once();

 private:
  struct Runner {
    pid_t pid;
    int go;
    int done;
  };
  std::vector<Runner> runners_;
};

}  // namespace sotto::bench
