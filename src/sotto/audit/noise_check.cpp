// SPDX-License-Identifier: MIT
#include "sotto/audit/noise_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/audit/rates.hpp"

namespace sotto {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::uint64_t enough_numbers = 4'000'000;  // in all messages together; Stage II counts, it takes its time too
constexpr std::uint32_t fewest_noise_transcripts = 20;

/// (y_i(t+1) - x_i(t)) / M_t, [round][node][coordinate].
void fill_residuals(const NoiseCheckRequest& request, std::span<const Hypothesis* const> truth, const Transcript& heard,
                    std::vector<double>& residuals) {
  const auto [nodes, p] = heard.shape();
  std::vector<double> z(p), x(p);
  auto next = residuals.begin();
  for (Round t = 1; t <= request.rounds; ++t) {
    for (NodeId i = 0; i < nodes; ++i) {
      mix(request.weights, heard, t, i, z);
      project(request.domain, z);
      truth[i]->estimate(t, z, x);
      const double M = truth[i]->noise_scale(t);
      const std::span<const double> y = heard.message(t + 1, i);
      for (std::size_t k = 0; k < p; ++k) *next++ = (y[k] - x[k]) / M;
    }
  }
}

/// The first message of Stage II that is not what nodes make of the rounds before it, bit for bit; 0 if there is none.
Round first_departure(const NoiseCheckRequest& request, const Transcript& heard) {
  std::vector<double> mixture(heard.shape().dimension);
  ChebyshevFactors factors(request.averaging.mixing_rate);
  const Timetable timetable({.gradient_rounds = request.rounds});
  for (Round t = timetable.hand_over(); t < heard.last_round(); ++t) {
    const bool accelerated = request.averaging.consensus == Consensus::chebyshev && timetable.extrapolates(t);
    for (NodeId i = 0; i < heard.shape().nodes; ++i) {
      mix(request.weights, heard, t, i, mixture);
      if (accelerated) extrapolate(factors.now(), heard.message(t - 1, i), mixture);
      if (!std::equal(mixture.begin(), mixture.end(), heard.message(t + 1, i).begin())) return t + 1;
    }
    if (accelerated) factors.advance();
  }
  return 0;
}

/// What must hold in every transcript, without a doubt; each is reported once.
void check_exactly(const NoiseCheckRequest& request, const Transcript& heard, std::vector<Finding>& failures) {
  const auto report = [&](const std::string& what, double value) {
    const auto known = [&](const Finding& finding) { return finding.what == what; };
    if (std::none_of(failures.begin(), failures.end(), known)) failures.push_back({what, value, 0, infinite});
  };
  if (!heard.all_copies_equal()) report("different messages to different neighbours", 1);
  if (const Round t = first_departure(request, heard))
    report("a message of Stage II that is no mixture of earlier ones, in round", t);
}

}  // namespace

NoiseCheck check_noise(const NoiseCheckRequest& request, const std::atomic<bool>& interrupt) {
  const Whiteness::Shape shape{request.rounds, request.weights.node_count(), dimension(request.domain)};
  Transcript heard({request.weights.node_count(), shape.dimension});
  Whiteness whiteness(shape);
  std::vector<double> residuals(shape.size());
  NoiseCheck check;
  std::uint64_t numbers = 0;
  for (std::uint32_t trial = 0; trial < request.transcripts && !interrupt; ++trial) {
    if (numbers > enough_numbers && trial >= fewest_noise_transcripts) break;
    const Side side = trial % 2 == 0 ? Side::data : Side::neighbour;
    request.protocol(side, trial, heard);
    if (heard.last_round() <= request.rounds) break;
    fill_residuals(request, side == Side::data ? request.on_data : request.on_neighbour, heard, residuals);
    whiteness.add(residuals);
    check_exactly(request, heard, check.failures);
    ++check.transcripts;
    numbers += std::uint64_t{heard.last_round()} * shape.nodes * shape.dimension;
  }
  if (check.transcripts == 0) return check;
  const std::vector<Finding> findings = whiteness.findings();
  check.tests = whiteness.tests();
  check.limit = normal_quantile_of_tail(NoiseCheck::false_alarm_rate / 2 / static_cast<double>(check.tests));
  check.variance = findings[1].value;
  for (const Finding& finding : findings)
    if (!(std::abs(finding.deviations) <= check.limit)) check.failures.push_back(finding);
  for (Finding& failure : check.failures)
    if (std::isnan(failure.deviations)) failure.deviations = infinite;
  std::stable_sort(check.failures.begin(), check.failures.end(),
                   [](const Finding& a, const Finding& b) { return std::abs(a.deviations) > std::abs(b.deviations); });
  return check;
}

}  // namespace sotto
