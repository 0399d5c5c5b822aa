// SPDX-License-Identifier: MIT
// Teaches: an objective that the library does not ship, in a program of its own (find_package(sotto): see
// CMakeLists.txt beside this file). Five clinics want to know how long a patient stays, in days, whatever a few stays
// of years say: the minimiser of sum log cosh(x - d), a smooth median. The noise is exact: what they say to each other
// is private.
#include <array>
#include <cmath>
#include <iostream>

#include "sotto/consensus/certificate.hpp"
#include "sotto/entropy/exact_noise.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/simulation/engine/reference.hpp"

using namespace sotto;  // NOLINT(google-build-using-namespace): an example is read, not included

namespace {

const Domain days = Box{.dimension = 1, .half_side = 60};  // public: the answer lies in [-60, 60]
constexpr std::size_t patients = 4000;                     // public: how many records each clinic holds
constexpr double lambda = 0.005;                           // public: (lambda/2) x^2 a record, for strong convexity

// f(x) = sum over records d of log cosh(x - d), which depends on records, + r(x), which does not. An Objective would do
// for simulations. A RecordSum also runs on the lattice, where noise is exact: the library gets the gradient of every
// record by itself, clips it to D0/2 and sums in integers, so that D0 holds even if the doubles here go wrong.
struct SmoothMedian final : RecordSum {
  std::vector<double> stays;  // the records: no log line and no error text may depend on them

  // Everybody knows these; steps and noise are made from them. They may use what was agreed before anybody looked at a
  // record: the loss, lambda, the domain, the NUMBER of records. They may not use a record, or anything that follows
  // from records: no largest stay, no sample variance, no curvature at the data. That would be told without noise.
  static PublicConstants constants() {
    return {.curvature = {.strong_convexity = patients * lambda,   // log cosh is convex; more cannot be promised
                          .smoothness = patients * (1 + lambda)},  // its second derivative never exceeds 1
            .record_sensitivity = 2,                               // |tanh| <= 1: one for another, at most 2
            .gradient_bound = patients * (1 + lambda * reach(days)),
            .uses_record_count = true};
  }
  PublicConstants public_constants() const override { return constants(); }
  std::size_t dimension() const override { return 1; }
  double value(std::span<const double> x) const override {
    double sum = patients * lambda / 2 * x[0] * x[0];
    for (const double d : stays) sum += std::abs(x[0] - d) + std::log1p(std::exp(-2 * std::abs(x[0] - d)));
    return sum;  // but for a constant
  }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    shared_gradient(x, out);
    for (const double d : stays) out[0] += std::tanh(x[0] - d);
  }
  void shared_gradient(std::span<const double> x, std::span<double> out) const override {
    out[0] = patients * lambda * x[0];  // of r: no record in it
  }
  const QuantisedSum& record_gradients(std::span<const double> x, QuantisedSum& sum) const override {
    for (const double d : stays) sum.add(std::array{std::tanh(x[0] - d)});  // every record once, and nothing else
    return sum;
  }
};

}  // namespace

int main() {
  std::array<SmoothMedian, 5> clinics;  // each holds stays of 3 to 13 days, and every fiftieth of 1000
  std::array<const Objective*, 5> objectives{};
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t k = 0; k < patients; ++k)
      clinics[i].stays.push_back(k % 50 == 0 ? 1000.0 : static_cast<double>(3 + (7 * k + i) % 11));
    objectives[i] = &clinics[i];
  }
  const WeightMatrix weights = make_weights(ring_graph(5), WeightRule::metropolis);
  const Plan plan = make_plan({.budget = {.epsilon = 1, .delta = 1e-8},  // there is no default promise
                               .gradient_rounds = 200,
                               .constants = SmoothMedian::constants(),
                               .lattice = days});
  ExactNoise noise;  // bits of the operating system: nobody can repeat them
  NobodyListens nobody;
  const std::atomic<bool> interrupt{false};
  TrialOutcome outcome = run_reference({weights, days, plan, objectives}, FixedRounds{60}, noise, nobody, interrupt);
  Released& stay = outcome.messages_at_end[0];  // after Stage II every clinic holds (nearly) the same
  stay.project_onto(days);
  std::cout << certificate_of(plan).statement << "\ntypical stay: " << stay.values()[0] << " days\n";
}
