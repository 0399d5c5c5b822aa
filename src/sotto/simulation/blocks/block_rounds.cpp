// SPDX-License-Identifier: MIT
#include "sotto/simulation/blocks/block_rounds.hpp"

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/random/key.hpp"

namespace sotto {
namespace {

std::vector<const WeightMatrix*> weights_of(std::span<const Trial> trials) {
  std::vector<const WeightMatrix*> weights;
  for (const Trial& trial : trials) weights.push_back(&trial.network.weights);
  return weights;
}

std::uint32_t lanes_for(std::span<const Trial> trials) {
  const std::size_t together = trials[0].precision == NoisePrecision::single ? 16 : 8;
  return static_cast<std::uint32_t>((trials.size() + together - 1) / together * together);
}

}  // namespace

BlockRounds::BlockRounds(std::span<const Trial> trials, const Kernel& kernel)
    : trials_(trials),
      network_(trials[0].network),
      kernel_(kernel),
      dimension_(sotto::dimension(network_.domain)),
      shape_{.nodes = network_.weights.node_count(),
             .dimension = static_cast<std::uint32_t>(dimension_ + dimension_ % 2),
             .lanes = lanes_for(trials),
             .first_trial = trials[0].noise.trial},
      weights_(weights_of(trials), shape_.lanes),
      now_(shape_.size()),
      before_(shape_.size()),
      steps_(network_.own_plans.empty() ? 1 : shape_.nodes),
      minimiser_(shape_.node_size()),
      mean_(shape_.node_size()),
      errors_(std::size_t{5} * shape_.lanes) {
  for (const Trial& trial : trials) {
    averaging_.push_back(averaging_for(trial.stop, trial.network.consensus, trial.network.weights));
    factors_of_lane_.emplace_back(averaging_.back().mixing_rate);
    recorders_.emplace_back(trial);
  }
  set_minimisers();
  set_fused();
  if (!is_fused()) gradient_ = AlignedArray(shape_.node_size());
  if (network_.consensus == Consensus::chebyshev) factors_ = AlignedArray(shape_.lanes);
  if (trials[0].noisy && !is_fused()) noise_ = AlignedArray(shape_.size());
}

void BlockRounds::set_minimisers() {
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane) {
    const std::span<const double> x = trial(lane).minimiser;
    double scale = 0;
    for (std::size_t c = 0; c < dimension_; ++c) {
      minimiser_[c * shape_.lanes + lane] = x[c];
      scale += x[c] * x[c];
    }
    errors_[4 * shape_.lanes + lane] = scale;
  }
}

/// Mean estimation on a box with the same number of records everywhere.
void BlockRounds::set_fused() {
  if (!std::holds_alternative<Box>(network_.domain)) return;
  AlignedArray sums(shape_.size());
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane)
    for (NodeId i = 0; i < shape_.nodes; ++i) {
      const auto* estimation = dynamic_cast<const MeanEstimation*>(trial(lane).network.objectives[i]);
      if (estimation == nullptr || (lane + i > 0 && estimation->record_count() != record_count_)) return;
      record_count_ = estimation->record_count();
      for (std::size_t c = 0; c < dimension_; ++c) sums[at(i, c, lane)] = estimation->record_sum()[c];
    }
  record_sums_ = std::move(sums);
}

Course BlockRounds::course() const {
  Course course{.timetable = trials_[0].timetable(), .stop = trials_[0].stop, .stages = {}};
  for (const Averaging& averaging : averaging_) course.stages.push_back(stage_two(course.stop, averaging));
  return course;
}

TileNoise BlockRounds::noise_of_round(Round t) const {
  const SeededNoise::Key& key = trials_[0].noise;
  return {.seed = key.seed, .stream = static_cast<std::uint32_t>(key.stream), .round = t};
}

void BlockRounds::fill_steps(Round t) {
  for (NodeId i = 0; i < steps_.size(); ++i) {
    const Plan& plan = network_.plan_of(i);
    steps_[i] = {.step = plan.step(t), .noise_scale = plan.noise_scale(t).standard_deviation()};
  }
}

/// Made before the round where the round does not make it on the way.
void BlockRounds::fill_noise(Round t) {
  if (noise_.size() == 0) return;
  const bool single = trials_[0].precision == NoisePrecision::single;
  (single ? kernel_.fill_single_noise : kernel_.fill_noise)(shape_, noise_of_round(t), noise_.data());
}

void BlockRounds::gradient_round(Round t) {
  fill_steps(t);
  fill_noise(t);
  std::swap(now_, before_);
  is_fused() ? fused_round(t) : general_round();
}

void BlockRounds::fused_round(Round t) {
  const FusedRound round{.shape = shape_,
                         .rows = weights_.rows(),
                         .now = before_.data(),
                         .next = now_.data(),
                         .noise = noise_of_round(t),
                         .steps = steps_.data(),
                         .steps_stride = network_.own_plans.empty() ? std::size_t{0} : std::size_t{1},
                         .record_sums = record_sums_.data(),
                         .record_count = record_count_,
                         .half_side = largest_coordinate(network_.domain),
                         .precision = trials_[0].precision};
  (trials_[0].noisy ? kernel_.fused_round : kernel_.fused_round_without_noise)(round);
}

