// SPDX-License-Identifier: MIT
// The search for the pair of records that a linear model tells apart best.
//
// The gradient of a record is s (x) a: a its row, s the slopes of the loss at its margins a . z_k. A better row lies
// somewhere between the other record's row and the point, on either side; a better point between the two rows. So
// every step tries vectors of several lengths all round such planes, and then steps at random that grow smaller.
#include "sotto/audit/worst_pair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "sotto/arithmetic/dot.hpp"
#include "sotto/problem/norms.hpp"
#include "sotto/problem/slopes.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

using Vector = std::vector<double>;

constexpr int turns = 24;                                           // directions in a plane
constexpr std::array lengths{0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 1e6};  // of the longest row, of the domain's reach
constexpr int most_steps = 8;                                       // of an ascent
constexpr int steps_at_random = 300;                                // after it
constexpr std::size_t most_blocks = 6;                              // of a softmax's classes, by turns

double product(std::span<const double> a, std::span<const double> b) {
  return dot(a, b);
}

Vector scaled_to_one(Vector v) {
  const double length = euclidean_norm(v);
  if (length > 0)
    for (double& x : v) x /= length;
  return v;
}

/// length (cos(turn) a + sin(turn) b), all the way round.
template <class Try>
void around(const Vector& a, const Vector& b, double length, Try attempt) {
  Vector wish(a.size());
  for (int k = 0; k < turns; ++k) {
    const double angle = 2 * std::numbers::pi * k / turns;
    for (std::size_t c = 0; c < a.size(); ++c) wish[c] = length * (std::cos(angle) * a[c] + std::sin(angle) * b[c]);
    attempt(wish);
  }
}

class Ascent {
 public:
  Ascent(const WorstPairSearch& search, std::uint32_t start)
      : search_(search),
        margins_(margins_of(search.setting.loss)),
        features_(search.setting.features),
        row_norm_(search.setting.row_norm),
        reach_(reach(search.domain)),
        random_(search.seed, {.stream = Stream::baseline, .trial = 0xFFFFFFFE, .round = start}),
        first_point_(margins_ * features_, 0.0) {
    project(search.domain, first_point_);
    best_.point = start % 2 == 0 ? first_point_ : point_near(at_random(first_point_.size(), 1e6 * reach_));
    best_.data = {row_near(at_random(features_, 1e6 * row_norm_)), any_label()};
    best_.neighbour = {row_near(at_random(features_, 1e6 * row_norm_)), any_label()};
    reached_ = score(best_);
  }

  WorstPair run() {
    for (int step = 0; step < most_steps; ++step) {
      const double before = reached_;
      improve(&WorstPair::data, &WorstPair::neighbour);
      improve(&WorstPair::neighbour, &WorstPair::data);
      improve_point();
      if (!(reached_ > before * (1 + 1e-6))) break;
    }
    for (int step = 0; step < steps_at_random; ++step) step_at_random(std::pow(0.5, 10.0 * step / steps_at_random));
    best_.apart = std::sqrt(apart_at(best_.point, best_));
    return best_;
  }
  double reached() const { return reached_; }

 private:
  Vector at_random(std::size_t size, double length) {
    Vector v(size);
    for (double& x : v) x = length * (2 * random_.uniform() - 1);
    return v;
  }
  double any_label() { return search_.labels[random_.below(search_.labels.size())]; }
  Vector row_near(const Vector& wish) const {
    Vector row(features_);
    search_.write_row(wish, row);
    return row;
  }
  Vector point_near(Vector wish) const {
    project(search_.domain, wish);
    return wish;
  }

  /// s, clipped as a node clips it.
  Vector slopes(const PlantedRecord& record, std::span<const double> z) const {
    Vector s(margins_);
    for (std::size_t k = 0; k < margins_; ++k) s[k] = product(record.row, z.subspan(k * features_, features_));
    std::visit([&](const auto& loss) { become_slopes(loss, std::span(s), record.label); }, search_.setting.loss);
    const double length = euclidean_norm(s) * euclidean_norm(record.row);
    if (const auto clip = search_.setting.clip; clip && length > *clip)
      for (double& v : s) v *= *clip / length;
    return s;
  }

  /// ||s (x) a - s' (x) a'||^2
  double apart_at(std::span<const double> z, const WorstPair& pair) const {
    const Vector s = slopes(pair.data, z), s_prime = slopes(pair.neighbour, z);
    const Vector &a = pair.data.row, &a_prime = pair.neighbour.row;
    return std::max(0.0, product(s, s) * product(a, a) + product(s_prime, s_prime) * product(a_prime, a_prime) -
                             2 * product(s, s_prime) * product(a, a_prime));
  }

