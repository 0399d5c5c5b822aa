// SPDX-License-Identifier: MIT
#include "sotto/simulation/cuda/team_input.hpp"

#include <algorithm>
#include <utility>

#include "sotto/arithmetic/most_added_plainly.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/blocks/trial_block.hpp"

namespace sotto {
namespace {

const MeanEstimation* mean_estimation(const Trial& trial, NodeId node) {
  return dynamic_cast<const MeanEstimation*>(trial.network.objectives[node]);
}

bool same_records(const Trial& a, const Trial& b) {
  const std::span<const Objective*const> of_a = a.network.objectives, of_b = b.network.objectives;
  return a.minimiser.data() == b.minimiser.data() && std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end());
}

double squared_length(std::span<const double> v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return sum;
}

/// Places of what a team holds, one after the other.
class Placing {
 public:
  explicit Placing(const TeamTask& task) : pairs_(task.pairs()) {
    const std::uint32_t all = task.messages();
    memory.messages = field(all, task.in_place() ? 1 : 2);
    memory.means = field(1, 2);
    memory.minimiser = field(1);
    memory.first = field(1);
    memory.before = field(task.accelerated ? all : 0);
    memory.weighed = field(task.weighs ? all : 0);
    memory.unprojected = field(!task.in_box && task.masked ? task.nodes : 0);
    memory.lengths = take(task.in_box ? 0 : task.nodes);
    memory.errors = take(all);
    memory.to_mean = take(all);
    memory.ended = take(1);
    memory.size = static_cast<std::size_t>(size_);
  }
  TeamMemory memory{};

 private:
  TeamMemory::Field field(std::uint32_t points, std::uint32_t times = 1) {
    return {.begin = take(2 * pairs_ * points * times), .points = points};
  }
  std::uint32_t take(std::uint64_t numbers) {
    return static_cast<std::uint32_t>(std::exchange(size_, size_ + numbers * team_lanes));
  }

  std::uint64_t pairs_, size_ = 0;
};

/// Fills the arrays of a task one after the other.
class Filling {
 public:
  Filling(std::span<const Trial> trials, TeamInput& input)
      : trials_(trials), first_(trials[0]), network_(trials[0].network), input_(input), task_(input.task) {}

  void fill() {
    fill_shape();
    fill_rounds();
    fill_plans();
    fill_records();
    fill_weights();
    task_.memory = memory_of(task_);
  }

 private:
  void fill_shape() {
    task_.nodes = network_.weights.node_count();
    task_.dimension = static_cast<std::uint32_t>(dimension(network_.domain));
    task_.in_box = std::holds_alternative<Box>(network_.domain);
    task_.size = largest_coordinate(network_.domain);
    task_.single = first_.precision == NoisePrecision::single;
    task_.keys = philox_round_keys(first_.noise.seed);
    task_.in_doubles = Polynomials<DoubleBoxMuller>::known();
    task_.in_floats = Polynomials<SingleBoxMuller>::known();
    task_.stream = static_cast<std::uint32_t>(first_.noise.stream);
    task_.first_trial = first_.noise.trial;
    task_.trials = static_cast<std::uint32_t>(trials_.size());
  }

  void fill_rounds() {
    const Timetable& timetable = first_.timetable();
    task_.gradient_rounds = timetable.gradient_rounds();
    task_.mixing_rounds = timetable.mixing_rounds();
    task_.weighs = timetable.weighs_messages();
    task_.masked = network_.plan.is_masked();
    task_.accelerated = network_.plan.request().acceleration == Acceleration::nesterov;
    task_.chebyshev = network_.consensus == Consensus::chebyshev && !task_.masked;
    task_.every_round = first_.every_round;
    const StopRule stop = first_.stop_rule();
    const auto* agreement = std::get_if<UntilAgreement>(&stop);
    task_.tolerance = agreement == nullptr ? -1 : agreement->tolerance;

    const bool one_graph =
        shared([](const Trial& a, const Trial& b) { return &a.network.weights == &b.network.weights; });
    std::vector<Averaging> averagings;
    std::vector<std::uint32_t> rounds;
    for (const Trial& trial : one_graph ? trials_.first(1) : trials_) {
      averagings.push_back(task_.masked ? Averaging{}
                                        : averaging_for(trial.stop, trial.network.consensus, trial.network.weights));
      rounds.push_back(stage_two(stop, averagings.back()).most_rounds);
    }
    task_.most_averaging = *std::max_element(rounds.begin(), rounds.end());
    task_.averaging = add_whole(rounds);
    if (!one_graph) {
      task_.averaging.stride = task_.trials;
      input_.own_whole = 1;
    }
    if (task_.chebyshev) fill_factors(averagings);
  }
  void fill_factors(const std::vector<Averaging>& averagings) {
    std::vector<ChebyshevFactors> of_trial;
    for (const Averaging& averaging : averagings) of_trial.emplace_back(averaging.mixing_rate);
    std::vector<double> factors;
    for (Round k = 2; k <= std::max(task_.mixing_rounds, task_.most_averaging); ++k)
      for (ChebyshevFactors& its : of_trial) {
        factors.push_back(its.now());
        its.advance();
      }
    task_.factors = add(factors, of_trial.size());
  }

