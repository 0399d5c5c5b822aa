// SPDX-License-Identifier: MIT
#include "sotto/simulation/blocks/block_rounds.hpp"

#include <cmath>

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

BlockRounds::BlockRounds(std::span<const Trial> trials, const Kernel& kernel, BlockGradients* gradients)
    : trials_(trials),
      network_(trials[0].network),
      kernel_(kernel),
      gradients_(gradients),
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
      errors_(std::size_t{5} * shape_.lanes),
      points_(network_.plan, messages() * shape_.node_size()),
      single_rows_(shape_.nodes, is_masked()) {
  if (is_masked()) sum_ = AlignedArray(shape_.node_size());
  for (const Trial& trial : trials) {
    averaging_.push_back(is_masked() ? Averaging{}
                                     : averaging_for(trial.stop, trial.network.consensus, trial.network.weights));
    factors_of_lane_.emplace_back(averaging_.back().mixing_rate);
    recorders_.emplace_back(trial);
  }
  set_minimisers();
  set_fused();
  if (!is_fused()) gradient_ = AlignedArray(gradients_ == nullptr ? shape_.node_size() : shape_.size());
  if (std::holds_alternative<Ball>(network_.domain)) factors_of_ball_ = AlignedArray(shape_.lanes);
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
  if (gradients_ != nullptr || !std::holds_alternative<Box>(network_.domain)) return;
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
  Course course{.timetable = trials_[0].timetable(), .stop = trials_[0].stop_rule(), .stages = {}};
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

void BlockRounds::gradient_round(Round number) {
  fill_steps(number);
  fill_noise(number);
  if (is_masked()) return masked_round(number);
  const bool extrapolates =
      network_.consensus == Consensus::chebyshev && number > 1 && network_.plan.timetable().mixing_rounds() > 1;
  std::swap(now_, before_);
  if (is_fused() && !extrapolates && !points_.are_needed()) return fused_round(number, weights_.rows(), before_.data());
  mix(extrapolates);
  find_points(number, now_.data());
  if (!is_fused()) return general_round();
  std::swap(now_, before_);
  fused_round(number, single_rows_.rows(), before_.data());
}

void BlockRounds::masked_round(Round number) {
  find_points(number, sum_.data());
  if (is_fused()) {
    fused_round(number, single_rows_.rows(), sum_.data());
  } else {
    for (NodeId i = 0; i < shape_.nodes; ++i) std::copy_n(sum_.data(), shape_.node_size(), now_.data() + at(i, 0, 0));
    general_round();
  }
  sum_members();
}

/// As Released::mean_of adds them: there is one block of nodes.
void BlockRounds::sum_members() {
  std::fill_n(sum_.data(), sum_.size(), 0.0);
  for (NodeId i = 0; i < shape_.nodes; ++i) {
    const double* message = now_.data() + at(i, 0, 0);
    for (std::size_t k = 0; k < sum_.size(); ++k) sum_[k] += message[k];
  }
  const double N = shape_.nodes;
  for (std::size_t k = 0; k < sum_.size(); ++k) sum_[k] /= N;
}

void BlockRounds::find_points(Round number, double* mixtures) {
  if (!points_.are_needed()) return;
  const std::size_t size = dimension_ * shape_.lanes;
  for (NodeId i = 0; i < messages(); ++i)
    points_.find(number, at(i, 0, 0), {mixtures + at(i, 0, 0), size},
                 [&](std::span<double> point) { project_lanes(point.data()); });
}

void BlockRounds::fused_round(Round t, const TileRows& rows, const double* now) {
  const FusedRound round{.shape = shape_,
                         .rows = rows,
                         .now = now,
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

/// Any objective and any domain, as Node has it, from mixtures in `now_`: z, its gradient, the step, the noise.
void BlockRounds::general_round() {
  const std::size_t size = dimension_ * shape_.lanes;
  for (NodeId i = 0; i < shape_.nodes; ++i) project_lanes(now_.data() + at(i, 0, 0));
  if (gradients_ != nullptr) gradients_->find(shape_, now_.data(), gradient_.data());
  for (NodeId i = 0; i < shape_.nodes; ++i) {
    double* x = now_.data() + at(i, 0, 0);
    const double* gradient = gradient_.data() + (gradients_ == nullptr ? 0 : at(i, 0, 0));
    const NodeStep& by = steps_[network_.own_plans.empty() ? 0 : i];
    if (gradients_ == nullptr) gradient_of(i, x, gradient_.data());
    multiply_add(-by.step, {gradient, size}, {x, size}, {x, size});
    project_lanes(x);
    if (!trials_[0].noisy) continue;
    const double* noise = noise_.data() + at(i, 0, 0);
    for (std::size_t k = 0; k < size; ++k) x[k] = x[k] + by.noise_scale * noise[k];
  }
}

void BlockRounds::project_lanes(double* point) {
  if (std::holds_alternative<Box>(network_.domain)) return project(network_.domain, {point, dimension_ * shape_.lanes});
  if (const auto* ball = std::get_if<Ball>(&network_.domain)) return project_onto_ball(ball->radius, point);
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane) project_one(lane, point);
}

/// As project() has it, all lanes side by side.
void BlockRounds::project_onto_ball(double radius, double* point) {
  double* factors = factors_of_ball_.data();
  std::fill_n(factors, shape_.lanes, 0.0);
  for (std::size_t c = 0; c < dimension_; ++c) {
    const double* of = point + c * shape_.lanes;
    for (std::size_t lane = 0; lane < shape_.lanes; ++lane) factors[lane] += of[lane] * of[lane];
  }
  bool any = false;
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane) {
    const bool overflows = !std::isfinite(factors[lane]);
    if (overflows) project_one(lane, point);
    const double length = std::sqrt(factors[lane]);
    factors[lane] = overflows || length <= radius ? 1 : radius / length;
    any = any || factors[lane] != 1;
  }
  if (!any) return;
  for (std::size_t c = 0; c < dimension_; ++c) {
    double* of = point + c * shape_.lanes;
    for (std::size_t lane = 0; lane < shape_.lanes; ++lane) of[lane] *= factors[lane];
  }
}

void BlockRounds::project_one(std::size_t lane, double* point) {
  std::vector<double> one(dimension_);
  for (std::size_t c = 0; c < dimension_; ++c) one[c] = point[c * shape_.lanes + lane];
  project(network_.domain, one);
  for (std::size_t c = 0; c < dimension_; ++c) point[c * shape_.lanes + lane] = one[c];
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

/// From `before_` to `now_`; accelerated averaging goes beyond W y, by the factor of each trial.
void BlockRounds::mix(bool extrapolates) {
  if (!extrapolates) return kernel_.mix(shape_, weights_.rows(), before_.data(), now_.data());
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane)
    factors_[lane] = factors_of_lane_[lane < trials_.size() ? lane : 0].now();
  kernel_.mix_and_extrapolate(shape_, weights_.rows(), before_.data(), factors_.data(), now_.data());
  for (ChebyshevFactors& factors : factors_of_lane_) factors.advance();
}

void BlockRounds::mixing_round(Round t) {
  const bool extrapolates = network_.consensus == Consensus::chebyshev && network_.plan.timetable().extrapolates(t);
  std::swap(now_, before_);
  if (!extrapolates)
    for (std::size_t lane = 0; lane < trials_.size(); ++lane)
      factors_of_lane_[lane] = ChebyshevFactors(averaging_[lane].mixing_rate);
  mix(extrapolates);
}

void BlockRounds::output_round() {
  if (!is_masked()) {
    std::swap(now_, before_);
    mix(false);
  }
  double* mixtures = is_masked() ? sum_.data() : now_.data();
  for (NodeId i = 0; i < messages(); ++i)
    points_.weigh_last(at(i, 0, 0), {mixtures + at(i, 0, 0), dimension_ * shape_.lanes});
}

void BlockRounds::take_back(std::size_t lane) {
  for (std::size_t k = lane; k < shape_.size(); k += shape_.lanes) now_[k] = before_[k];
}

void BlockRounds::said(Round t, const std::vector<bool>& running) {
  if (!trials_[0].every_round && t != trials_[0].timetable().hand_over()) return;
  const std::size_t L = shape_.lanes;
  double* e = errors_.data();
  TileShape said = shape_;
  said.nodes = messages();
  kernel_.record(said, dimension_, is_masked() ? sum_.data() : now_.data(),
                 {.minimiser = minimiser_.data(),
                  .scale = e + 4 * L,
                  .mean = mean_.data(),
                  .mean_error = e,
                  .node_error = e + L,
                  .worst_error = e + 2 * L,
                  .disagreement = e + 3 * L});
  for (std::size_t lane = 0; lane < trials_.size(); ++lane)
    if (running[lane])
      recorders_[lane].add(t, {e[lane], e[L + lane], e[2 * L + lane], e[3 * L + lane]}, messages(),
                           [&](std::size_t i) { return message(i, lane); });
}

std::vector<double> BlockRounds::message(std::size_t node, std::size_t lane) const {
  std::vector<double> values(dimension_);
  for (std::size_t c = 0; c < dimension_; ++c)
    values[c] = is_masked() ? sum_[at(0, c, lane)] : now_[at(static_cast<NodeId>(node), c, lane)];
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

std::vector<std::vector<double>> BlockRounds::messages(std::size_t lane) const {
  std::vector<std::vector<double>> all;
  for (NodeId i = 0; i < shape_.nodes; ++i) all.push_back(message(i, lane));
  return all;
}

TrialErrors BlockRounds::errors(std::size_t lane) {
  return recorders_[lane].finish(trials_[lane], [&](std::size_t i) { return message(i, lane); });
}

}  // namespace sotto
