// SPDX-License-Identifier: MIT
// The released error of mean estimation is exactly (p/N) sum (t/T)^2 M_t^2 while no projection binds.
//
// Each check compares a mean over trials with its exact value at 3 standard errors: false alarm 0.27 % each. The same
// check must reject a scale that is 10 % wrong (21 % in variance), which 1000 trials see at about 9 standard errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sotto/problem/minimiser.hpp"
#include "sotto/simulation/comparison/baselines.hpp"
#include "sotto/simulation/engine/run_recorder.hpp"
#include "sotto/simulation/observation/running_statistic.hpp"
#include "support/network.hpp"
#include "support/scaled_noise.hpp"

namespace sotto {
namespace {

struct Case {
  NoiseSchedule schedule;
  Round rounds;
};

class ReleasedError : public ::testing::TestWithParam<Case> {};

/// How many standard errors the measured mean lies from the exact value.
double deviation(const Case& c, double noise_factor) {
  // A box far wider than the noise: no projection binds. The budget is generous for the same reason.
  const test::TestNetwork net({.graph = erdos_renyi_graph({.nodes = 10, .edge_probability = 0.6, .seed = 1}),
                               .dimension = 10,
                               .records = 100,
                               .radius = 1e4,
                               .mean = 7,
                               .rounds = c.rounds,
                               .budget = {600, 1e-3},
                               .schedule = c.schedule,
                               .step = StepRule::paper});
  const std::vector<double> minimiser = non_private_minimiser(net.objectives(), net.domain());
  RunningStatistic error;
  for (std::uint32_t trial = 0; trial < 1200; ++trial) {
    test::ScaledNoise noise({.seed = 11, .trial = trial}, noise_factor);
    RunRecorder recorder(minimiser);
    run_reference(net.network(), FixedRounds{0}, noise, recorder, test::never);
    error.add(recorder.rounds().mean_error.back());
  }
  double squared_norm = 0;
  for (double v : minimiser) squared_norm += v * v;
  return (error.mean() - exact_mean_estimation_error(net.plan(), 10, 10) / squared_norm) / error.standard_error();
}

TEST_P(ReleasedError, IsTheExactValueWithinThreeStandardErrors) {
  EXPECT_LT(std::abs(deviation(GetParam(), 1.0)), 3);
}

TEST_P(ReleasedError, ATenPercentWrongNoiseScaleIsRejected) {
  EXPECT_GT(deviation(GetParam(), 1.1), 3);
  EXPECT_LT(deviation(GetParam(), 0.9), -3);
}

INSTANTIATE_TEST_SUITE_P(Schedules, ReleasedError,
                         ::testing::Values(Case{NoiseSchedule::paper, 1}, Case{NoiseSchedule::paper, 10},
                                           Case{NoiseSchedule::paper, 100}, Case{NoiseSchedule::paper_normalised, 1},
                                           Case{NoiseSchedule::paper_normalised, 10},
                                           Case{NoiseSchedule::paper_normalised, 100}, Case{NoiseSchedule::constant, 1},
                                           Case{NoiseSchedule::constant, 10}, Case{NoiseSchedule::constant, 100}),
                         [](const auto& given) {
                           std::string name =
                               std::string(name_of(given.param.schedule)) + std::to_string(given.param.rounds);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(ReleasedErrorOfTheDefault, IsTheSameForEveryTAndEqualsOneShot) {
  double one_shot = 0;
  for (Round T : {1u, 10u, 1000u}) {
    const test::TestNetwork net({.graph = ring_graph(10), .dimension = 10, .records = 100, .rounds = T});
    const double exact = exact_mean_estimation_error(net.plan(), 10, 10);
    if (T == 1) one_shot = exact;
    EXPECT_NEAR(exact / one_shot, 1, 1e-12);
  }
}

}  // namespace
}  // namespace sotto