  void fill_plans() {
    const Round T = task_.gradient_rounds;
    task_.plans = network_.own_plans.empty() ? 1 : task_.nodes;
    std::vector<double> steps, scales, reach, weights;
    for (Round t = 1; t <= T; ++t) {
      for (NodeId i = 0; i < task_.plans; ++i) {
        steps.push_back(-network_.plan_of(i).step(t));
        scales.push_back(network_.plan_of(i).noise_scale(t).standard_deviation());
      }
      if (task_.accelerated) reach.push_back(1 + network_.plan.momentum(t));
      if (task_.weighs) weights.push_back(network_.plan.output_weight(t));
    }
    task_.steps = add(steps);
    task_.noise_scales = add(scales);
    task_.reach = add(reach);
    task_.output_weights = add(weights);
  }

  void fill_records() {
    const bool same = shared(same_records);
    const std::span<const Trial> different = same ? trials_.first(1) : trials_;
    task_.record_count = mean_estimation(first_, 0)->record_count();
    std::vector<double> sums, minimisers, norms;
    for (std::uint32_t pair = 0; pair < task_.pairs(); ++pair)
      for (NodeId i = 0; i < task_.nodes; ++i)
        for (const std::uint32_t c : {2 * pair, 2 * pair + 1})
          for (const Trial& trial : different)
            sums.push_back(c < task_.dimension ? -mean_estimation(trial, i)->record_sum()[c] : 0);
    for (std::uint32_t c = 0; c < task_.dimension; ++c)
      for (const Trial& trial : different) minimisers.push_back(trial.minimiser[c]);
    for (const Trial& trial : different) norms.push_back(squared_length(trial.minimiser));
    task_.minus_records = add(sums, different.size());
    task_.minimiser = add(minimisers, different.size());
    task_.squared_norm = add(norms, different.size());
  }

  void fill_weights() {
    const bool one_graph = task_.averaging.stride == 1;
    std::vector<double> dense, of_rows;
    std::vector<std::uint32_t> starts{0}, columns;
    std::vector<double> row(task_.nodes);
    for (NodeId i = 0; i < task_.nodes; ++i) {
      std::vector<std::vector<double>> rows;
      for (const Trial& trial : one_graph ? trials_.first(1) : trials_) {
        const WeightMatrix::Row sparse = trial.network.weights.row(i);
        std::fill(row.begin(), row.end(), 0.0);
        for (std::size_t k = 0; k < sparse.columns.size(); ++k) row[sparse.columns[k]] = sparse.weights[k];
        if (task_.nodes <= most_dense || !one_graph) rows.push_back(row);
        if (!one_graph) continue;
        columns.insert(columns.end(), sparse.columns.begin(), sparse.columns.end());
        of_rows.insert(of_rows.end(), sparse.weights.begin(), sparse.weights.end());
        starts.push_back(static_cast<std::uint32_t>(columns.size()));
      }
      for (NodeId j = 0; j < (rows.empty() ? 0 : task_.nodes); ++j)
        for (const std::vector<double>& of_trial : rows) dense.push_back(of_trial[j]);
    }
    task_.dense_weights = add(dense, one_graph ? 1 : trials_.size());
    if (!one_graph) return;
    task_.row_weights = add(of_rows);
    task_.row_starts = add_whole(starts);
    task_.row_columns = add_whole(columns);
  }
  static constexpr NodeId most_dense = 64;

