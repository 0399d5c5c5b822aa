// SPDX-License-Identifier: MIT
#include "node_result.hpp"

#include <fmt/format.h>

#include "output.hpp"
#include "sotto/consensus/public_domain.hpp"
#include "sotto/data/model/fitted_model.hpp"
#include "sotto/files/durable_file.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/plan/certificate_report.hpp"

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

std::string model_text(const PreparedNode& node, const std::string& not_private, std::span<const double> x) {
  const Agreement& agreement = node.manifest.agreement();
  const RunIdentity made_by = identity();
  ModelPrivacy privacy{.why_not_private = not_private};
  if (not_private.empty()) privacy.certificate = certificate_json(certificate_of_node(node.number, node.plan()));
  return model_json({.loss = *agreement.declared()->loss(),
                     .schema = agreement.terms().data->schema,
                     .coefficients = {x.begin(), x.end()},
                     .privacy = privacy,
                     .origin = {.version = made_by.version, .commit = made_by.commit, .digest = node.run.hex()}});
}

Json result_json(const PreparedNode& node, const std::string& not_private, std::span<const double> x) {
  const PrivacyBudget& promise = node.plan().request().budget;
  return {{"schema", "sotto.node-result/1"},
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
}

}  // namespace

NodeResult write_node_result(const PreparedNode& node, const NodeOptions& options, const NodeOutcome& outcome) {
  Released y = *outcome.result;
  y.project_onto(node.manifest.agreement().domain());
  const std::string not_private = why_not_private(node, options, outcome);
  const std::filesystem::path state = options.dry_run ? options.state / "dry-run" : options.state;
  NodeResult result{.folder = state / "runs" / node.run.hex().substr(0, 16), .json = {}, .text = {}};
  std::error_code error;
  std::filesystem::create_directories(result.folder, error);
  result.json = dump(result_json(node, not_private, y.values()));
  write_whole(result.folder / "result.json", result.json);
  if (not_private.empty())
    write_whole(result.folder / "certificate.txt", certificate_text(certificate_of_node(node.number, node.plan())));
  if (node.manifest.agreement().declared()->loss())
    write_whole(result.folder / "model.json", model_text(node, not_private, y.values()));
  result.text = fmt::format("  {} has finished run {}\n  results: {}\n", node.party().name,
                            node.run.hex().substr(0, 16), printable(result.folder.string()));
  if (!not_private.empty()) result.text += "  NOT PRIVATE: " + not_private + "\n";
  return result;
}

}  // namespace sotto::app
