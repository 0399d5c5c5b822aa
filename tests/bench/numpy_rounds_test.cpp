// SPDX-License-Identifier: MIT
// What numpy is timed on is the reference engine's work.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "../bench/numpy_problem.hpp"
#include "support/network.hpp"
#include "support/subprocess.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

class Silence final : public NoiseSource {
 public:
  void draw(NodeRound, std::span<double> out) override { std::fill(out.begin(), out.end(), 0.0); }
};

/// A wide spread of records on a narrow box, so that projections bind.
test::TestNetwork small_network() {
  return test::TestNetwork({.graph = erdos_renyi_graph({.nodes = 6, .edge_probability = 0.6, .seed = 1}),
                            .dimension = 4,
                            .records = 3,
                            .radius = 2,
                            .mean = 1.9,
                            .rounds = 7});
}

nlohmann::json numpy_messages(const test::TestNetwork& net, double noise_factor) {
  std::vector<std::vector<double>> record_sums;
  for (const Objective* f : net.objectives()) {
    const auto sum = dynamic_cast<const MeanEstimation&>(*f).record_sum();
    record_sums.emplace_back(sum.begin(), sum.end());
  }
  const test::TemporaryFolder folder;
  folder.write("problem.json", bench::numpy_problem(net.network(), record_sums, 3, noise_factor));
  const test::Transcript said = test::run_subprocess(
      {.words = {"/usr/bin/python3", SOTTO_SOURCE_DIR "/bench/numpy_rounds.py", "problem.json", "--messages"},
       .folder = folder.path()});
  EXPECT_EQ(said.code, 0) << said.err;
  return nlohmann::json::parse(said.out);
}

TEST(NumpyRounds, WithoutNoiseAreTheReferenceEnginesRounds) {
  const test::TestNetwork net = small_network();
  Silence silence;
  test::Tape tape;
  run_reference(net.network(), FixedRounds{0}, silence, tape, test::never);
  const nlohmann::json numpy = numpy_messages(net, 0);
  for (const char* way : {"batched", "looped"}) {
    const auto messages = numpy.at(way).get<std::vector<std::vector<double>>>();
    ASSERT_EQ(messages.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t c = 0; c < 4; ++c)
        EXPECT_NEAR(messages.at(i).at(c), tape.messages.back()[i][c], 1e-12) << way << " node " << i;
  }
}

TEST(NumpyRounds, AddNoiseOfThePlansScale) {
  const test::TestNetwork net = small_network();
  const nlohmann::json quiet = numpy_messages(net, 0), noisy = numpy_messages(net, 1e-3);
  const double scale = 1e-3 * net.plan().noise_scale(7).standard_deviation();
  for (const char* way : {"batched", "looped"}) {
    double squares = 0;
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t c = 0; c < 4; ++c) {
        const double moved = noisy.at(way)[i][c].get<double>() - quiet.at(way)[i][c].get<double>();
        squares += moved * moved;
      }
    EXPECT_GT(squares, 0.2 * 24 * scale * scale) << way;  // one draw of a fixed seed; each round adds its own
    EXPECT_LT(squares, 5 * 24 * scale * scale) << way;
  }
}

}  // namespace
}  // namespace sotto
