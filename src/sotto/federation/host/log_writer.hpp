// SPDX-License-Identifier: MIT
// Writes a log without ever waiting for its reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace sotto {

/// A thread of its own writes; what waits for it is bounded. What does not fit is left out and counted, and the count
/// is written as soon as the descriptor takes something again.
class LogWriter {
 public:
  struct Setup {
    int descriptor;
    std::size_t most_bytes = std::size_t{1} << 18;         ///< that wait
    std::function<std::string(std::uint64_t)> lost_lines;  ///< what to write when so many were left out
  };
  explicit LogWriter(Setup setup);
  /// Waits a second for what is not written yet, and no longer.
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  void write(std::string text);
  std::uint64_t lost() const;  ///< since the beginning

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // the thread outlives this where a write never ends
};

}  // namespace sotto
