// SPDX-License-Identifier: MIT
// Progress on a terminal: on stderr, only if that is a terminal, with the time that is left.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "sotto/federation/host/log_writer.hpp"

namespace sotto::app {

class ProgressBar {
 public:
  enum class Show { if_terminal, never };
  explicit ProgressBar(Show show);
  ~ProgressBar() { wipe(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::uint32_t done, std::uint32_t wanted, const char* unit);
  /// Makes room for a remark; the next update draws it again.
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  bool visible_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_drawn_{};
};

/// Whether a person may be reading stderr, and no file keeps it.
bool at_terminal();

/// Columns of the terminal at stderr; 80 where it does not say.
std::size_t terminal_width();

/// A remark for the person at the terminal, on stderr.
void remark(const std::string& label, const std::string& text);

void to_stderr(const std::string& text);
/// From now on until the program ends, nothing here waits for the reader of stderr. `lost` says that lines were left
/// out.
const LogWriter& write_stderr_in_background(const std::function<std::string(std::uint64_t)>& lost);

}  // namespace sotto::app
