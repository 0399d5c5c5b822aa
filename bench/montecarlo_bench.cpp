// SPDX-License-Identifier: MIT
// The fused round at the paper's size against its parts and against other ways to do the same work, for every
// instruction set that this machine has. An item is a round of one trial, or one Gaussian.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "competitors.hpp"
#include "paper_setting.hpp"
#include "rows.hpp"
#include "sotto/random/key.hpp"
#include "sotto/simulation/blocks/aligned_array.hpp"
#include "sotto/simulation/blocks/tile_weights.hpp"
#include "sotto/simulation/blocks/trial_block.hpp"

namespace sotto::bench {
namespace {

/// A block of trials as run_block lays it out, ready for single rounds. All benchmarks have the same tile and keys.
class Block {
 public:
  explicit Block(std::uint32_t lanes = trials_in_block(paper_size.nodes, paper_size.dimension))
      : setting_(setting(paper_size)),
        shape_{.nodes = paper_size.nodes, .dimension = paper_size.dimension, .lanes = lanes, .first_trial = 0},
        weights_(std::vector(shape_.lanes, &setting_.net.weights()), shape_.lanes),
        now_(shape_.size()),
        next_(shape_.size()),
        record_sums_(shape_.size()) {
    for (std::size_t i = 0; i < shape_.nodes; ++i)
      for (std::size_t c = 0; c < shape_.dimension; ++c)
        for (std::size_t lane = 0; lane < shape_.lanes; ++lane)
          record_sums_[i * shape_.node_size() + c * shape_.lanes + lane] = setting_.record_sums[i][c];
    const Plan& plan = setting_.net.plan();
    for (Round t = 1; t <= paper_size.rounds; ++t)
      steps_.push_back({.step = plan.step(t), .noise_scale = plan.noise_scale(t).standard_deviation()});
  }

  const TileShape& shape() const { return shape_; }
  double* next() { return next_.data(); }
  TileNoise noise() const { return {.seed = 1, .stream = static_cast<std::uint32_t>(Stream::noise), .round = t_}; }
  FusedRound round() {
    return {.shape = shape_,
            .rows = weights_.rows(),
            .now = now_.data(),
            .next = next_.data(),
            .noise = noise(),
            .steps = &steps_[t_ - 1],
            .steps_stride = 0,
            .record_sums = record_sums_.data(),
            .record_count = double{records_per_node},
            .half_side = setting_.box.half_side,
            .precision = NoisePrecision::full};
  }
  void advance() {
    std::swap(now_, next_);
    t_ = t_ % paper_size.rounds + 1;
  }

