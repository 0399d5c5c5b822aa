// SPDX-License-Identifier: MIT
#include "node_screen.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <sstream>

#include "sotto/federation/runner/waiting_words.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/table.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

using SteadyClock = std::chrono::steady_clock;

std::string sentence(const NodeEvent& event) {
  return event.neighbour.empty() ? event.text : event.neighbour + ": " + event.text;
}

/// Lines that a terminal does not break: what is drawn over is counted in lines.
std::string clipped(const std::string& text, std::size_t width) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all += line.substr(0, width) + "\n";
  return all;
}

/// "00:06:12".
std::string clock_text(std::chrono::seconds seconds) {
  const auto all = seconds.count();
  return fmt::format("{:02}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
}

const char* stage_of(const NodeStatus& status) {
  if (status.finished) return "done";
  if (!status.agreed) return "until all members have said their keys";
  if (status.masked) return "masked sums";
  return status.round > status.gradient_rounds ? "averaging" : "gradients and noise";
}

std::string status_text(const NodeStatus& status) {
  const std::string kind = status.dry_run ? "DRY RUN  " : status.trial ? "TRIAL  " : "";
  std::string text = fmt::format("{}{}  run {}  round {}/{} ({})\n", kind, status.name, status.run.hex().substr(0, 16),
                                 status.round, status.last_round, stage_of(status));
  if (status.late_beats.value_or(0) > 0) text += fmt::format("late beats: {}\n", *status.late_beats);
  ReportTable table{.columns = {status.masked ? "member" : "neighbour", "round", "state", "since"}};
  for (const NeighbourStatus& one : status.neighbours) {
    const bool done = status.finished && one.last_round == status.last_round;
    const std::string state = done                ? "done"
                              : !one.is_neighbour ? (one.waited_for ? "waited for, " : "") + one.remark
                              : !one.connected    ? "waiting: " + one.remark
                              : one.waited_for    ? "waited for"
                                                  : one.remark;
    table.add({one.name, std::to_string(one.last_round), state.substr(0, 60), clock_text(one.since)});
  }
  const std::string words = words_on_waiting(status);
  return text + table.text() + (words.empty() ? "" : words + "\n");
}

/// Draws over what it drew before.
class LiveTable final : public NodeObserver {
 public:
  explicit LiveTable(const LogWriter& log) : log_(log) {}
  ~LiveTable() override { to_stderr("\033[?25h"); }

  void happened(const NodeEvent& event) override {
    if (event.level == NodeEvent::Level::note) return;
    erase();
    remark(std::string(name_of(event.level)), sentence(event));
  }

  void changed(const NodeStatus& status) override {
    const auto now = SteadyClock::now();
    if (now - drawn_ < std::chrono::milliseconds(200) && !status.finished) return;
    drawn_ = now;
    erase();
    const std::string text = clipped(status_text(status), terminal_width());
    lines_ = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    to_stderr("\033[?25l" + text);
  }

  std::uint64_t lines_lost() const override { return log_.lost(); }

 private:
  void erase() {
    if (lines_ > 0) to_stderr(fmt::format("\033[{}A\r\033[J", lines_));
    lines_ = 0;
  }

  const LogWriter& log_;
  std::size_t lines_ = 0;
  SteadyClock::time_point drawn_{};
};

class JsonLog final : public NodeObserver {
 public:
  JsonLog(bool quiet, const LogWriter& log) : quiet_(quiet), log_(log) {}

  static std::string lost_text(std::uint64_t lines) {
    Json line = stamp("warning", "log-lost");
    line["text"] = fmt::format("{} lines were left out: nobody read them in time", lines);
    return text_of(line);
  }

  void happened(const NodeEvent& event) override {
    if (quiet_ && event.level != NodeEvent::Level::alarm) return;
    Json line = stamp(name_of(event.level), event.event);
    line["text"] = event.text;
    if (!event.neighbour.empty()) line["neighbour"] = event.neighbour;
    to_stderr(text_of(line));
  }

  std::uint64_t lines_lost() const override { return log_.lost(); }

  /// Says rounds once a second, and which neighbours are waited for once a minute.
  void changed(const NodeStatus& status) override {
    const auto now = SteadyClock::now();
    const auto pause = std::chrono::seconds(status.round == round_ ? 60 : 1);
    if (quiet_ || now - said_ < pause) return;
    said_ = now;
    round_ = status.round;
    Json line = stamp("note", "progress");
    line["round"] = status.round;
    line["last_round"] = status.last_round;
    if (status.late_beats) line["late_beats"] = *status.late_beats;
    for (const NeighbourStatus& one : status.neighbours)
      if (one.waited_for) line["waiting_for"][one.name] = fmt::format("{} {}", one.remark, clock_text(one.since));
    if (const std::string words = words_on_waiting(status); !words.empty()) line["if_lost"] = words;
    to_stderr(text_of(line));
  }

 private:
  static Json stamp(std::string_view level, const std::string& event) {
    return {{"time", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
            {"level", level},
            {"event", event}};
  }

  static std::string text_of(const Json& line) { return dump_line(line) + "\n"; }

  bool quiet_;
  const LogWriter& log_;
  Round round_ = 0;
  SteadyClock::time_point said_{};
};

}  // namespace

std::unique_ptr<NodeObserver> make_node_screen(bool quiet) {
  if (at_terminal() && !quiet)
    return std::make_unique<LiveTable>(write_stderr_in_background(
        [](std::uint64_t parts) { return fmt::format("sotto: {} parts of this were not shown in time\n", parts); }));
  return std::make_unique<JsonLog>(quiet, write_stderr_in_background(&JsonLog::lost_text));
}

}  // namespace sotto::app
