// SPDX-License-Identifier: MIT
// Logistic regression on the census file (a9a, ten nodes, T = 200) after loading, against a plain loop of the same
// gradients. Without the file these rows are left out.
#include <benchmark/benchmark.h>

#include <cmath>
#include <ctime>
#include <filesystem>

#include "rows.hpp"
#include "sotto/problem/linear_model.hpp"
#include "sotto/random/gaussian.hpp"
#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/simulation/engine/reference.hpp"

namespace sotto::bench {
namespace {

constexpr Round rounds = 200;
const std::filesystem::path here = SOTTO_BENCH_SOURCE, file = here / "../../shared/data/a9a.libsvm";

/// The configuration of examples/03, with the file where tests find it.
const Scenario& census() {
  static const Scenario scenario = [] {
    Settings settings;
    settings.add_file((here / "../examples/03_census_income.toml").string());
    settings.add_assignment("data.file=" + file.string());
    settings.add_assignment("data.test_file=");
    return Scenario(read_configuration(settings));
  }();
  return scenario;
}

const Objectives& census_records() {
  static const Objectives objectives = census().objectives(0);
  return objectives;
}

double thread_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Nobody final : Eavesdropper {
  void hear(Round, std::span<const Released>) override {}
};

void census_run(benchmark::State& state) {
  const Scenario& scenario = census();
  const Plan plan = scenario.plan();
  const Network network{scenario.weights(), scenario.domain(), plan, census_records().view};
  const double before = thread_seconds();
  for (auto _ : state) {
    SeededNoise noise({.seed = 1, .trial = 0});
    Nobody nobody;
    const std::atomic<bool> never{false};
    benchmark::DoNotOptimize(run_reference(network, FixedRounds{20}, noise, nobody, never));
  }
  state.counters["seconds"] = (thread_seconds() - before) / static_cast<double>(state.iterations());
  state.counters[items] = rounds;
}

/// As anybody would write it: row by row, the library's exponential, nothing fused by hand.
void plain_gradient(const SparseRows& rows, const std::vector<double>& labels, const std::vector<double>& x,
                    std::vector<double>& out) {
  for (std::size_t r = 0; r < rows.count(); ++r) {
    double margin = 0;
    for (std::size_t k = rows.begins[r]; k < rows.begins[r + 1]; ++k) margin += rows.values[k] * x[rows.columns[k]];
    const double slope = -labels[r] / (1 + std::exp(labels[r] * margin));
    for (std::size_t k = rows.begins[r]; k < rows.begins[r + 1]; ++k) out[rows.columns[k]] += slope * rows.values[k];
  }
}

void census_plain(benchmark::State& state) {
  std::vector<const LabelledRows*> nodes;
  for (const Objective* objective : census_records().view)
    nodes.push_back(&dynamic_cast<const LinearModel&>(*objective).rows());
  std::vector<double> x(census().configuration().problem.dimension, 0.01), out(x.size());
  for (auto _ : state)
    for (Round t = 0; t < rounds; ++t)
      for (const LabelledRows* node : nodes) {
        plain_gradient(std::get<SparseRows>(node->features), node->labels, x, out);
        x[t % x.size()] += 1e-9 * out[0];  // another point in every round
      }
  benchmark::DoNotOptimize(out.data());
  state.counters[items] = rounds;
}

}  // namespace

/// Benchmarks that need the file are there only where it is.
Rows census_rows() {
  if (!std::filesystem::exists(file)) return {};
  benchmark::RegisterBenchmark("census_run", census_run)->Unit(benchmark::kMillisecond)->Iterations(1);
  benchmark::RegisterBenchmark("census_plain", census_plain)->Unit(benchmark::kMillisecond)->Iterations(1);
  return {
      .ratios = {{"Algorithm 1 / plain loop of its gradients, a9a, N=10, T=200", {"census_run"}, "census_plain"}},
      .figures = {{"seconds of one core for T=200 on a9a, N=10, after loading", "census_run", "seconds", at_most(1)}}};
}

}  // namespace sotto::bench
