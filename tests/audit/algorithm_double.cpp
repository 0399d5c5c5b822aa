// SPDX-License-Identifier: MIT
// Algorithm 1 for mean estimation once more, with planted mistakes.
#include "audit/algorithm_double.hpp"

#include <cmath>

#include "sotto/privacy/seeded_noise.hpp"

namespace sotto::test {
namespace {

using Vector = std::vector<double>;

class Double {
 public:
  Double(Planted fault, const DoubleSetting& setting, Side side, std::uint32_t trial, Transcript& heard)
      : fault_(fault),
        setting_(setting),
        records_(side == Side::data ? setting.on_data : setting.on_neighbour),
        noise_({.seed = setting.seed, .trial = 2 * trial + static_cast<std::uint32_t>(side)}),
        heard_(heard),
        estimates_(records_.size(), Vector(dimension(setting.domain), 0.0)) {}

  void run() {
    heard_.begin();
    const Round T = setting_.plan.gradient_rounds();
    for (Round t = 1; t <= T + setting_.consensus_rounds; ++t) {
      heard_.add_round();
      std::vector<Vector> estimates = estimates_;
      for (NodeId i = 0; i < records_.size(); ++i) {
        const Vector mixture = mixed(t, i);
        if (t <= T)
          gradient_round(t, i, mixture, estimates[i]);
        else if (fault_ == Planted::stage_two_adds_records)
          say(t, i, descended(T, i, mixture));
        else
          say(t, i, mixture);
      }
      estimates_.swap(estimates);
    }
  }

 private:
  void say(Round t, NodeId i, const Vector& message) {
    std::copy(message.begin(), message.end(), heard_.message(t + 1, i).begin());
  }

  Vector mixed(Round t, NodeId i) const {
    Vector z(estimates_[i].size());
    const auto row = setting_.weights.row(i);
    for (std::size_t j = 0; j < row.columns.size(); ++j) {
      const bool exact = fault_ == Planted::own_exact_estimate && row.columns[j] == i;
      const std::span<const double> y =
          exact ? std::span<const double>(estimates_[i]) : heard_.heard_by(i, t, row.columns[j]);
      for (std::size_t k = 0; k < z.size(); ++k)
        z[k] = j == 0 ? row.weights[j] * y[k] : std::fma(row.weights[j], y[k], z[k]);
    }
    return z;
  }

  Vector descended(Round t, NodeId i, Vector z) const {
    project(setting_.domain, z);
    Vector sum(z.size(), 0.0);
    double squares = 0;
    for (std::size_t r = 0; r < records_[i].count(); ++r) {
      Vector record(records_[i].row(r).begin(), records_[i].row(r).end());
      if (fault_ != Planted::unclipped_record) project(setting_.domain, record);
      for (std::size_t k = 0; k < z.size(); ++k) {
        sum[k] += record[k];
        squares += record[k] * record[k];
      }
    }
    const auto count = static_cast<double>(records_[i].count());
    double eta = setting_.plan.step(t);
    if (fault_ == Planted::curvature_from_data) eta *= std::pow(diameter(setting_.domain) / 2, 2) * count / squares;
    Vector x(z.size());
    for (std::size_t k = 0; k < z.size(); ++k) x[k] = std::fma(-eta, std::fma(count, z[k], -sum[k]), z[k]);
    project(setting_.domain, x);
    return x;
  }

  double scale(Round t) const {
    const double M = setting_.plan.noise_scale(t).standard_deviation();
    if (fault_ == Planted::noise_times_09) return 0.9 * M;
    if (fault_ == Planted::halved_noise) return 0.5 * M;
    if (fault_ == Planted::a_silent_round && t == 3) return 0;
    if (fault_ == Planted::printed_hand_over && t == setting_.plan.gradient_rounds()) return 0;
    if (fault_ == Planted::split_variance) return M / std::sqrt(static_cast<double>(dimension(setting_.domain)));
    return M;
  }

  void gradient_round(Round t, NodeId i, const Vector& mixture, Vector& x) {
    x = descended(t, i, mixture);
    Vector message(x.size());
    noise_.add_to({.node = fault_ == Planted::reused_seed && i == 1 ? 0 : i, .round = t}, scale(t), message);
    for (std::size_t k = 0; k < x.size(); ++k) message[k] = x[k] + message[k];
    say(t, i, message);
    if (fault_ == Planted::noise_per_neighbour) tell_each(t, i, x);
  }

  void tell_each(Round t, NodeId i, const Vector& x) {
    for (const NodeId listener : setting_.weights.row(i).columns) {
      if (listener == i) continue;
      Vector message(x.size());
      noise_.add_to({.node = i + 1000 * (listener + 1), .round = t}, scale(t), message);
      for (std::size_t k = 0; k < x.size(); ++k) message[k] = x[k] + message[k];
      heard_.tell(t + 1, i, listener, message);
    }
  }

  Planted fault_;
  const DoubleSetting& setting_;
  const std::vector<Records>& records_;
  SeededNoise noise_;
  Transcript& heard_;
  std::vector<Vector> estimates_;
};

}  // namespace

Protocol double_with(Planted fault, const DoubleSetting& setting) {
  return [fault, &setting](Side side, std::uint32_t trial, Transcript& heard) {
    Double(fault, setting, side, trial, heard).run();
  };
}

}  // namespace sotto::test
