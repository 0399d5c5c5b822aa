// SPDX-License-Identifier: MIT
#include "sotto/audit/attacked_pair.hpp"

#include <algorithm>

#include "sotto/audit/neighbouring_records.hpp"
#include "sotto/audit/worst_pair.hpp"
#include "sotto/data/dataset/possible_rows.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/norms.hpp"

namespace sotto {
namespace {

using Row = std::vector<double>;

void replace_first_row(Records& rows, const Row& row) {
  std::copy(row.begin(), row.end(), rows.row(0).begin());
}

void replace_first_row(SparseRows& rows, const Row& row) {
  SparseRows all{.dimension = rows.dimension};
  for (std::uint32_t k = 0; k < row.size(); ++k) {
    if (row[k] == 0) continue;
    all.columns.push_back(k);
    all.values.push_back(row[k]);
  }
  const std::uint64_t first = all.values.size(), before = rows.begins[1];
  for (std::size_t r = 1; r < rows.begins.size(); ++r) all.begins.push_back(rows.begins[r] - before + first);
  all.columns.insert(all.columns.end(), rows.columns.begin() + static_cast<std::ptrdiff_t>(before), rows.columns.end());
  all.values.insert(all.values.end(), rows.values.begin() + static_cast<std::ptrdiff_t>(before), rows.values.end());
  rows = std::move(all);
}

std::unique_ptr<Objective> with_first_record(const RealProblem& problem, NodeId node, const PlantedRecord& record) {
  LabelledRows rows = problem.rows(node);
  std::visit([&](auto& kept) { replace_first_row(kept, record.row); }, rows.features);
  if (!rows.labels.empty()) rows.labels[0] = record.label;
  return problem.objective(node, std::move(rows));
}

double distance_in(const Domain& domain, Row first, Row second) {
  project(domain, first);
  project(domain, second);
  for (std::size_t k = 0; k < first.size(); ++k) first[k] -= second[k];
  return euclidean_norm(first);
}

/// From Proj(0) to the point: the step may leave the domain where it starts at the boundary, and is projected then.
std::vector<Row> on_the_way_to(const Row& point, const Domain& domain) {
  Row start(point.size(), 0.0);
  project(domain, start);
  std::vector<Row> points;
  for (const double share : {1.0, 0.99, 0.9, 0.75, 0.5, 0.25, 0.1}) {
    points.push_back(start);
    for (std::size_t k = 0; k < start.size(); ++k) points.back()[k] += share * (point[k] - start[k]);
  }
  return points;
}

AttackedPair pair_of_linear_model(const Scenario& scenario, const Plan& plan, NodeId node) {
  const RealProblem& problem = *scenario.real();
  const PossibleRows possible(scenario.declared()->encoding());
  const LinearModelSetting setting = scenario.declared()->setting_of(node);
  const WorstPair worst = find_worst_pair({.setting = setting,
                                           .domain = scenario.domain(),
                                           .write_row = [&](auto wish, auto row) { possible.write_row(wish, row); },
                                           .rows_may_be_zero = possible.may_be_dropped(),
                                           .labels = possible.extreme_labels(),
                                           .first_share = plan.cost(1) / plan.alpha_spent(),
                                           .seed = scenario.configuration().run.seed});
  return {.data = with_first_record(problem, node, worst.data),
          .neighbour = with_first_record(problem, node, worst.neighbour),
          .points = on_the_way_to(worst.point, scenario.domain())};
}

/// Opposite ends of the rows that the columns allow, as far apart as any once they are projected onto the domain.
AttackedPair pair_of_mean(const Scenario& scenario, NodeId node) {
  const PossibleRows possible(scenario.declared()->encoding());
  const std::size_t p = possible.dimension();
  Row best(p), best_prime(p), wish(p), row(p), other(p);
  double furthest = -1;
  for (std::size_t axis = 0; axis <= std::min<std::size_t>(p, 256); ++axis)  // all coordinates together, then each
    for (const double length : {0.25, 1.0, 1e6}) {
      for (std::size_t k = 0; k < p; ++k)
        wish[k] = axis == 0 || axis - 1 == k ? length * scenario.declared()->encoding().row_norm() : 0;
      possible.write_row(wish, row);
      for (double& v : wish) v = -v;
      possible.write_row(wish, other);
      if (const double apart = distance_in(scenario.domain(), row, other); apart > furthest) {
        furthest = apart;
        best = row;
        best_prime = other;
      }
    }
  return {.data = with_first_record(*scenario.real(), node, {best}),
          .neighbour = with_first_record(*scenario.real(), node, {best_prime})};
}

}  // namespace

AttackedPair attacked_pair(const Scenario& scenario, const Plan& plan) {
  const AuditSettings& settings = scenario.configuration().audit;
  if (scenario.real() != nullptr)
    return scenario.declared()->loss() ? pair_of_linear_model(scenario, plan, settings.node)
                                       : pair_of_mean(scenario, settings.node);
  NeighbouringRecords target =
      settings.records.empty() ? worst_case_records(scenario) : read_neighbouring_records(scenario);
  return {.data = std::make_unique<MeanEstimation>(scenario.domain(), std::move(target.data)),
          .neighbour = std::make_unique<MeanEstimation>(scenario.domain(), std::move(target.neighbour))};
}

}  // namespace sotto
