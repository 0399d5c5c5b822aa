// SPDX-License-Identifier: MIT
// The tiles of a block of trials.
#include "sotto/montecarlo/block_state.hpp"

#include <cmath>

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/random/key.hpp"

namespace sotto {
namespace {

std::vector<const WeightMatrix*> weights_of(const TrialBlock& block) {
  std::vector<const WeightMatrix*> weights;
  for (const BlockTrial& trial : block.trials) weights.push_back(&trial.weights);
  return weights;
}

std::uint32_t lanes_for(const TrialBlock& block) {
  const std::size_t together = block.precision == NoisePrecision::single ? 16 : 8;
  return static_cast<std::uint32_t>((block.trials.size() + together - 1) / together * together);
}

}  // namespace

BlockState::BlockState(const TrialBlock& block, const Kernel& kernel)
    : block_(block),
      kernel_(kernel),
      dimension_(sotto::dimension(block.domain)),
      shape_{.nodes = block.trials[0].weights.node_count(),
             .dimension = static_cast<std::uint32_t>(dimension_ + dimension_ % 2),
             .lanes = lanes_for(block),
             .first_trial = block.first_trial},
      weights_(weights_of(block), shape_.lanes),
      now_(shape_.size()),
      before_(shape_.size()),
      steps_(block.own_plans.empty() ? 1 : shape_.nodes),
      minimiser_(shape_.node_size()),
      mean_(shape_.node_size()),
      errors_(std::size_t{5} * shape_.lanes) {
  set_minimisers();
  set_fused();
  if (!is_fused()) gradient_ = AlignedArray(shape_.node_size());
  if (block.consensus == Consensus::chebyshev) factors_ = AlignedArray(shape_.lanes);
  if (block.noisy && !is_fused()) noise_ = AlignedArray(shape_.size());
}

void BlockState::set_minimisers() {
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane) {
    const auto& x = block_.trials[lane < block_.trials.size() ? lane : 0].minimiser;
    double scale = 0;
    for (std::size_t c = 0; c < dimension_; ++c) {
      minimiser_[c * shape_.lanes + lane] = x[c];
      scale += x[c] * x[c];
    }
    errors_[4 * shape_.lanes + lane] = scale;
  }
}

/// Mean estimation on a box with the same number of records everywhere; lanes beyond the trials repeat the first.
void BlockState::set_fused() {
  if (!std::holds_alternative<Box>(block_.domain)) return;
  AlignedArray sums(shape_.size());
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane)
    for (NodeId i = 0; i < shape_.nodes; ++i) {
      const Objective* objective = block_.trials[lane < block_.trials.size() ? lane : 0].objectives[i];
      const auto* estimation = dynamic_cast<const MeanEstimation*>(objective);
      if (estimation == nullptr || (lane + i > 0 && estimation->record_count() != record_count_)) return;
      record_count_ = estimation->record_count();
      for (std::size_t c = 0; c < dimension_; ++c) sums[at(i, c, lane)] = estimation->record_sum()[c];
    }
  record_sums_ = std::move(sums);
}

void BlockState::fill_steps(Round t) {
  for (NodeId i = 0; i < steps_.size(); ++i) {
    const Plan& plan = block_.own_plans.empty() ? block_.plan : block_.own_plans[i];
    steps_[i] = {.step = plan.step(t), .noise_scale = plan.noise_scale(t).standard_deviation()};
  }
}

/// Made before the round where the round does not make it on the way.
void BlockState::fill_noise(Round t) {
  if (noise_.size() == 0) return;
  const TileNoise noise{.seed = block_.seed, .stream = static_cast<std::uint32_t>(Stream::noise), .round = t};
  const bool single = block_.precision == NoisePrecision::single;
  (single ? kernel_.fill_single_noise : kernel_.fill_noise)(shape_, noise, noise_.data());
}

void BlockState::gradient_round(Round t) {
  fill_steps(t);
  fill_noise(t);
  std::swap(now_, before_);
  is_fused() ? fused_round(t) : general_round();
}

void BlockState::fused_round(Round t) {
  const FusedRound round{
      .shape = shape_,
      .rows = weights_.rows(),
      .now = before_.data(),
      .next = now_.data(),
      .noise = {.seed = block_.seed, .stream = static_cast<std::uint32_t>(Stream::noise), .round = t},
      .steps = steps_.data(),
      .steps_stride = block_.own_plans.empty() ? std::size_t{0} : std::size_t{1},
      .record_sums = record_sums_.data(),
      .record_count = record_count_,
      .half_side = largest_coordinate(block_.domain),
      .precision = block_.precision};
  (block_.noisy ? kernel_.fused_round : kernel_.fused_round_without_noise)(round);
}

