// SPDX-License-Identifier: MIT
// sotto node: one party of a federation. Runs, and resumes by itself.
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "command.hpp"
#include "node_screen.hpp"
#include "output.hpp"
#include "sotto/consensus/public_domain.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/federation/host/host_check.hpp"
#include "sotto/federation/host/service_manager.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "sotto/files/durable_file.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/plan/certificate_report.hpp"
#include "sotto/report/plan/plan_values.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

void write_whole(const std::filesystem::path& path, const std::string& text) {
  write_durably({.field = "--state", .path = path.string(), .kind = FaultKind::store}, text);
}

/// Why this is no private result; empty where it is one.
std::string why_not_private(const PreparedNode& node, const NodeOptions& options, const NodeOutcome& outcome) {
  if (options.dry_run) return "DRY RUN: no record took part";
  if (!outcome.noise_was_secret) return "the noise was seeded: this program is for tests";
  if (node.manifest.purpose() == Purpose::trial) return "TRIAL: no real ledger was debited for these records";
  return "";
}

/// By the plan that the run was debited for: after an amendment no round costs more.
Certificate certificate_of(const PreparedNode& node) {
  return certificate_of_node(node.number, node.manifest.plan_of(node.number));
}

/// Which spare rounds were used, and without whom the run ended.
std::string amendments_text(const PreparedNode& node) {
  if (node.session.number() == 0) return "";
  std::string without;
  for (NodeId i = 0; i < node.manifest.parties().size(); ++i)
    if (!node.session.has(i)) without += (without.empty() ? "" : ", ") + node.manifest.parties()[i].name;
  return fmt::format("\nSpare rounds used: {}. The run ended without {}; {} members were left.\n",
                     node.session.number(), without, node.session.members().size());
}

std::string model_text(const PreparedNode& node, const std::string& not_private, std::span<const double> x) {
  const Agreement& agreement = node.manifest.agreement();
  const RunIdentity made_by = identity();
  ModelPrivacy privacy{.why_not_private = not_private};
  if (not_private.empty()) privacy.certificate = certificate_json(certificate_of(node));
  return model_json({.loss = *agreement.declared()->loss(),
                     .schema = agreement.terms().data->schema,
                     .coefficients = {x.begin(), x.end()},
                     .privacy = privacy,
                     .origin = {.version = made_by.version, .commit = made_by.commit, .digest = node.run.hex()}});
}

Json result_json(const PreparedNode& node, const std::string& not_private, std::span<const double> x) {
  const Plan& plan = node.manifest.plan_of(node.number);
  const PrivacyBudget& promise = plan.request().budget;
  Json json{{"schema", "sotto.node-result/1"},
            {"run", node.run.hex()},
            {"node", node.number},
            {"name", node.party().name},
            {"trial", node.manifest.purpose() == Purpose::trial},
            {"private", not_private.empty()},
            {"why_not_private", not_private},
            {"epsilon", promise.epsilon},
            {"delta", promise.delta},
            {"rounds", node.manifest.last_round()},
            {"x", std::vector<double>(x.begin(), x.end())}};
  if (const MaskedSums* sums = masked_sums(plan.request().mechanism)) {
    add_masked_sums(json, *sums, epsilon_of(plan.request().accountant, plan, Threat::all_others()));
    json["masked_sums"]["spare_rounds_used"] = node.session.number();
    json["masked_sums"]["members_at_the_end"] = node.session.members().size();
  }
  return json;
}

/// Writes result.json, certificate.txt, and model.json where a model can be used on other rows, under STATE/runs: to
/// temporary names, and renamed. Writing it again changes nothing. What is said of it, as JSON or as text.
std::string write_result(const PreparedNode& node, const NodeOptions& options, const NodeOutcome& outcome, bool json) {
  Released y = *outcome.result;
  y.project_onto(node.manifest.agreement().domain());
  const std::string not_private = why_not_private(node, options, outcome), name = node.run.hex().substr(0, 16);
  const std::filesystem::path folder = (options.dry_run ? options.state / "dry-run" : options.state) / "runs" / name;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string result = dump(result_json(node, not_private, y.values()));
  write_whole(folder / "result.json", result);
  if (not_private.empty())
    write_whole(folder / "certificate.txt", certificate_text(certificate_of(node)) + amendments_text(node));
  if (node.manifest.agreement().declared()->loss())
    write_whole(folder / "model.json", model_text(node, not_private, y.values()));
  if (json) return result;
  return fmt::format("  {} has finished run {}\n  results: {}\n", node.party().name, name,
                     printable_path(folder.string())) +
         (not_private.empty() ? "" : "  NOT PRIVATE: " + not_private + "\n");
}

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
  const std::optional<std::uint64_t> port = number_of_text<std::uint64_t>(text);
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
    const std::optional<std::uint64_t> seconds = number_of_text<std::uint64_t>(linger);
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
  command.takes_state("the node's state folder: identity, ledger, rounds");
  command.takes_value("--listen", Wanted::optional, "address:port (default: all addresses, the manifest's port)");
  command.takes_value("--health", Wanted::optional, "port on loopback for /healthz, /readyz and /metrics");
  command.takes_value("--linger", Wanted::optional, "seconds that a finished node waits for its neighbours (60)");
  command.takes_switch("--dry-run", "the whole protocol on drawn records: no file is opened, no budget is touched");
}

ExitCode node(const Command& command) {
  const NodeOptions options = options_of(command);
  leave_no_core_dump();
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
  print(write_result(prepared, options, outcome, command.json()));
  return ok;
}

}  // namespace

const Subcommand node_command{"node", "one party of a federation: runs, and resumes by itself", describe_node, node};

}  // namespace sotto::app
