// SPDX-License-Identifier: MIT
// What numpy is timed on is the reference engine's work.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "../bench/numpy_problem.hpp"
#include "support/network.hpp"
#include "support/subprocess.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

class Silence final : public NoiseSource {
 public:
  void add_to(NodeRound, double, std::span<double>) override {}
};

constexpr NodeId N = 6;
constexpr std::size_t p = 4, n = 3;
constexpr Round T = 7;
constexpr double R = 2;

test::TestNetwork small_network() {
  return test::TestNetwork({.graph = erdos_renyi_graph({.nodes = N, .edge_probability = 0.6, .seed = 1}),
                            .dimension = p,
                            .records = n,
                            .radius = R,
                            .mean = 1,
                            .rounds = T});
}

nlohmann::json problem_of(const test::TestNetwork& net) {
  std::vector<std::vector<double>> record_sums;
  for (const Objective* f : net.objectives()) {
    const auto sum = dynamic_cast<const MeanEstimation&>(*f).record_sum();
    record_sums.emplace_back(sum.begin(), sum.end());
  }
  return bench::numpy_problem(net.network(), record_sums, n);
}

/// y(T+1), [node][coordinate], of both ways.
using Messages = std::vector<std::vector<double>>;
std::map<std::string, Messages> numpy_messages(const nlohmann::json& problem) {
  const test::TemporaryFolder folder;
  folder.write("problem.json", problem.dump());
  const test::Transcript said = test::run_subprocess(
      {.words = {"/usr/bin/python3", SOTTO_SOURCE_DIR "/bench/numpy_rounds.py", "problem.json", "--messages"},
       .folder = folder.path()});
  EXPECT_EQ(said.code, 0) << said.err;
  const auto answer = nlohmann::json::parse(said.out);
  return {{"batched", answer.at("batched").get<Messages>()}, {"looped", answer.at("looped").get<Messages>()}};
}

TEST(NumpyRounds, WithoutNoiseAreTheReferenceEnginesRounds) {
  const test::TestNetwork net = small_network();
  Silence silence;
  test::Tape tape;
  run_reference(net.network(), FixedRounds{0}, silence, tape, test::never);
  nlohmann::json problem = problem_of(net);
  problem["noise_scales"] = std::vector<double>(T, 0.0);
  for (const auto& [way, messages] : numpy_messages(problem))
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t c = 0; c < p; ++c)
        EXPECT_NEAR(messages.at(i).at(c), tape.messages.back()[i][c], 1e-12) << way << " node " << i;
}

/// Noise far wider than the box, but none in the last round: what was heard is projected to an end of the box, and a
/// step that overshoots is projected again.
TEST(NumpyRounds, ProjectWhatTheyHearAndTheirStep) {
  nlohmann::json problem = problem_of(small_network());
  std::vector<double> noise_scales(T, 1e6), steps(T, 0.1);
  noise_scales.back() = 0;
  problem["noise_scales"] = noise_scales;
  for (const double step : {0.1, 0.9}) {
    steps.back() = step;
    problem["steps"] = steps;
    for (const auto& [way, messages] : numpy_messages(problem))
      for (std::size_t i = 0; i < N; ++i)
        for (std::size_t c = 0; c < p; ++c) {
          const double sum = problem["record_sums"][i][c].get<double>();
          const double low = std::clamp(-R - step * (n * -R - sum), -R, R);
          const double high = std::clamp(R - step * (n * R - sum), -R, R);
          const double y = messages.at(i).at(c);
          EXPECT_LT(std::min(std::abs(y - low), std::abs(y - high)), 1e-12) << way << " y = " << y;
        }
  }
}

TEST(NumpyRounds, AddNoiseOfTheGivenScale) {
  nlohmann::json problem = problem_of(small_network());
  const double scale = 1e-3;
  problem["noise_scales"] = std::vector<double>(T, scale);
  const auto noisy = numpy_messages(problem);
  problem["noise_scales"] = std::vector<double>(T, 0.0);
  for (const auto& [way, quiet] : numpy_messages(problem)) {
    double squares = 0;
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t c = 0; c < p; ++c) {
        const double moved = noisy.at(way)[i][c] - quiet[i][c];
        squares += moved * moved;
      }
    EXPECT_GT(squares, 0.3 * N * p * scale * scale)
        << way;  // 24 draws of a fixed seed, and what is left of rounds before
    EXPECT_LT(squares, 4 * N * p * scale * scale) << way;
  }
}

}  // namespace
}  // namespace sotto
