// SPDX-License-Identifier: MIT
// What people see of a running node.
#include "node_screen.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sotto/report/text_table.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

using SteadyClock = std::chrono::steady_clock;

std::string_view name_of(NodeEvent::Level level) {
  switch (level) {
    case NodeEvent::Level::note:
      return "note";
    case NodeEvent::Level::warning:
      return "warning";
    case NodeEvent::Level::alarm:
      return "alarm";
  }
  return "";
}

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

/// Draws over what it drew before.
class LiveTable final : public NodeObserver {
 public:
  ~LiveTable() override { std::fputs("\033[?25h", stderr); }

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
    std::fputs(("\033[?25l" + text).c_str(), stderr);
    std::fflush(stderr);
  }

 private:
  void erase() {
    if (lines_ > 0) std::fputs(fmt::format("\033[{}A\r\033[J", lines_).c_str(), stderr);
    lines_ = 0;
  }

  std::size_t lines_ = 0;
  SteadyClock::time_point drawn_{};
};

class JsonLog final : public NodeObserver {
 public:
  explicit JsonLog(bool quiet) : quiet_(quiet) {}

  void happened(const NodeEvent& event) override {
    if (quiet_ && event.level != NodeEvent::Level::alarm) return;
    Json line = stamp(name_of(event.level), event.event);
    line["text"] = event.text;
    if (!event.neighbour.empty()) line["neighbour"] = event.neighbour;
    write(line);
  }

  /// Rounds once a second, and who is waited for once a minute.
  void changed(const NodeStatus& status) override {
    const auto now = SteadyClock::now();
    const auto pause = std::chrono::seconds(status.round == round_ ? 60 : 1);
    if (quiet_ || now - said_ < pause) return;
    said_ = now;
    round_ = status.round;
    Json line = stamp("note", "progress");
    line["round"] = status.round;
    line["last_round"] = status.last_round;
    for (const NeighbourStatus& one : status.neighbours)
      if (one.waited_for) line["waiting_for"][one.name] = fmt::format("{} {}", one.remark, clock_text(one.since));
    write(line);
  }

 private:
  using Json = nlohmann::ordered_json;

  static Json stamp(std::string_view level, const std::string& event) {
    return {{"time", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
            {"level", level},
            {"event", event}};
  }

  static void write(const Json& line) {
    std::fputs((line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n").c_str(), stderr);
  }

  bool quiet_;
  Round round_ = 0;
  SteadyClock::time_point said_{};
};

}  // namespace

std::string clock_text(std::chrono::seconds seconds) {
  const auto all = seconds.count();
  return fmt::format("{:02}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
}

std::string status_text(const NodeStatus& status) {
  const std::string kind = status.dry_run ? "DRY RUN  " : status.trial ? "TRIAL  " : "";
  const char* stage = status.finished                         ? "done"
                      : status.round > status.gradient_rounds ? "averaging"
                                                              : "gradients and noise";
  std::string text = fmt::format("{}{}  run {}  round {}/{} ({})\n", kind, status.name, status.run.hex().substr(0, 16),
                                 status.round, status.last_round, stage);
  TextTable table({"neighbour", "round", "state", "since"});
  for (const NeighbourStatus& one : status.neighbours) {
    const bool done = status.finished && one.last_round == status.last_round;
    const std::string state = done             ? "done"
                              : !one.connected ? "waiting: " + one.remark
                              : one.waited_for ? "waited for"
                                               : one.remark;
    table.add({one.name, std::to_string(one.last_round), state.substr(0, 60), clock_text(one.since)});
  }
  return text + table.text();
}

std::unique_ptr<NodeObserver> make_node_screen(bool quiet) {
  if (at_terminal() && !quiet) return std::make_unique<LiveTable>();
  return std::make_unique<JsonLog>(quiet);
}

}  // namespace sotto::app
