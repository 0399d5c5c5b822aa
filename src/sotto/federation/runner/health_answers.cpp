// SPDX-License-Identifier: MIT
// What a node tells about its health.
#include "sotto/federation/runner/health_answers.hpp"

#include <fmt/format.h>

namespace sotto {
namespace {

std::string metric(const char* name, const char* help, const std::string& lines) {
  return fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n{2}", name, help, lines);
}

std::string metrics(const NodeStatus& status, const Reserves& reserves) {
  std::string connected, waiting, rounds;
  for (const NeighbourStatus& one : status.neighbours) {
    connected += fmt::format("sotto_neighbour_connected{{neighbour=\"{}\"}} {}\n", one.name, one.connected ? 1 : 0);
    waiting += fmt::format("sotto_waiting_for{{neighbour=\"{}\"}} {}\n", one.name, one.waited_for ? 1 : 0);
    rounds += fmt::format("sotto_neighbour_round{{neighbour=\"{}\"}} {}\n", one.name, one.last_round);
  }
  return metric("sotto_round", "last committed round", fmt::format("sotto_round {}\n", status.round)) +
         metric("sotto_last_round", "round that ends the run",
                fmt::format("sotto_last_round {}\n", status.last_round)) +
         metric("sotto_debited", "whether the run was debited",
                fmt::format("sotto_debited {}\n", status.debited ? 1 : 0)) +
         metric("sotto_finished", "whether the run is finished",
                fmt::format("sotto_finished {}\n", status.finished ? 1 : 0)) +
         metric("sotto_budget_units_left", "what the dataset's ledger has left, in units of alpha",
                fmt::format("sotto_budget_units_left {}\n", reserves.budget_units_left)) +
         metric("sotto_certificate_not_after_seconds", "when this site's certificate expires, in seconds since 1970",
                fmt::format("sotto_certificate_not_after_seconds {}\n", reserves.certificate_not_after)) +
         (status.late_beats ? metric("sotto_late_beats", "beats that passed because a round was not ready",
                                     fmt::format("sotto_late_beats {}\n", *status.late_beats))
                            : "") +
         metric("sotto_log_lines_lost", "lines of the log that nobody read in time",
                fmt::format("sotto_log_lines_lost {}\n", status.lines_lost)) +
         metric("sotto_neighbour_connected", "whether a neighbour is connected", connected) +
         metric("sotto_waiting_for", "whether a neighbour is waited for", waiting) +
         metric("sotto_neighbour_round", "last round known of a neighbour", rounds);
}

}  // namespace

HttpAnswer health_answer(const std::string& path, const NodeStatus& status, const std::function<Reserves()>& reserves) {
  if (path == "/healthz") return {.body = "ok\n"};
  if (path == "/readyz" && status.is_ready()) return {.body = "ready\n"};
  if (path == "/readyz") {
    std::string missing;
    for (const NeighbourStatus& one : status.neighbours)
      if (!one.connected) missing += " " + one.name;
    return {.status = 503, .body = "not connected:" + missing + "\n"};
  }
  if (path == "/metrics")
    return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = metrics(status, reserves())};
  return {.status = 404, .body = "there are /healthz, /readyz and /metrics\n"};
}

}  // namespace sotto
