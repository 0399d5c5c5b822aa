// SPDX-License-Identifier: MIT
// The person at the terminal, or later at a log: progress with the time that is left, remarks, and Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "sotto/data/dataset/dataset.hpp"
#include "sotto/federation/host/log_writer.hpp"
#include "sotto/input/long_wait.hpp"

namespace sotto::app {

/// Where stderr is no terminal, as under mpirun and in a job's log, progress is a line. The next one comes at the
/// earliest so many seconds later (a minute unless this is said), and not before another tenth of the time has gone by.
void say_progress_every(std::chrono::seconds pace);

class ProgressBar {
 public:
  enum class Show { if_terminal, in_lines_too, never };
  explicit ProgressBar(Show show);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// How far it is, and how long it will take. Nothing wanted: `unit` says what is waited for, and how long already.
  void update(std::uint32_t done, std::uint32_t wanted, const std::string& unit);
  /// The same of what is not counted: the share of the way that is behind.
  void update_share(const std::string& what, double share);
  /// Makes room for a remark; the next update draws it again.
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  struct State {
    std::string what = {};
    std::uint32_t done = 0, wanted = 0;
    double share = 0;  ///< of the way; 0: nobody knows how long it takes
    Clock::time_point start = Clock::now();
  };

  void take(State state, bool at_an_end);  ///< holds the mutex
  void draw();                             ///< holds the mutex
  void say();                              ///< holds the mutex
  std::string words(const std::string& bar) const;
  void tick(const std::stop_token& stop);

  enum class Form { none, bar, lines };
  Form form_;
  std::mutex mutex_;
  std::condition_variable_any ticked_;
  bool drawn_ = false;
  State state_;
  Clock::time_point last_drawn_{}, begun_ = Clock::now(), next_line_;
  std::jthread ticker_;  ///< draws again twice a second; the last member, so that it ends first
};

/// While it lives, a terminal says what is waited for, and how far it is where that can be told.
class Waiting {
 public:
  Waiting(bool quiet, const std::string& what);

 private:
  ProgressBar bar_;
  std::optional<ListeningToWaits> ears_;
};

/// Whether a person may be reading stderr, and no file keeps it.
bool at_terminal();

/// From now on nothing is said here, on stdout neither: another program says it. And the end of that.
void be_silent();
void speak_again();
bool is_silent();

/// Columns of the terminal at stderr; 80 where it does not say.
std::size_t terminal_width();

/// A remark for the person at the terminal, on stderr.
void remark(const std::string& label, const std::string& text);

void to_stderr(const std::string& text);
/// From now on nothing here waits for the reader of stderr. `lost` says that lines were left out.
const LogWriter& write_stderr_in_background(const std::function<std::string(std::uint64_t)>& lost);

/// The flag that the first Ctrl-C sets (or SIGTERM, or SIGUSR1, which job schedulers send), and which asks for an
/// orderly end; the second one ends at once.
const std::atomic<bool>& watch_for_interrupt();

/// What rules had to mend in a data file: for the operator's terminal, and for nothing else. `whose`: the owner, and
/// `dropped`: what becomes of rows that they drop.
struct RowRules {
  std::string whose;
  std::string dropped;
};
void remark_on(const RowCounts& counts, const RowRules& rules);

}  // namespace sotto::app
