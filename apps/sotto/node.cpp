// SPDX-License-Identifier: MIT
// sotto node: one party of a federation. Runs, and resumes by itself.
#include <fmt/format.h>

#include "command.hpp"
#include "node_result.hpp"
#include "node_screen.hpp"
#include "output.hpp"
#include "row_remarks.hpp"
#include "sotto/federation/host/service_manager.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/conversion.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

/// Lets the host's service manager watch a node: what the screen is told goes there too.
class Supervision final : public NodeObserver {
 public:
  explicit Supervision(NodeObserver& screen) : screen_(screen), manager_(ServiceManager::of_environment()) {}

  void happened(const NodeEvent& event) override {
    screen_.happened(event);
    if (event.event == started_event) manager_.ready();  // it listens
    if (event.event == stopping_event) manager_.stopping();
  }

  /// The loop calls this: where it stands still, nobody says that it lives.
  void changed(const NodeStatus& status) override {
    screen_.changed(status);
    const auto now = std::chrono::steady_clock::now();
    manager_.alive(now);
    std::string line = fmt::format("round {} of {}", status.round, status.last_round);
    for (const NeighbourStatus& one : status.neighbours)
      if (one.waited_for) line += fmt::format("; waits for {}", one.name);
    manager_.status(line, now);
  }

  std::uint64_t lines_lost() const override { return screen_.lines_lost(); }

 private:
  NodeObserver& screen_;
  ServiceManager manager_;
};

std::optional<std::uint16_t> port_in(const Command& command, const std::string& flag) {
  const std::string& text = command.value(flag);
  if (text.empty()) return std::nullopt;
  const std::optional<std::uint64_t> port = parse_unsigned(text);
  if (!port || *port < 1 || *port > 65535)
    throw InvalidInput({flag, printable(text), "must be a port: a whole number from 1 to 65535"});
  return static_cast<std::uint16_t>(*port);
}

NodeOptions options_of(const Command& command) {
  NodeOptions options{.manifest = command.value("--manifest"),
                      .data = command.value("--data"),
                      .labels = command.value("--labels"),
                      .state = command.value("--state"),
                      .health_port = port_in(command, "--health"),
                      .dry_run = command.is_on("--dry-run")};
  if (const std::string& listen = command.value("--listen"); !listen.empty()) {
    options.listen = address_in(listen);
    if (!options.listen)
      throw InvalidInput({"--listen", printable(listen), "must be an address and a port: 0.0.0.0:7700"});
  }
  if (const std::string& linger = command.value("--linger"); !linger.empty()) {
    const std::optional<std::uint64_t> seconds = parse_unsigned(linger);
    if (!seconds || *seconds > 86'400)
      throw InvalidInput({"--linger", printable(linger), "must be 0 to 86400 seconds"});
    options.linger = std::chrono::seconds(*seconds);
  }
  if (options.data.empty() && !options.dry_run)
    throw InvalidInput({"--data", "", "is required, but for a dry run: the file of this party's records"});
  return options;
}

void describe_node(Command& command) {
  using Wanted = Command::Wanted;
  using Names = Command::Names;
  command.takes_value("--manifest", Wanted::required, "what all parties agreed on and signed (TOML)", Names::file);
  command.takes_value("--data", Wanted::optional, "this party's records; never opened in a dry run", Names::file);
  command.takes_value("--labels", Wanted::optional, "of NPY and IDX: a file of labels beside --data", Names::file);
  command.takes_value("--state", Wanted::required, "the node's state folder: identity, ledger, rounds", Names::folder);
  command.takes_value("--listen", Wanted::optional, "address:port (default: all addresses, the manifest's port)");
  command.takes_value("--health", Wanted::optional, "port on loopback for /healthz, /readyz and /metrics");
  command.takes_value("--linger", Wanted::optional, "seconds that a finished node waits for its neighbours (60)");
  command.takes_switch("--dry-run", "the whole protocol on drawn records: no file is opened, no budget is touched");
}

ExitCode node(const Command& command) {
  const NodeOptions options = options_of(command);
  const std::unique_ptr<NodeObserver> screen = make_node_screen(command.quiet());
  PreparedNode prepared = prepare_node(options);
  if (!command.quiet() && at_terminal()) remark_on(prepared.counts, {"the manifest's", "count as zeros"});
  if (prepared.manifest.purpose() == Purpose::trial && !command.quiet())
    remark("note", "TRIAL: one machine plays all parties");
  Supervision supervision(*screen);
  const NodeOutcome outcome = run_node(prepared, options, supervision);
  if (!outcome.finished) {
    if (!command.quiet()) remark("note", "stopped; the same command goes on where this ended");
    return ok;
  }
  const NodeResult result = write_node_result(prepared, options, outcome);
  print(command.json() ? result.json : result.text);
  return ok;
}

}  // namespace

const Subcommand node_command{"node", "one party of a federation: runs, and resumes by itself", describe_node, node};

}  // namespace sotto::app
