// SPDX-License-Identifier: MIT
// Theorem 2 and Corollary 2.
#include "sotto/consensus/convergence_bound.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

/// The letters of Theorem 2.
struct Letters {
  double N, p, beta, T, G, c, kappa;
};

/// kappa = alpha / D0^2: the paper writes it for D0 = 2G and its own accountant.
Letters letters(const Plan& plan, const NetworkConstants& network) {
  const PublicConstants& constants = plan.request().constants;
  const double D0 = constants.record_sensitivity;
  return {.N = network.nodes,
          .p = network.dimension,
          .beta = network.mixing_rate,
          .T = static_cast<double>(plan.gradient_rounds()),
          .G = constants.gradient_bound,
          .c = (1 / constants.curvature.strong_convexity + 1 / constants.curvature.smoothness) / 2,
          .kappa = plan.alpha_limit() / (D0 * D0)};
}

}  // namespace

BoundTerms printed_theorem2(const Plan& plan, const NetworkConstants& network) {
  const auto [N, p, beta, T, G, c, kappa] = letters(plan, network);
  return {.privacy = 2 * p * c * c / kappa,
          .gradient_steps = G * G * c * c * (2 - beta) / (1 - beta) * std::log(T) / T,
          .noise_in_disagreement =
              2 * std::sqrt(2 * p) * G * c * c / std::sqrt(kappa) * (4 + 3 / (1 - beta)) / std::pow(T, 0.25),
          .last_message = 0,
          .start = network.domain_diameter * network.domain_diameter / T};
}

std::string why_no_bound(const Plan& plan) {
  const PlanRequest& request = plan.request();
  const auto none_for = [](const std::string& what) {
    return "The proved bounds on the error are for " + what + ": none is shown.";
  };
  if (plan.is_masked()) return none_for("independent noise, not for masked sums");
  if (request.mixing_rounds > 1) return none_for("one mixture by W between two gradients");
  if (request.acceleration != Acceleration::none) return none_for("steps without momentum");
  if (request.output != Output::last) return none_for("the last message, not for a mean of several");
  return "";
}

bool closed_form_holds(const Plan& plan) {
  return why_no_bound(plan).empty() && plan.request().schedule == NoiseSchedule::paper &&
         plan.request().step == StepRule::paper;
}

BoundTerms corrected_theorem2(const Plan& plan, const NetworkConstants& network) {
  const auto [N, p, beta, T, G, c, kappa] = letters(plan, network);
  return {
      .privacy = 4 * p * c * c / kappa,
      .gradient_steps = G * G * c * c * (1 + beta) / (1 - beta) * (1 + std::log(T)) / T,
      .noise_in_disagreement = 8 * std::sqrt(2 * p) * G * c * c / std::sqrt(kappa) * beta / (1 - beta) / std::sqrt(T),
      .last_message = 2 * p * c * c / (kappa * N * T),
      .start = 0};  // the factor 1 - 1/t is zero at t = 1
}

Recursion recursion_bound(const Plan& plan, const NetworkConstants& network) {
  const auto [N, p, beta, T, G, c, kappa] = letters(plan, network);
  const Curvature curvature = plan.request().constants.curvature;
  const auto M = [&](Round t) { return plan.noise_scale(t).standard_deviation(); };
  const double H = network.gradients_at_minimiser.value_or(std::sqrt(N) * G);
  const auto spread = [&, &N = N, &p = p, &G = G](double q, Round t) {  // E||y(t+1) - 1 ybar||^2
    return std::pow(q + std::sqrt(N) * G * plan.step(t), 2) + p * (N - 1) * M(t) * M(t);
  };
  double q = 0;  // bound on the distance of z(t) to its mean: z(1) is the same at every node
  double S = N * network.domain_diameter * network.domain_diameter;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
    const double eta = plan.step(t);
    if (t > 1) {
      q = beta * std::sqrt(spread(q, t - 1));
      S += p * N * M(t - 1) * M(t - 1);
    }
    const double shrink = std::max(0.0, 1 - eta / c);  // 1 - 2 mu L/(mu+L) eta; c/t makes it 1 - 1/t
    const double K = 2 / ((curvature.strong_convexity + curvature.smoothness) * eta);
    const double g = K > 1 ? std::min(N * G * G, K / (K - 1) * H * H) : N * G * G;
    S = shrink * S + eta * eta * g + 2 * eta * H * q;
  }
  const Round last = plan.gradient_rounds();
  return {.mean_before_release = S / N,
          .released_mean = S / N + p * M(last) * M(last) / N,
          .disagreement = spread(q, last)};
}

double corrected_corollary2(const Recursion& recursion, const NetworkConstants& network, Round consensus_rounds,
                            double bound_on_mean) {
  const double left = squared_disagreement_left({network.consensus, network.mixing_rate}, consensus_rounds);
  return 2 * left * recursion.disagreement + 2 * bound_on_mean;
}

double printed_corollary2(const Plan& plan, const NetworkConstants& network, Round consensus_rounds) {
  BoundTerms terms = printed_theorem2(plan, network);
  terms.noise_in_disagreement *=
      std::pow(static_cast<double>(plan.gradient_rounds()), -0.25);  // printed T^-1/2 for T^-1/4 (E10)
  const double C_exp = 2 * network.nodes * network.domain_diameter * network.domain_diameter;
  return 2 * C_exp * std::pow(network.mixing_rate, 2.0 * consensus_rounds) + 2 * terms.sum();
}

}  // namespace sotto
