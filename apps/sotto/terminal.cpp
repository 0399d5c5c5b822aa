// SPDX-License-Identifier: MIT
#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "sotto/report/document/fold.hpp"

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

bool silent = false;
std::chrono::seconds progress_pace{60};

std::atomic<bool> asked_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only set a lock-free flag");

}  // namespace

bool at_terminal() {
  return !silent && ::isatty(STDERR_FILENO) != 0;
}

void be_silent() {
  silent = true;
}

void speak_again() {
  silent = false;
}

bool is_silent() {
  return silent;
}

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void say_progress_every(std::chrono::seconds seconds) {
  progress_pace = seconds;
}

ProgressBar::ProgressBar(Show show) : form_(Form::none), next_line_(begun_ + progress_pace) {
  if (show == Show::never || silent) return;
  if (at_terminal())
    form_ = Form::bar;
  else if (show == Show::in_lines_too)
    form_ = Form::lines;
  if (form_ != Form::none) ticker_ = std::jthread([this](const std::stop_token& stop) { tick(stop); });
}

ProgressBar::~ProgressBar() {
  wipe();
}

void ProgressBar::tick(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    ticked_.wait_for(lock, stop, std::chrono::milliseconds(500), [] { return false; });
    if (stop.stop_requested()) return;
    if (form_ == Form::lines) say();
    if (drawn_) draw();
  }
}

void ProgressBar::wipe() {
  const std::lock_guard lock(mutex_);
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

void ProgressBar::update(std::uint32_t done, std::uint32_t wanted, const std::string& unit) {
  if (form_ == Form::none) return;
  const std::lock_guard lock(mutex_);
  take({.what = unit, .done = done, .wanted = wanted, .share = wanted == 0 ? 0 : 1.0 * done / wanted}, done == wanted);
}

void ProgressBar::update_share(const std::string& what, double share) {
  if (form_ == Form::none) return;
  const std::lock_guard lock(mutex_);
  take({.what = what, .share = share}, false);
}

void ProgressBar::take(State state, bool at_an_end) {
  // What was waited for before is no measure of what comes.
  const bool same = state.what == state_.what;
  if (same && state.share >= state_.share && state.share > 0) state.start = state_.start;
  state_ = std::move(state);
  if (form_ == Form::lines) return say();
  if (!same || at_an_end || Clock::now() - last_drawn_ >= std::chrono::milliseconds(100)) draw();
}

std::string ProgressBar::words(const std::string& bar) const {
  const double elapsed = std::chrono::duration<double>(Clock::now() - state_.start).count();
  if (state_.wanted == 0 && state_.share == 0)
    return state_.what + " ..." + (elapsed < 2 ? "" : " " + duration(elapsed));
  const std::string left =
      state_.share > 0 ? fmt::format(", {} left", duration(elapsed / state_.share * (1 - state_.share))) : "";
  if (state_.wanted == 0) return fmt::format("{}{} {:.0f} %{}", bar, state_.what, 100 * state_.share, left);
  return fmt::format("{}{}/{} {}{}", bar, state_.done, state_.wanted, state_.what, left);
}

void ProgressBar::draw() {
  last_drawn_ = Clock::now();
  drawn_ = true;
  const auto filled = static_cast<std::size_t>(24 * state_.share);
  const std::string bar = fmt::format("[{}{}] ", std::string(filled, '#'), std::string(24 - filled, '.'));
  std::fputs(("\r\033[K" + words(bar).substr(0, terminal_width() - 1)).c_str(), stderr);
  std::fflush(stderr);
}

void ProgressBar::say() {
  const Clock::time_point now = Clock::now();
  if (state_.what.empty() || now < next_line_) return;
  next_line_ = now + std::max<Clock::duration>(progress_pace, (now - begun_) / 10);
  remark("progress", words(""));
}

Waiting::Waiting(bool quiet, const std::string& what)
    : bar_(quiet ? ProgressBar::Show::never : ProgressBar::Show::in_lines_too) {
  bar_.update(0, 0, what);
  if (quiet || silent) return;
  ears_.emplace([this, what](const char* part, double share, WaitOn on) {
    if (on == WaitOn::records && !at_terminal()) return;
    if (share < 1)
      bar_.update_share(part, share);
    else
      bar_.update(0, 0, what);
  });
}

void remark(const std::string& label, const std::string& text) {
  const std::string head = "sotto: " + label + ":";
  std::string line = head + " " + text + "\n";
  if (at_terminal()) line = folded(line, terminal_width());
  if (colour()) line = "\033[1m" + head + "\033[0m" + line.substr(head.size());
  to_stderr(line);
}

void to_stderr(const std::string& text) {
  if (silent) return;
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
    return sigaction(SIGINT, &action, nullptr) == 0 && sigaction(SIGTERM, &action, nullptr) == 0 &&
           sigaction(SIGUSR1, &action, nullptr) == 0;
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
