// SPDX-License-Identifier: MIT
#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace sotto::app {
namespace {

/// Set while a thread of its own writes.
LogWriter* background = nullptr;

struct Background {
  explicit Background(const std::function<std::string(std::uint64_t)>& lost)
      : writer({.descriptor = STDERR_FILENO, .lost_lines = lost}) {
    background = &writer;
  }
  ~Background() { background = nullptr; }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  LogWriter writer;
};

bool colour() {
  const char* no_color = std::getenv("NO_COLOR");
  return at_terminal() && (no_color == nullptr || *no_color == '\0');
}

std::string duration(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  return whole < 60 ? fmt::format("{} s", whole) : fmt::format("{} min {:02} s", whole / 60, whole % 60);
}

std::atomic<bool> asked_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only set a lock-free flag");

}  // namespace

bool at_terminal() {
  return ::isatty(STDERR_FILENO) != 0;
}

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

ProgressBar::ProgressBar(Show show) : visible_(show == Show::if_terminal && at_terminal()) {}

void ProgressBar::wipe() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

void ProgressBar::update(std::uint32_t done, std::uint32_t wanted, const std::string& unit) {
  const auto now = Clock::now();
  const bool at_an_end = done == wanted;
  if (!visible_ || (now - last_drawn_ < std::chrono::milliseconds(100) && !at_an_end)) return;
  if (done == 0) start_ = now;  // what was waited for before is no measure of what comes
  last_drawn_ = now;
  drawn_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  std::string line = unit + " ...";
  if (wanted > 0) {
    const auto filled = static_cast<std::size_t>(24.0 * done / wanted);
    line = fmt::format("[{}{}] {}/{} {}", std::string(filled, '#'), std::string(24 - filled, '.'), done, wanted, unit);
    if (done > 0) line += fmt::format(", {} left", duration(elapsed / done * (wanted - done)));
  }
  std::fputs(("\r\033[K" + line.substr(0, terminal_width() - 1)).c_str(), stderr);
  std::fflush(stderr);
}

void remark(const std::string& label, const std::string& text) {
  const bool bold = colour();
  to_stderr(fmt::format("{}sotto: {}:{} {}\n", bold ? "\033[1m" : "", label, bold ? "\033[0m" : "", text));
}

void to_stderr(const std::string& text) {
  if (background != nullptr) return background->write(text);
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

const LogWriter& write_stderr_in_background(const std::function<std::string(std::uint64_t)>& lost) {
  static const Background kept(lost);  // until the program ends: its last words go the same way
  return kept.writer;
}

const std::atomic<bool>& watch_for_interrupt() {
  static const bool watching = [] {  // once: a second signal has its usual effect
    struct sigaction action {};
    action.sa_handler = [](int) { asked_to_stop = true; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    return sigaction(SIGINT, &action, nullptr) == 0 && sigaction(SIGTERM, &action, nullptr) == 0;
  }();
  static_cast<void>(watching);
  return asked_to_stop;
}

void remark_on(const RowCounts& counts, const RowRules& rules) {
  const auto say = [](std::uint64_t count, const std::string& what) {
    if (count > 0) remark("note", fmt::format("{} {}", count, what));
  };
  say(counts.dropped_rows, fmt::format("rows are dropped by {} rules and {}", rules.whose, rules.dropped));
  say(counts.clipped_rows, fmt::format("rows are longer than {} row_norm and were scaled down to it", rules.whose));
  say(counts.clipped_cells, "values lie outside their range and were moved to its end");
  say(counts.substituted_cells, "missing values were substituted");
  say(counts.unknown_levels, "values are none of their levels and count as none");
}

}  // namespace sotto::app