 private:
  const Setting& setting_;
  TileShape shape_;
  TileWeights weights_;
  AlignedArray now_, next_, record_sums_;
  std::vector<NodeStep> steps_;
  Round t_ = 1;
};

/// Rounds of a block, one an iteration.
template <class Work>
void rounds(benchmark::State& state, const Work& work, Block block = Block()) {
  for (auto _ : state) {
    work(block);
    benchmark::ClobberMemory();
    block.advance();
  }
  state.counters[items] = block.shape().lanes;
}

void fused(benchmark::State& state, const Kernel& kernel) {
  rounds(state, [&](Block& block) { kernel.fused_round(block.round()); });
}
void quiet(benchmark::State& state, const Kernel& kernel) {
  rounds(state, [&](Block& block) { kernel.fused_round_without_noise(block.round()); });
}
void noise(benchmark::State& state, const Kernel& kernel) {
  rounds(state, [&](Block& block) { kernel.fill_noise(block.shape(), block.noise(), block.next()); });
}

/// With noise in single precision, which wants lanes in multiples of 16.
void single(benchmark::State& state, const Kernel& kernel) {
  rounds(
      state,
      [&](Block& block) {
        FusedRound round = block.round();
        round.precision = NoisePrecision::single;
        kernel.fused_round(round);
      },
      Block(16));
}

/// The same tile of noise, but an item is a number.
void gaussians(benchmark::State& state, const Kernel& kernel) {
  noise(state, kernel);
  state.counters[items] = static_cast<double>(Block().shape().size());
}

void standard_library(benchmark::State& state, const Competitor& competitor) {
  std::vector<double> sample(800);
  for (auto _ : state) {
    competitor.standard_normals(sample);
    benchmark::ClobberMemory();
  }
  state.counters[items] = static_cast<double>(sample.size());
}

/// Whole blocks with every round's errors recorded: what `sotto run` calls.
void recorded(benchmark::State& state, const Kernel& kernel) {
  const Setting& s = setting(paper_size);
  const std::vector<double> minimiser(paper_size.dimension, 7.0);
  std::vector<Trial> trials;
  for (std::uint32_t k = 0; k < trials_in_block(paper_size.nodes, paper_size.dimension); ++k)
    trials.push_back(
        {.network = s.net.network(), .stop = FixedRounds{0}, .noise = {.seed = 1, .trial = k}, .minimiser = minimiser});
  for (auto _ : state) benchmark::DoNotOptimize(run_block(trials, test::never, kernel));
  state.counters[items] = static_cast<double>(trials.size()) * paper_size.rounds;
}

/// Whole blocks on the complete graph, of which the release alone is recorded.
void on_complete_graph(benchmark::State& state, const Kernel& kernel, const Mechanism& mechanism) {
  const Setting& s = setting(paper_size);
  const WeightMatrix weights = make_weights(complete_graph(paper_size.nodes), WeightRule::metropolis);
  PlanRequest request = s.net.plan().request();
  request.mechanism = mechanism;
  const Plan plan = make_plan(request);
  const std::vector<double> minimiser(paper_size.dimension, 7.0);
  std::vector<Trial> trials;
  for (std::uint32_t k = 0; k < trials_in_block(paper_size.nodes, paper_size.dimension); ++k)
    trials.push_back({.network = {weights, s.net.domain(), plan, s.net.objectives()},
                      .stop = FixedRounds{0},
                      .noise = {.seed = 1, .trial = k},
                      .minimiser = minimiser,
                      .every_round = false});
  for (auto _ : state) benchmark::DoNotOptimize(run_block(trials, test::never, kernel));
  state.counters[items] = static_cast<double>(trials.size()) * paper_size.rounds;
}
void independent(benchmark::State& state, const Kernel& kernel) {
  on_complete_graph(state, kernel, Independent{});
}
void masked(benchmark::State& state, const Kernel& kernel) {
  on_complete_graph(state, kernel, MaskedSums{.members = paper_size.nodes, .colluders = 1});
}

void add_kernel(const Kernel& kernel, Rows& rows) {
  const std::string set(kernel.instruction_set);
  const auto add = [&](const std::string& name, auto work) {
    benchmark::RegisterBenchmark((name + "/" + set).c_str(), work, kernel);
    return name + "/" + set;
  };
  const std::string fused_name = add("fused", fused), noise_name = add("noise", noise),
                    quiet_name = add("quiet", quiet), gaussians_name = add("gaussians", gaussians),
                    recorded_name = add("recorded", recorded), single_name = add("single", single),
                    independent_name = add("independent", independent), masked_name = add("masked", masked),
                    library_name = "standard_library/" + set;
  benchmark::RegisterBenchmark(library_name.c_str(), standard_library, competitor_for(kernel));

  const bool has_bars = kernel.instruction_set != "portable";
  const auto from = [&](double value) { return has_bars ? at_least(value) : Bar{}; };
  const auto titled = [&](std::string_view title) { return fmt::format("{}: {}", set, title); };
  rows.ratios.insert(
      rows.ratios.end(),
      {{titled("noise alone / fused round"), {noise_name}, fused_name, from(0.75)},
       {titled("(noise + round without noise) / fused round"), {noise_name, quiet_name}, fused_name, from(0.9)},
       {titled("std::normal_distribution<mt19937_64> / our Gaussians"), {library_name}, gaussians_name, from(6)},
       {titled("fused round / with noise in single precision"), {fused_name}, single_name, from(1.4)},
       {titled("reference engine / fused round"), {"reference/paper"}, fused_name, from(5)},
       {titled("reference engine / run_block, which records every round"), {"reference/paper"}, recorded_name},
       {titled("run_block, which records every round / fused round"), {recorded_name}, fused_name},
       {titled("masked sums / independent noise, complete graph"),
        {masked_name},
        independent_name,
        has_bars ? at_most(1.3) : Bar{}}});
}

}  // namespace

/// Which kernels run is known only now, so their benchmarks are made here, with their rows.
Rows montecarlo_rows() {
  Rows rows;
  for (const Kernel& kernel : all_kernels())
    if (kernel.runs_here()) add_kernel(kernel, rows);
  return rows;
}

}  // namespace sotto::bench
