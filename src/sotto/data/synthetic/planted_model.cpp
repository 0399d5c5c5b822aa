// SPDX-License-Identifier: MIT
// A planted model, and labels that follow from it.
#include <algorithm>
#include <cmath>
#include <span>

#include "sotto/data/model/prediction.hpp"
#include "sotto/data/synthetic/drawn_problem.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/problem/row_access.hpp"
#include "sotto/random/elementary.hpp"
#include "sotto/random/gaussian.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

struct Spread {
  double mean = 0;
  double deviation = 0;
};

/// Over the values that one margin has on all rows.
Spread spread_of(std::span<const double> margins, std::size_t each, std::size_t which) {
  Spread spread;
  const auto rows = static_cast<double>(margins.size() / each);
  for (std::size_t k = which; k < margins.size(); k += each) spread.mean += margins[k] / rows;
  for (std::size_t k = which; k < margins.size(); k += each)
    spread.deviation += (margins[k] - spread.mean) * (margins[k] - spread.mean) / rows;
  spread.deviation = std::sqrt(spread.deviation);
  return spread;
}

/// The intercept's coordinate is not 1 in a row that was clipped.
double mean_of_last_feature(const FeatureRows& rows) {
  std::vector<double> last(dimension_of(rows), 0.0);
  last.back() = 1;
  const std::vector<double> values = margins_at(LogisticLoss{}, last, rows);
  return spread_of(values, 1, 0).mean;
}

struct Chance {
  double uniform;
  double gaussian;
};

/// A count whose logarithm's rate is the margin, by running through the probabilities; of a large rate, where the first
/// ones are no numbers any more, by the normal law near it. One above `most` is `most`.
double count_at(const Chance& chance, double margin, double most) {
  constexpr double large = 100;
  const double rate = portable_exp(margin);
  if (rate > large) return std::min(most, std::max(0.0, std::round(rate + std::sqrt(rate) * chance.gaussian)));
  double probability = portable_exp(-rate), below = probability, count = 0;
  while (chance.uniform >= below && count < most) {
    count += 1;
    probability *= rate / count;
    below += probability;
  }
  return count;
}

double class_at(double uniform, std::span<const double> margins) {
  const double highest = *std::max_element(margins.begin(), margins.end());
  double sum = 0;
  for (const double margin : margins) sum += portable_exp(margin - highest);
  std::size_t drawn = 0;
  double below = portable_exp(margins[0] - highest);
  while (drawn + 1 < margins.size() && uniform * sum >= below) below += portable_exp(margins[++drawn] - highest);
  return static_cast<double>(drawn);
}

/// Labels of deviation bound/2 explained by the margin, and bound/4 that is not.
double number_at(double gaussian, double standardised, double bound) {
  return bound * (standardised / 2 + gaussian / 4);
}

/// Counts grow with the exponential of a margin: few of them may reach the label's bound.
double attainable(const Loss& loss, double signal) {
  const auto* poisson = std::get_if<PoissonLoss>(&loss);
  return poisson == nullptr ? signal : std::min(signal, std::log1p(poisson->label_bound) / 2);
}

/// Where the margins lie, in units of the signal.
double offset_of(const Loss& loss, double gaussian) {
  return std::visit(Cases{[](const LogisticLoss&) { return -0.5; }, [](const SmoothedHingeLoss&) { return -0.5; },
                          [&](const SoftmaxLoss&) { return gaussian / 2; }, [](const auto&) { return 0.0; }},
                    loss);
}

double label_at(const PlantedModel& model, std::span<const double> margins, const Chance& chance) {
  const double standardised = model.signal > 0 ? margins[0] / model.signal : 0;
  const auto sign = [&] { return chance.uniform * (1 + portable_exp(-margins[0])) < 1 ? 1.0 : -1.0; };
  return std::visit(
      Cases{[&](const SquaredLoss& loss) { return number_at(chance.gaussian, standardised, loss.label_bound); },
            [&](const HuberLoss& loss) { return number_at(chance.gaussian, standardised, loss.label_bound); },
            [&](const LogisticLoss&) { return sign(); }, [&](const SmoothedHingeLoss&) { return sign(); },
            [&](const PoissonLoss& loss) { return count_at(chance, margins[0], loss.label_bound); },
            [&](const SoftmaxLoss&) { return class_at(chance.uniform, margins); }},
      model.loss);
}

}  // namespace

PlantedModel plant_model(const Loss& loss, const Domain& domain, const FeatureRows& rows, const PlantedSignal& wanted) {
  const std::size_t features = dimension_of(rows), margins = margins_of(loss);
  std::vector<double> x(features * margins);
  const Place of_model{.stream = Stream::synthetic, .trial = 0, .node = 1, .round = 0};
  const auto offset_place = static_cast<std::uint32_t>(x.size() + x.size() % 2);
  fill_gaussian(wanted.seed, of_model, x);
  const std::vector<double> before = margins_at(loss, x, rows);
  const double ones = wanted.intercept ? mean_of_last_feature(rows) : 0;
  for (std::size_t k = 0; k < margins; ++k) {
    const Spread spread = spread_of(before, margins, k);
    const double factor = spread.deviation > 0 ? attainable(loss, wanted.signal) / spread.deviation : 0;
    const std::span<double> own = std::span(x).subspan(k * features, features);
    for (double& v : own) v *= factor;
    const double offset = wanted.signal * offset_of(loss, gaussian_at(wanted.seed, of_model,
                                                                      offset_place + static_cast<std::uint32_t>(k)));
    if (ones != 0) own.back() += (offset - factor * spread.mean) / ones;
  }
  project(domain, x);
  double spread_left = 0;  // what the domain has left of it
  const std::vector<double> after = margins_at(loss, x, rows);
  for (std::size_t k = 0; k < margins; ++k)
    spread_left += spread_of(after, margins, k).deviation / static_cast<double>(margins);
  return {.loss = loss, .x = std::move(x), .signal = spread_left};
}

void draw_labels(const PlantedModel& model, std::uint64_t seed, std::uint32_t set, LabelledRows& rows) {
  const std::size_t each = margins_of(model.loss);
  const std::vector<double> margins = margins_at(model.loss, model.x, rows.features);
  for (std::size_t r = 0; r < rows.labels.size(); ++r) {
    const Place at{.stream = Stream::synthetic, .trial = set, .node = 2, .round = static_cast<std::uint32_t>(r)};
    RandomSequence random(seed, at);
    const Chance chance{.uniform = random.uniform(), .gaussian = gaussian_at(seed, at, 2)};
    rows.labels[r] = allowed_label(model.loss, label_at(model, std::span(margins).subspan(r * each, each), chance));
  }
}

}  // namespace sotto