  double score(const WorstPair& pair) const {
    const double first = search_.first_share;
    return (first > 0 ? first * apart_at(first_point_, pair) : 0) + (1 - first) * apart_at(pair.point, pair);
  }

  void attempt(const WorstPair& pair) {
    const double reaches = score(pair);
    if (!(reaches > reached_)) return;
    reached_ = reaches;
    best_ = pair;
  }

  /// The part of a point that belongs to a margin; of many margins some, at random.
  Vector block(std::size_t k) const {
    const auto begin = best_.point.begin() + static_cast<std::ptrdiff_t>(k * features_);
    return {begin, begin + static_cast<std::ptrdiff_t>(features_)};
  }
  std::size_t block_to_try(std::size_t k) {
    return margins_ <= most_blocks ? k : static_cast<std::size_t>(random_.below(margins_));
  }

  void improve(PlantedRecord WorstPair::*one, PlantedRecord WorstPair::*other) {
    const auto attempt_row = [&](const Vector& row) {
      for (const double label : search_.labels) {
        WorstPair pair = best_;
        pair.*one = {row, label};
        attempt(pair);
      }
    };
    attempt_row((best_.*one).row);
    if (search_.rows_may_be_zero) attempt_row(Vector(features_, 0.0));
    const Vector opposite = scaled_to_one((best_.*other).row);
    for (std::size_t k = 0; k < std::min(margins_, most_blocks); ++k) {
      const Vector towards = scaled_to_one(block(block_to_try(k)));
      for (const double length : lengths)
        around(opposite, towards, length * row_norm_, [&](const Vector& wish) { attempt_row(row_near(wish)); });
    }
  }

  /// One margin goes up; where there are several, those of the labels go down, or all others do.
  void improve_point() {
    const Vector a = scaled_to_one(best_.data.row), b = scaled_to_one(best_.neighbour.row);
    attempt_point(first_point_);
    for (std::size_t k = 0; k < std::min(margins_, most_blocks); ++k) {
      const std::size_t up = block_to_try(k);
      for (const bool all_others : {false, true})
        for (const double length : lengths)
          around(a, b, length * reach_, [&](const Vector& d) { attempt_point(spread(d, up, all_others)); });
    }
  }
  void attempt_point(const Vector& wish) {
    WorstPair pair = best_;
    pair.point = point_near(wish);
    attempt(pair);
  }
  Vector spread(const Vector& direction, std::size_t up, bool all_others) const {
    Vector point(margins_ * features_, 0.0);
    for (std::size_t k = 0; k < margins_; ++k) {
      const auto label = static_cast<double>(k);
      const bool goes_down = all_others || label == best_.data.label || label == best_.neighbour.label;
      const double sign = k == up ? 1 : goes_down ? -1 : 0;
      for (std::size_t c = 0; c < features_; ++c) point[k * features_ + c] = sign * direction[c];
    }
    return point;
  }

  void step_at_random(double share) {
    WorstPair pair = best_;
    const auto moved = [&](Vector v, double by) {
      const Vector step = at_random(v.size(), by);
      for (std::size_t k = 0; k < v.size(); ++k) v[k] += step[k];
      return v;
    };
    const double root = std::sqrt(static_cast<double>(features_));
    const std::uint64_t which = random_.below(4);  // one of the three, or all
    if (which != 1 && which != 2) pair.data.row = row_near(moved(pair.data.row, share * row_norm_ / root));
    if (which != 0 && which != 2) pair.neighbour.row = row_near(moved(pair.neighbour.row, share * row_norm_ / root));
    if (which >= 2) pair.point = point_near(moved(pair.point, share * reach_ / root));
    attempt(pair);
  }

  const WorstPairSearch& search_;
  std::size_t margins_, features_;
  double row_norm_, reach_;
  RandomSequence random_;
  Vector first_point_;
  WorstPair best_ = {};
  double reached_ = 0;
};

/// As many as can be afforded: a step costs a thousand times the coefficients or so.
std::uint32_t starts_for(const WorstPairSearch& search) {
  const std::size_t coefficients = margins_of(search.setting.loss) * search.setting.features;
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(100'000 / coefficients, 1, 12));
}

}  // namespace

WorstPair find_worst_pair(const WorstPairSearch& search) {
  WorstPair best;
  double most = -1;
  for (std::uint32_t start = 0; start < starts_for(search); ++start) {
    Ascent ascent(search, start);
    const WorstPair found = ascent.run();
    if (ascent.reached() <= most) continue;
    most = ascent.reached();
    best = found;
  }
  return best;
}

}  // namespace sotto
