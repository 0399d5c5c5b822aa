// SPDX-License-Identifier: MIT
// What a run is of: its notice, and what it solves.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/agreement/domain_parts.hpp"
#include "sotto/report/comparison/comparison_report.hpp"

namespace sotto {
namespace {

std::string domain_text(const ProblemSettings& problem) {
  switch (problem.domain) {
    case DomainKind::product:
      return "product of " + parts_text(problem.parts);
    case DomainKind::ball:
      return fmt::format("ball of radius {}", show(problem.radius));
    case DomainKind::l1_ball:
      return fmt::format("L1 ball of radius {}", show(problem.radius));
    case DomainKind::simplex:
      return fmt::format("simplex of total {}", show(problem.radius));
    case DomainKind::box:
      break;
  }
  return fmt::format("box [-{0}, {0}]^{1}", show(problem.radius), problem.dimension);
}

std::string problem_on_files_text(const Scenario& scenario) {
  const Configuration& configuration = scenario.configuration();
  const std::vector<std::uint64_t>& sizes = scenario.declared()->sizes();
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  std::string out = fmt::format("Problem   {}: {} nodes with {} records in all, {} coefficients, {}\n",
                                name_of(configuration.problem.kind), sizes.size(), scenario.records_in_all(),
                                configuration.problem.dimension, domain_text(configuration.problem));
  out += fmt::format("          {} records at each node ({}); rows of norm at most {:.6g}\n",
                     *least == *most ? fmt::format("{}", *least) : fmt::format("{} to {}", *least, *most),
                     configuration.data->files.empty() ? name_of(configuration.data->partition) : "a file each",
                     scenario.declared()->encoding().row_norm());
  if (configuration.problem.clip_at_half_norm)
    out += "          a record's gradient is clipped at half of the longest that it can be (problem.clip)\n";
  if (configuration.data->sizes_follow_from_records())
    out += "          these sizes follow from records: no constants of a real run could\n";
  return out;
}

}  // namespace

std::string run_notice(const Configuration& configuration) {
  if (configuration.run.randomness == Randomness::system && configuration.run.trials > 1)
    return "NOT PRIVATE: errors against the true minimiser and baselines without noise are shown. The messages of one "
           "trial are private, as the certificate says; several trials on the same records cost more: alpha adds.";
  return configuration.run.randomness == Randomness::system
             ? "NOT PRIVATE: errors against the true minimiser and baselines without noise are shown. The messages of "
               "this run are private: see its certificate."
             : "SIMULATION: no privacy. The noise is seeded, and errors against the true minimiser are shown.";
}

std::string setting_text(const Scenario& scenario) {
  const ProblemSettings& problem = scenario.configuration().problem;
  if (scenario.real() != nullptr) return problem_on_files_text(scenario);
  return fmt::format("Problem   mean estimation: {} nodes with {} records each, dimension {}, {}\n",
                     scenario.graph().node_count(), problem.records_per_node, problem.dimension, domain_text(problem));
}

}  // namespace sotto