/// Any objective and any domain, as Node has it: z, its gradient, the step, the noise.
void BlockRounds::general_round() {
  kernel_.mix(shape_, weights_.rows(), before_.data(), now_.data());
  const std::size_t size = dimension_ * shape_.lanes;
  for (NodeId i = 0; i < shape_.nodes; ++i) {
    double* x = now_.data() + at(i, 0, 0);
    const NodeStep& by = steps_[network_.own_plans.empty() ? 0 : i];
    project_lanes(x);
    gradient_of(i, x, gradient_.data());
    multiply_add(-by.step, {gradient_.data(), size}, {x, size}, {x, size});
    project_lanes(x);
    if (!trials_[0].noisy) continue;
    const double* noise = noise_.data() + at(i, 0, 0);
    for (std::size_t k = 0; k < size; ++k) x[k] = x[k] + by.noise_scale * noise[k];
  }
}

void BlockRounds::project_lanes(double* point) {
  if (std::holds_alternative<Box>(network_.domain)) return project(network_.domain, {point, dimension_ * shape_.lanes});
  std::vector<double> one(dimension_);
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane) {
    for (std::size_t c = 0; c < dimension_; ++c) one[c] = point[c * shape_.lanes + lane];
    project(network_.domain, one);
    for (std::size_t c = 0; c < dimension_; ++c) point[c * shape_.lanes + lane] = one[c];
  }
}

/// All trials at once where they have the same records, else one by one.
void BlockRounds::gradient_of(NodeId node, const double* z, double* out) {
  const Objective* first = network_.objectives[node];
  bool same = true;
  for (const Trial& its : trials_) same &= its.network.objectives[node] == first;
  if (same) return first->gradients({z, dimension_ * shape_.lanes}, {out, dimension_ * shape_.lanes});
  std::vector<double> point(dimension_), gradient(dimension_);
  for (std::size_t lane = 0; lane < trials_.size(); ++lane) {
    for (std::size_t c = 0; c < dimension_; ++c) point[c] = z[c * shape_.lanes + lane];
    trials_[lane].network.objectives[node]->gradient(point, gradient);
    for (std::size_t c = 0; c < dimension_; ++c) out[c * shape_.lanes + lane] = gradient[c];
  }
}

/// An accelerated Stage II goes beyond W y, by the factor of each trial.
void BlockRounds::averaging_round(Round t) {
  std::swap(now_, before_);
  if (network_.consensus == Consensus::plain || !network_.plan.timetable().extrapolates(t))
    return kernel_.mix(shape_, weights_.rows(), before_.data(), now_.data());
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane)
    factors_[lane] = factors_of_lane_[lane < trials_.size() ? lane : 0].now();
  kernel_.mix_and_extrapolate(shape_, weights_.rows(), before_.data(), factors_.data(), now_.data());
  for (ChebyshevFactors& factors : factors_of_lane_) factors.advance();
}

void BlockRounds::take_back(std::size_t lane) {
  for (std::size_t k = lane; k < shape_.size(); k += shape_.lanes) now_[k] = before_[k];
}

void BlockRounds::said(Round t, const std::vector<bool>& running) {
  if (!trials_[0].every_round && t != trials_[0].timetable().hand_over()) return;
  const std::size_t L = shape_.lanes;
  double* e = errors_.data();
  kernel_.record(shape_, dimension_, now_.data(),
                 {.minimiser = minimiser_.data(),
                  .scale = e + 4 * L,
                  .mean = mean_.data(),
                  .mean_error = e,
                  .node_error = e + L,
                  .worst_error = e + 2 * L,
                  .disagreement = e + 3 * L});
  for (std::size_t lane = 0; lane < trials_.size(); ++lane)
    if (running[lane])
      recorders_[lane].add(t, {e[lane], e[L + lane], e[2 * L + lane], e[3 * L + lane]}, shape_.nodes,
                           [&](std::size_t i) { return message(i, lane); });
}

std::vector<double> BlockRounds::message(std::size_t node, std::size_t lane) const {
  std::vector<double> values(dimension_);
  for (std::size_t c = 0; c < dimension_; ++c) values[c] = now_[at(static_cast<NodeId>(node), c, lane)];
  return values;
}

double BlockRounds::largest_relative_change(std::size_t lane) const {
  double largest = 0;
  for (NodeId i = 0; i < shape_.nodes; ++i)
    largest = std::max(largest, relative_change({.before = before_.data() + at(i, 0, lane),
                                                 .after = now_.data() + at(i, 0, lane),
                                                 .dimension = dimension_,
                                                 .stride = shape_.lanes}));
  return largest;
}

TrialErrors BlockRounds::errors(std::size_t lane) {
  return recorders_[lane].finish(trials_[lane], [&](std::size_t i) { return message(i, lane); });
}

}  // namespace sotto