  template <class Same>
  bool shared(const Same& same) const {
    return std::all_of(trials_.begin(), trials_.end(), [&](const Trial& trial) { return same(first_, trial); });
  }
  TeamArray add(const std::vector<double>& values, std::size_t stride = 1) {
    if (values.empty()) return {};
    const std::size_t begin = input_.numbers.size();
    input_.numbers.insert(input_.numbers.end(), values.begin(), values.end());
    if (stride > 1) input_.own_numbers += values.size() / stride;
    return {.begin = begin, .stride = static_cast<std::uint32_t>(stride)};
  }
  TeamArray add_whole(const std::vector<std::uint32_t>& values) {
    const std::size_t begin = input_.whole.size();
    input_.whole.insert(input_.whole.end(), values.begin(), values.end());
    return {.begin = begin, .stride = 1};
  }

  std::span<const Trial> trials_;
  const Trial& first_;
  const Network& network_;
  TeamInput& input_;
  TeamTask& task_;
};

}  // namespace

bool suits_team(std::span<const Trial> trials) {
  const Network& network = trials[0].network;
  if (!trials[0].noisy || trials[0].randomness != Randomness::seeded || network.record_sums != nullptr ||
      network.weights.node_count() > most_added_plainly || !suits_blocks(network.plan, network.domain))
    return false;
  if (!can_be_numbered({.nodes = network.weights.node_count(),
                        .dimension = dimension(network.domain),
                        .plans = std::max<std::size_t>(1, network.own_plans.size()),
                        .gradient_rounds = network.plan.timetable().gradient_rounds(),
                        .stage_one_messages = network.plan.timetable().hand_over()}))
    return false;
  for (const Plan& own : network.own_plans)
    if (!suits_blocks(own, network.domain)) return false;
  for (const Trial& trial : trials)
    for (NodeId i = 0; i < network.objectives.size(); ++i) {
      const MeanEstimation* its = mean_estimation(trial, i);
      if (its == nullptr || its->record_count() != mean_estimation(trials[0], 0)->record_count()) return false;
    }
  return true;
}

TeamMemory memory_of(const TeamTask& task) {
  return Placing(task).memory;
}

TeamInput team_input(std::span<const Trial> trials) {
  TeamInput input;
  Filling(trials, input).fill();
  return input;
}

std::vector<TrialOutcome> outcomes_of(std::span<const Trial> trials, const TeamInput& input, const TeamOutput& output) {
  const TeamTask& task = input.task;
  std::vector<TrialOutcome> outcomes(trials.size());
  const auto value = [&](std::size_t column, std::size_t trial) { return output.values[column * task.trials + trial]; };
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const Trial& trial = trials[k];
    TrialOutcome& outcome = outcomes[k];
    outcome.gradient_rounds = task.gradient_rounds;
    outcome.mixing_rounds = (task.gradient_rounds - 1) * (task.mixing_rounds - 1) + (task.weighs ? 1 : 0);
    outcome.consensus_rounds = output.averaged[k] & ~agreed;
    const StopRule stop = trial.stop_rule();
    const Averaging averaging =
        task.masked ? Averaging{} : averaging_for(trial.stop, trial.network.consensus, trial.network.weights);
    outcome.ended_by_cap = stage_two(stop, averaging).cap_binds ||
                           (std::holds_alternative<UntilAgreement>(stop) && (output.averaged[k] & agreed) == 0);
    const std::size_t rounds = task.every_round ? task.hand_over() - 1 + outcome.consensus_rounds : 1;
    RoundColumns& columns = outcome.errors.rounds;
    for (std::size_t r = 0; r < rounds; ++r) {
      const std::size_t first = values_of_round * r;
      columns.mean_error.push_back(value(first, k));
      columns.node_error.push_back(value(first + 1, k));
      columns.worst_error.push_back(value(first + 2, k));
      columns.disagreement.push_back(value(first + 3, k));
    }
    const auto end = [&](EndValue which) {
      return value(values_of_round * task.measured() + static_cast<std::size_t>(which), k);
    };
    outcome.errors.normalised_error = end(EndValue::normalised_error);
    if (!task.masked) outcome.errors.first_node_error = end(EndValue::first_node_error);
    outcome.errors.first_node_end_error = end(EndValue::first_node_end_error);
    outcome.errors.node_error = end(EndValue::node_error);
    outcome.errors.disagreement = end(EndValue::disagreement);
    outcome.add_costs(trial.network);
  }
  return outcomes;
}

}  // namespace sotto
