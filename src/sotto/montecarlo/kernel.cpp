// SPDX-License-Identifier: MIT
// The inner loops of the Monte Carlo engine, for the instruction set that this compilation is for. Nothing of the
// standard library is called here, and nothing is made outside the namespace of the set: see vectors.hpp.
#include "sotto/montecarlo/single_noise_strip.hpp"
#include "sotto/montecarlo/strips_of_node.hpp"
#include "sotto/vectors/instruction_set.hpp"

namespace sotto::SOTTO_KERNEL {
namespace {

/// The weight of an entry: the same in all lanes, or not.
template <bool weights_differ>
[[gnu::always_inline]] inline Reals weight_at(const TileRows& rows, std::size_t entry, std::size_t lanes,
                                              std::size_t lane) {
  if constexpr (weights_differ)
    return load(rows.weights_of_lanes + entry * lanes + lane);
  else
    return everywhere(rows.weights[entry]);
}

/// z of a strip: sum_j w_ij y_j in the order of the row.
template <bool weights_differ, std::size_t count>
[[gnu::always_inline]] inline GaussianPair<RealStrip<count>> mixture(const TileShape& shape, const TileRows& rows,
                                                                     std::uint32_t node, const double* y,
                                                                     const StripPlace<count>& place) {
  GaussianPair<RealStrip<count>> z;
  std::size_t entry = rows.starts[node];
  const std::size_t end = rows.starts[node + 1], node_size = shape.node_size();
  const double* from = y + rows.columns[entry] * node_size;
  Reals weight = weight_at<weights_differ>(rows, entry, place.lanes, place.lane());
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) {
    z.even.at[k] = weight * load(from + place.even(k));
    z.odd.at[k] = weight * load(from + place.odd(k));
  }
  while (++entry < end) {
    from = y + rows.columns[entry] * node_size;
    weight = weight_at<weights_differ>(rows, entry, place.lanes, place.lane());
    SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) {
      z.even.at[k] = multiply_add(weight, load(from + place.even(k)), z.even.at[k]);
      z.odd.at[k] = multiply_add(weight, load(from + place.odd(k)), z.odd.at[k]);
    }
  }
  return z;
}

/// Proj(z - eta (n z - sum of records)) with z projected first, as Node and MeanEstimation write it.
struct BoxStep {
  Reals half_side, minus_step, record_count;

  [[gnu::always_inline]] Reals operator()(Reals z, Reals record_sum) const {
    z = clamped(z, half_side);
    return clamped(multiply_add(minus_step, multiply_add(record_count, z, -record_sum), z), half_side);
  }
};

template <std::size_t count>
[[gnu::always_inline]] inline void store_strip(double* out, const StripPlace<count>& place,
                                               const GaussianPair<RealStrip<count>>& values) {
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) {
    store(out + place.even(k), values.even.at[k]);
    store(out + place.odd(k), values.odd.at[k]);
  }
}

/// x_i of a strip.
template <bool weights_differ, std::size_t count>
[[gnu::always_inline]] inline GaussianPair<RealStrip<count>> estimate(const FusedRound& r, const BoxStep& step,
                                                                      std::uint32_t node,
                                                                      const StripPlace<count>& place) {
  auto x = mixture<weights_differ>(r.shape, r.rows, node, r.now, place);
  const double* sums = r.record_sums + node * r.shape.node_size();
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) {
    x.even.at[k] = step(x.even.at[k], load(sums + place.even(k)));
    x.odd.at[k] = step(x.odd.at[k], load(sums + place.odd(k)));
  }
  return x;
}

BoxStep step_of(const FusedRound& r, std::uint32_t node) {
  return {everywhere(r.half_side), everywhere(-r.steps[node * r.steps_stride].step), everywhere(r.record_count)};
}

template <bool weights_differ>
void noisy_round(const FusedRound& r) {
  const PhiloxKeys keys = philox_keys(r.noise.seed);
  for (std::uint32_t node = 0; node < r.shape.nodes; ++node) {
    const BoxStep step = step_of(r, node);
    const double scale = r.steps[node * r.steps_stride].noise_scale;
    double* out = r.next + node * r.shape.node_size();
    NodeNoise noise(r.shape, keys, r.noise, node);
    for_each_noisy_strip(
        r.shape, noise, [&](const auto& place) __attribute__((always_inline)) {
          const auto x = estimate<weights_differ>(r, step, node, place);
          const auto n = noise.at(place);
          store_strip(out, place, {x.even + n.even * scale, x.odd + n.odd * scale});
        });
  }
}

template <bool weights_differ>
void round_with_given_noise(const FusedRound& r) {
  for (std::uint32_t node = 0; node < r.shape.nodes; ++node) {
    const BoxStep step = step_of(r, node);
    const double scale = r.steps[node * r.steps_stride].noise_scale;
    const std::size_t begin = node * r.shape.node_size();
    for_each_strip(
        r.shape, [&](const auto& place) __attribute__((always_inline)) {
          auto x = estimate<weights_differ>(r, step, node, place);
          SOTTO_UNROLLED for (std::size_t k = 0; k < place.count; ++k) {
            x.even.at[k] += scale * load(r.given_noise + begin + place.even(k));
            x.odd.at[k] += scale * load(r.given_noise + begin + place.odd(k));
          }
          store_strip(r.next + begin, place, x);
        });
  }
}

