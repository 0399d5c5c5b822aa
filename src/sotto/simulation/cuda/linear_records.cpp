// SPDX-License-Identifier: MIT
#include "sotto/simulation/cuda/linear_records.hpp"

#include <algorithm>
#include <limits>

#include "sotto/arithmetic/most_added_plainly.hpp"
#include "sotto/problem/row_access.hpp"
#include "sotto/simulation/blocks/trial_block.hpp"

namespace sotto {
namespace {

const LinearModel* linear_model(const Objective* objective) {
  return dynamic_cast<const LinearModel*>(objective);
}

std::size_t numbers_in(const LinearModel& model) {
  if (const auto* dense = std::get_if<Records>(&model.rows().features)) return dense->values.size();
  return std::get<SparseRows>(model.rows().features).values.size();
}

bool like(const LinearModel& a, const LinearModel& b) {
  return a.setting().loss == b.setting().loss && a.setting().features == b.setting().features &&
         a.rows().features.index() == b.rows().features.index();
}

bool suits(std::span<const Objective* const> objectives) {
  const LinearModel* first = linear_model(objectives[0]);
  std::size_t records = 0, numbers = 0;
  for (const Objective* objective : objectives) {
    const LinearModel* model = linear_model(objective);
    if (model == nullptr || !like(*model, *first)) return false;
    records += model->rows().labels.size();
    numbers += numbers_in(*model);
  }
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  return std::max(records, numbers) < most && objectives.size() * first->dimension() < most;
}

/// Adds a node's rows by record and by column.
class Adding {
 public:
  explicit Adding(LinearRecords& into) : shape_(into.shape), arrays_(into.arrays) {
    arrays_.firsts = arrays_.begins = arrays_.column_begins = {0};
  }

  void add(const LinearModel& model) {
    const auto node = static_cast<std::uint32_t>(arrays_.nodes.size());
    const std::vector<double>& labels = model.rows().labels;
    arrays_.nodes.push_back({model.record_weight(), model.setting().strong_convexity});
    arrays_.labels.insert(arrays_.labels.end(), labels.begin(), labels.end());
    arrays_.node_of.insert(arrays_.node_of.end(), labels.size(), node);
    for (std::size_t r = 0; r < labels.size(); ++r) arrays_.norms.push_back(model.norm_of(r));
    if (const auto* dense = std::get_if<Records>(&model.rows().features))
      arrays_.values.insert(arrays_.values.end(), dense->values.begin(), dense->values.end());
    else
      add_sparse(std::get<SparseRows>(model.rows().features));
    shape_.records += static_cast<std::uint32_t>(labels.size());
    arrays_.firsts.push_back(shape_.records);
  }

 private:
  void add_sparse(const SparseRows& rows) {
    std::vector<std::vector<std::uint32_t>> records(shape_.features);
    std::vector<std::vector<double>> values(shape_.features);
    for (std::size_t r = 0; r < rows.count(); ++r) {
      const SparseSpan row = row_of(rows, r);
      for (std::size_t k = 0; k < row.columns.size(); ++k) {
        arrays_.columns.push_back(row.columns[k]);
        arrays_.values.push_back(row.values[k]);
        records[row.columns[k]].push_back(shape_.records + static_cast<std::uint32_t>(r));
        values[row.columns[k]].push_back(row.values[k]);
      }
      arrays_.begins.push_back(static_cast<std::uint32_t>(arrays_.values.size()));
    }
    for (std::uint32_t c = 0; c < shape_.features; ++c) {
      arrays_.records.insert(arrays_.records.end(), records[c].begin(), records[c].end());
      arrays_.column_values.insert(arrays_.column_values.end(), values[c].begin(), values[c].end());
      arrays_.column_begins.push_back(static_cast<std::uint32_t>(arrays_.records.size()));
    }
  }

  LinearShape& shape_;
  LinearArrays& arrays_;
};

}  // namespace

bool suits_linear(std::span<const Trial> trials) {
  const Network& network = trials[0].network;
  if (trials[0].randomness != Randomness::seeded || network.record_sums != nullptr ||
      network.weights.node_count() > most_added_plainly || !suits_blocks(network.plan, network.domain) ||
      !std::all_of(network.own_plans.begin(), network.own_plans.end(),
                   [&](const Plan& own) { return suits_blocks(own, network.domain); }))
    return false;
  const auto same = [&](const Trial& trial) {
    return std::equal(network.objectives.begin(), network.objectives.end(), trial.network.objectives.begin(),
                      trial.network.objectives.end());
  };
  return std::all_of(trials.begin(), trials.end(), same) && suits(network.objectives);
}

LinearRecords linear_records(const Network& network) {
  const LinearModel& first = *linear_model(network.objectives[0]);
  LinearRecords all{.loss = first.setting().loss,
                    .shape = {.nodes = static_cast<std::uint32_t>(network.objectives.size()),
                              .features = static_cast<std::uint32_t>(first.setting().features),
                              .margins = static_cast<std::uint32_t>(margins_of(first.setting().loss)),
                              .records = 0,
                              .dense = std::holds_alternative<Records>(first.rows().features)},
                    .arrays = {}};
  Adding adding(all);
  for (const Objective* objective : network.objectives) adding.add(*linear_model(objective));
  return all;
}

}  // namespace sotto