/// Any objective and any domain, as Node has it: z, its gradient, the step, the noise.
void BlockState::general_round() {
  kernel_.mix(shape_, weights_.rows(), before_.data(), now_.data());
  const std::size_t size = dimension_ * shape_.lanes;
  for (NodeId i = 0; i < shape_.nodes; ++i) {
    double* x = now_.data() + at(i, 0, 0);
    const NodeStep& by = steps_[block_.own_plans.empty() ? 0 : i];
    project_lanes(x);
    gradient_of(i, x, gradient_.data());
    multiply_add(-by.step, {gradient_.data(), size}, {x, size}, {x, size});
    project_lanes(x);
    if (!block_.noisy) continue;
    const double* noise = noise_.data() + at(i, 0, 0);
    for (std::size_t k = 0; k < size; ++k) x[k] = x[k] + by.noise_scale * noise[k];
  }
}

void BlockState::project_lanes(double* point) {
  if (std::holds_alternative<Box>(block_.domain)) return project(block_.domain, {point, dimension_ * shape_.lanes});
  std::vector<double> one(dimension_);
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane) {
    for (std::size_t c = 0; c < dimension_; ++c) one[c] = point[c * shape_.lanes + lane];
    project(block_.domain, one);
    for (std::size_t c = 0; c < dimension_; ++c) point[c * shape_.lanes + lane] = one[c];
  }
}

/// All trials at once where they have the same records, else one by one.
void BlockState::gradient_of(NodeId node, const double* z, double* out) {
  const std::size_t trials = block_.trials.size();
  const Objective* first = block_.trials[0].objectives[node];
  bool same = true;
  for (const BlockTrial& trial : block_.trials) same &= trial.objectives[node] == first;
  if (same) return first->gradients({z, dimension_ * shape_.lanes}, {out, dimension_ * shape_.lanes});
  std::vector<double> point(dimension_), gradient(dimension_);
  for (std::size_t lane = 0; lane < trials; ++lane) {
    for (std::size_t c = 0; c < dimension_; ++c) point[c] = z[c * shape_.lanes + lane];
    block_.trials[lane].objectives[node]->gradient(point, gradient);
    for (std::size_t c = 0; c < dimension_; ++c) out[c * shape_.lanes + lane] = gradient[c];
  }
}

void BlockState::consensus_round() {
  std::swap(now_, before_);
  kernel_.mix(shape_, weights_.rows(), before_.data(), now_.data());
}

void BlockState::accelerated_round(std::span<const ChebyshevFactors> factors) {
  for (std::size_t lane = 0; lane < shape_.lanes; ++lane)
    factors_[lane] = factors[lane < factors.size() ? lane : 0].now();
  std::swap(now_, before_);
  kernel_.mix_and_extrapolate(shape_, weights_.rows(), before_.data(), factors_.data(), now_.data());
}

void BlockState::undo(std::size_t lane) {
  for (std::size_t k = lane; k < shape_.size(); k += shape_.lanes) now_[k] = before_[k];
}

void BlockState::record(const std::vector<bool>& takes_part, std::vector<BlockOutcome>& into) {
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
  for (std::size_t lane = 0; lane < into.size(); ++lane) {
    if (!takes_part[lane]) continue;
    RoundColumns& rounds = into[lane].rounds;
    rounds.mean_error.push_back(e[lane]);
    rounds.node_error.push_back(e[L + lane]);
    rounds.worst_error.push_back(e[2 * L + lane]);
    rounds.disagreement.push_back(e[3 * L + lane]);
  }
  if (!block_.every_node || !takes_part[0]) return;
  const RunRecorder judge({block_.trials[0].minimiser.begin(), block_.trials[0].minimiser.end()});
  std::vector<double>& errors = into[0].node_errors.emplace_back();
  for (NodeId i = 0; i < shape_.nodes; ++i) errors.push_back(judge.error_of(message(i, 0)));
}

std::vector<double> BlockState::message(NodeId node, std::size_t lane) const {
  std::vector<double> values(dimension_);
  for (std::size_t c = 0; c < dimension_; ++c) values[c] = now_[at(node, c, lane)];
  return values;
}

double BlockState::relative_change(std::size_t lane) const {
  double largest = 0;
  for (NodeId i = 0; i < shape_.nodes; ++i) {
    double change = 0, length = 0;
    for (std::size_t c = 0; c < dimension_; ++c) {
      const double was = before_[at(i, c, lane)], moved = now_[at(i, c, lane)] - was;
      change += moved * moved;
      length += was * was;
    }
    if (change > 0) largest = std::max(largest, std::sqrt(change / length));
  }
  return largest;
}

OutputErrors BlockState::output_errors(std::size_t lane) const {
  const RunRecorder judge({block_.trials[lane].minimiser.begin(), block_.trials[lane].minimiser.end()});
  return judge.errors_of_outputs(block_.domain, shape_.nodes,
                                 [&](std::size_t i) { return message(static_cast<NodeId>(i), lane); });
}

}  // namespace sotto