template <bool weights_differ>
void quiet_round(const FusedRound& r) {
  for (std::uint32_t node = 0; node < r.shape.nodes; ++node) {
    const BoxStep step = step_of(r, node);
    double* out = r.next + node * r.shape.node_size();
    for_each_strip(
        r.shape, [&](const auto& place) __attribute__((always_inline)) {
          store_strip(out, place, estimate<weights_differ>(r, step, node, place));
        });
  }
}

template <bool weights_differ>
void mix_all(const TileShape& shape, const TileRows& rows, const double* y, double* next) {
  for (std::uint32_t node = 0; node < shape.nodes; ++node)
    for_each_strip(
        shape, [&](const auto& place) __attribute__((always_inline)) {
          store_strip(next + node * shape.node_size(), place, mixture<weights_differ>(shape, rows, node, y, place));
        });
}

void fused_round(const FusedRound& r) {
  const bool differ = r.rows.weights_of_lanes != nullptr;
  if (r.given_noise != nullptr) return differ ? round_with_given_noise<true>(r) : round_with_given_noise<false>(r);
  differ ? noisy_round<true>(r) : noisy_round<false>(r);
}

void fused_round_without_noise(const FusedRound& r) {
  r.rows.weights_of_lanes != nullptr ? quiet_round<true>(r) : quiet_round<false>(r);
}

void mix(const TileShape& shape, const TileRows& rows, const double* y, double* next) {
  rows.weights_of_lanes != nullptr ? mix_all<true>(shape, rows, y, next) : mix_all<false>(shape, rows, y, next);
}

void fill_noise(const TileShape& shape, const TileNoise& at, double* out) {
  const PhiloxKeys keys = philox_keys(at.seed);
  for (std::uint32_t node = 0; node < shape.nodes; ++node) {
    NodeNoise noise(shape, keys, at, node);
    for_each_noisy_strip(
        shape, noise, [&](const auto& place) __attribute__((always_inline)) {
          store_strip(out + node * shape.node_size(), place, noise.at(place));
        });
  }
}

void fill_single_noise(const TileShape& shape, const TileNoise& at, double* out) {
  const PhiloxKeys keys = philox_keys(at.seed);
  Words trials{};
  for (std::size_t k = 0; k < width; ++k) trials[k] = shape.first_trial + k;
  const std::uint32_t quads = (shape.dimension + 3) / 4;
  for (std::uint32_t node = 0; node < shape.nodes; ++node) {
    const PhiloxNode of_node(keys, at.round, node);
    const SingleNoisePlace to{keys, of_node, shape, std::uint64_t{at.stream} << 28, out + node * shape.node_size()};
    for (std::size_t lane = 0; lane < shape.lanes; lane += 2 * width)
      for (std::uint32_t quad = 0, count = 0; quad < quads; quad += count) {
        count = quads - quad == 3 ? 3 : quads - quad >= 2 ? 2 : 1;
        if (count == 3)
          single_noise<3>(to, quad, trials, lane);
        else if (count == 2)
          single_noise<2>(to, quad, trials, lane);
        else
          single_noise<1>(to, quad, trials, lane);
      }
  }
}

/// ||a - b||^2 of vectors [coordinate][lane], coordinates in their order.
[[gnu::always_inline]] inline Reals squared_distance(const double* a, const double* b, std::size_t dimension,
                                                     std::size_t lanes) {
  Reals sum{};
  for (std::size_t c = 0; c < dimension; ++c) {
    const Reals apart = load(a + c * lanes) - load(b + c * lanes);
    sum += apart * apart;
  }
  return sum;
}

void record(const TileShape& shape, std::size_t dimension, const double* y, const RecordedRound& out) {
  const std::size_t lanes = shape.lanes, node_size = shape.node_size();
  const double N = shape.nodes;
  for (std::size_t lane = 0; lane < lanes; lane += width) {
    for (std::size_t c = 0; c < dimension; ++c) {
      Reals sum{};
      for (std::uint32_t node = 0; node < shape.nodes; ++node) sum += load(y + node * node_size + c * lanes + lane);
      store(out.mean + c * lanes + lane, sum / N);
    }
    Reals errors{}, worst{}, apart{};
    for (std::uint32_t node = 0; node < shape.nodes; ++node) {
      const double* message = y + node * node_size + lane;
      const Reals error = squared_distance(message, out.minimiser + lane, dimension, lanes);
      errors += error;
      worst = larger(error, worst);
      apart += squared_distance(message, out.mean + lane, dimension, lanes);
    }
    const Reals scale = load(out.scale + lane);
    store(out.mean_error + lane, squared_distance(out.mean + lane, out.minimiser + lane, dimension, lanes) / scale);
    store(out.node_error + lane, errors / (N * scale));
    store(out.worst_error + lane, worst / scale);
    store(out.disagreement + lane, apart / (N * scale));
  }
}

}  // namespace

extern const Kernel kernel;
const Kernel kernel{.instruction_set = instruction_set,
                    .runs_here = runs_here,
                    .fused_round = fused_round,
                    .fused_round_without_noise = fused_round_without_noise,
                    .mix = mix,
                    .fill_noise = fill_noise,
                    .fill_single_noise = fill_single_noise,
                    .record = record};

}  // namespace sotto::SOTTO_KERNEL
