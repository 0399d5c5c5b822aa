// SPDX-License-Identifier: MIT
#include "sotto/audit/audit_refusals.hpp"

namespace sotto {
namespace {

void refuse_modes(const Scenario& scenario) {
  const AuditSettings& settings = scenario.configuration().audit;
  if (settings.mode == AuditMode::one_run && !scenario.configuration().privacy.nodes.empty())
    throw InvalidInput(
        {"audit.mode", "one-run",
         "canaries stand at all nodes and are judged by one promise: leave out [node.N], or use \"pair\""});
  if (settings.mode == AuditMode::one_run && !settings.records.empty())
    throw InvalidInput({"audit.records", settings.records, "belongs to audit.mode = \"pair\": canaries are drawn"});
  if (scenario.real() != nullptr && (settings.mode == AuditMode::one_run || !settings.records.empty()))
    throw InvalidInput(
        {"audit.mode", std::string(name_of(settings.mode)),
         "on files only \"pair\" is audited, without audit.records: the first record of a file is replaced"});
}

/// Arithmetic on what was released: a promise is the same with it and without.
void refuse_what_costs_nothing(const PlanRequest& request) {
  const auto refuse = [](const char* key, auto value, const std::string& plain) {
    throw InvalidInput({key, std::string(value),
                        "must be " + plain + " in an audit, which follows plain rounds: it costs no privacy"});
  };
  if (request.mixing_rounds != 1) refuse("algorithm.mixing_rounds", std::to_string(request.mixing_rounds), "1");
  if (request.acceleration != Acceleration::none)
    refuse("algorithm.acceleration", name_of(request.acceleration), "\"none\"");
  if (request.output != Output::last && masked_sums(request.mechanism) == nullptr)
    refuse("algorithm.output", name_of(request.output), "\"last\"");
}

void refuse_for_masked_sums(const Configuration& configuration) {
  if (!configuration.privacy.on_lattice)
    throw InvalidInput({"privacy.mechanism", "real",
                        "masked sums are audited on the lattice, where they have masks: set it to \"lattice\""});
  if (configuration.run.randomness == Randomness::system)
    throw InvalidInput({"run.randomness", "system", "must be seeded: masked sums have no other masks in one process"});
  if (configuration.audit.mode == AuditMode::one_run)
    throw InvalidInput({"audit.mode", "one-run", "must be \"pair\" for masked sums: nobody hears one node's messages"});
}

}  // namespace

void refuse_what_is_not_audited(const Scenario& scenario) {
  const Configuration& configuration = scenario.configuration();
  if (configuration.run.noise_precision == NoisePrecision::single)
    throw InvalidInput({"run.noise_precision", "single", "an audit looks at tails: its noise must be in doubles"});
  if (configuration.audit.node >= scenario.graph().node_count())
    throw InvalidInput({"audit.node", std::to_string(configuration.audit.node),
                        "must be below the number of nodes, " + std::to_string(scenario.graph().node_count())});
  refuse_modes(scenario);
  const Plan plan = scenario.plan_of(configuration.audit.node);
  const bool masked = plan.is_masked();
  refuse_what_costs_nothing(plan.request());
  if (masked) refuse_for_masked_sums(configuration);
  if (!masked && configuration.audit.colluders != AuditColluders(AsPlanned{}))
    throw InvalidInput({"audit.colluders", "given",
                        "is for masked sums (privacy.trust = \"all-but-q\"): with independent noise all others "
                        "collude in every audit"});
}

}  // namespace sotto
