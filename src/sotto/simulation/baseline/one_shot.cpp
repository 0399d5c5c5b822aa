// SPDX-License-Identifier: MIT
// One shot: every node releases its own minimiser with noise, once; what follows is averaging, exact and free.
#include "sotto/simulation/baseline/checks.hpp"
#include "sotto/simulation/baseline/methods.hpp"
#include "sotto/simulation/baseline/output_perturbation.hpp"

namespace sotto {
namespace {

class OneShot final : public Baseline {
 public:
  explicit OneShot(const Plan& plan) : perturbed_(plan) {}

  std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                           const std::atomic<bool>& interrupt) const override {
    return only_finite({mean_of(perturbed_(trial, NoiseOf::one_shot, interrupt))});
  }

 private:
  OutputPerturbation perturbed_;
};

}  // namespace

std::unique_ptr<Baseline> make_one_shot(const BaselineSetting& setting) {
  return std::make_unique<OneShot>(setting.plan);
}

}  // namespace sotto
