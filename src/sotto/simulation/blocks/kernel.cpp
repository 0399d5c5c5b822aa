// SPDX-License-Identifier: MIT
// The inner loops of the Monte Carlo engine, for the instruction set that this compilation is for. Nothing is
// made outside the namespace of the set, nothing of the standard library that is not inlined by force or compiled for
// every machine: see vectors.hpp.
#include "sotto/random/box_muller.hpp"
#include "sotto/random/instruction_set.hpp"
#include "sotto/simulation/blocks/prepared_noise.hpp"
#include "sotto/simulation/blocks/single_noise_strip.hpp"

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
template <bool weights_differ, std::size_t count, class Lanes>
[[gnu::always_inline]] inline GaussianPair<RealStrip<count>> mixture(const TileShape& shape, const TileRows& rows,
                                                                     std::uint32_t node, const double* y,
                                                                     const StripPlace<count, Lanes>& place) {
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

template <std::size_t count, class Lanes>
[[gnu::always_inline]] inline void store_strip(double* out, const StripPlace<count, Lanes>& place,
                                               const GaussianPair<RealStrip<count>>& values) {
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) {
    store(out + place.even(k), values.even.at[k]);
    store(out + place.odd(k), values.odd.at[k]);
  }
}

/// What a node does with a mixture: Proj(z - eta (n z - sum of records)) with z projected first, as Node and
/// MeanEstimation write it; then noise is added.
class NodeOfRound {
 public:
  [[gnu::always_inline]] NodeOfRound(const FusedRound& r, std::uint32_t node)
      : r_(r),
        node_(node),
        half_side_(everywhere(r.half_side)),
        minus_step_(everywhere(-r.steps[node * r.steps_stride].step)),
        record_count_(everywhere(r.record_count)),
        noise_scale_(everywhere(r.steps[node * r.steps_stride].noise_scale)),
        begin_(node * r.shape.node_size()) {}

  /// x_i of a strip.
  template <bool weights_differ, std::size_t count, class Lanes>
  [[gnu::always_inline]] GaussianPair<RealStrip<count>> estimate(const StripPlace<count, Lanes>& place) const {
    auto x = mixture<weights_differ>(r_.shape, r_.rows, node_, r_.now, place);
    const double* sums = r_.record_sums + begin_;
    SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) {
      x.even.at[k] = stepped(x.even.at[k], load(sums + place.even(k)));
      x.odd.at[k] = stepped(x.odd.at[k], load(sums + place.odd(k)));
    }
    return x;
  }
  /// The product is rounded before it is added: see become_noisy.
  [[gnu::always_inline]] Reals noisy(Reals x, Reals normal) const { return x + noise_scale_ * normal; }

  double* message() const { return r_.next + begin_; }

 private:
  [[gnu::always_inline]] Reals stepped(Reals z, Reals record_sum) const {
    z = clamped(z, half_side_);
    return clamped(multiply_add(minus_step_, multiply_add(record_count_, z, -record_sum), z), half_side_);
  }

  const FusedRound& r_;
  std::uint32_t node_;
  Reals half_side_, minus_step_, record_count_, noise_scale_;
  std::size_t begin_;
};

/// Random bits first: they are made by other ports than the mixture, and the processor does both at once. Sixteen
/// registers cannot hold a mixture while normals are made: there the normals come first.
#if defined(__AVX512VL__)
constexpr bool mixes_before_normals = true;
#else
constexpr bool mixes_before_normals = false;
#endif
template <bool weights_differ, class Lanes>
void noisy_round(const FusedRound& r) {
  for_each_noisy_strip<Lanes>(
      r.shape, r.noise, [&](std::uint32_t node, const PreparedNoise& noise) __attribute__((always_inline)) {
        return [ of_node = NodeOfRound(r, node), node, &
                 noise ]<std::size_t count>(const StripPlace<count, Lanes>& place) __attribute__((always_inline)) {
          const auto bits = noise.bits_at(node, place);
          GaussianPair<RealStrip<count>> y, normals;
          if constexpr (mixes_before_normals) y = of_node.template estimate<weights_differ>(place);
          normals = gaussian_pair(bits.first, bits.second);
          if constexpr (!mixes_before_normals) y = of_node.template estimate<weights_differ>(place);
          SOTTO_UNROLLED for (std::size_t k = 0; k < place.count; ++k) {
            y.even.at[k] = of_node.noisy(y.even.at[k], normals.even.at[k]);
            y.odd.at[k] = of_node.noisy(y.odd.at[k], normals.odd.at[k]);
          }
          store_strip(of_node.message(), place, y);
        };
      });
}

template <bool weights_differ, class Lanes>
void single_round(const FusedRound& r) {
  for_each_single_noise(
      r.shape, r.noise, [&](std::uint32_t node) __attribute__((always_inline)) {
        return [&r, of_node = NodeOfRound(r, node) ](std::size_t lane, std::uint32_t first, std::uint32_t last,
                                                     const SingleNoise& noise) __attribute__((always_inline)) {
          for (std::size_t half = 0; half < SingleNoise::trials; half += width)
            for_each_strip(
                Lanes(r.shape), lane + half, first, last, [&](const auto& place) __attribute__((always_inline)) {
                  auto y = of_node.template estimate<weights_differ>(place);
                  SOTTO_UNROLLED for (std::size_t k = 0; k < place.count; ++k) {
                    const std::size_t coordinate = 2 * (place.first_pair - first + k);
                    y.even.at[k] = of_node.noisy(y.even.at[k], load(noise.of(coordinate) + half));
                    y.odd.at[k] = of_node.noisy(y.odd.at[k], load(noise.of(coordinate + 1) + half));
                  }
                  store_strip(of_node.message(), place, y);
                });
        };
      });
}

template <bool weights_differ, class Lanes>
void quiet_round(const FusedRound& r) {
  for (std::uint32_t node = 0; node < r.shape.nodes; ++node) {
    const NodeOfRound of_node(r, node);
    for_each_strip<Lanes>(
        r.shape, [&](const auto& place) __attribute__((always_inline)) {
          store_strip(of_node.message(), place, of_node.template estimate<weights_differ>(place));
        });
  }
}

template <bool weights_differ, class Lanes>
void mix_all(const TileShape& shape, const TileRows& rows, const double* y, double* next) {
  for (std::uint32_t node = 0; node < shape.nodes; ++node)
    for_each_strip<Lanes>(
        shape, [&](const auto& place) __attribute__((always_inline)) {
          store_strip(next + node * shape.node_size(), place, mixture<weights_differ>(shape, rows, node, y, place));
        });
}

template <bool weights_differ>
void mix_and_extrapolate_all(const TileShape& shape, const TileRows& rows, const double* y, const double* factors,
                             double* next) {
  for (std::uint32_t node = 0; node < shape.nodes; ++node)
    for_each_strip<AnyLanes>(
        shape, [&, to = next + node * shape.node_size() ](const auto& place) __attribute__((always_inline)) {
          const Reals factor = load(factors + place.lane());
          auto z = mixture<weights_differ>(shape, rows, node, y, place);
          SOTTO_UNROLLED for (std::size_t k = 0; k < place.count; ++k) {
            const Reals even = load(to + place.even(k)), odd = load(to + place.odd(k));
            z.even.at[k] = multiply_add(factor, z.even.at[k] - even, even);
            z.odd.at[k] = multiply_add(factor, z.odd.at[k] - odd, odd);
          }
          store_strip(to, place, z);
        });
}

/// Where all lanes have the same weights, the usual number of lanes is worth a version of its own.
#define SOTTO_FOR_LANES(known, function, shape, rows, ...)                              \
  ((rows).weights_of_lanes != nullptr ? function<true, AnyLanes>(__VA_ARGS__)           \
   : (shape).lanes == known           ? function<false, FixedLanes<known>>(__VA_ARGS__) \
                                      : function<false, AnyLanes>(__VA_ARGS__))

void fused_round(const FusedRound& r) {
  if (r.precision == NoisePrecision::single)
    SOTTO_FOR_LANES(16, single_round, r.shape, r.rows, r);
  else
    SOTTO_FOR_LANES(8, noisy_round, r.shape, r.rows, r);
}

void fused_round_without_noise(const FusedRound& r) {
  SOTTO_FOR_LANES(8, quiet_round, r.shape, r.rows, r);
}

void mix(const TileShape& shape, const TileRows& rows, const double* y, double* next) {
  SOTTO_FOR_LANES(8, mix_all, shape, rows, shape, rows, y, next);
}

void mix_and_extrapolate(const TileShape& shape, const TileRows& rows, const double* y, const double* factors,
                         double* next) {
  rows.weights_of_lanes != nullptr ? mix_and_extrapolate_all<true>(shape, rows, y, factors, next)
                                   : mix_and_extrapolate_all<false>(shape, rows, y, factors, next);
}

template <class Lanes>
void fill_noise_of(const TileShape& shape, const TileNoise& at, double* out) {
  for_each_noisy_strip<Lanes>(
      shape, at, [&](std::uint32_t node, const PreparedNoise& noise) __attribute__((always_inline)) {
        return [ to = out + node * shape.node_size(), node, &noise ](const auto& place) __attribute__((always_inline)) {
          const auto bits = noise.bits_at(node, place);
          store_strip(to, place, gaussian_pair(bits.first, bits.second));
        };
      });
}

void fill_noise(const TileShape& shape, const TileNoise& at, double* out) {
  shape.lanes == 8 ? fill_noise_of<FixedLanes<8>>(shape, at, out) : fill_noise_of<AnyLanes>(shape, at, out);
}

void fill_single_noise(const TileShape& shape, const TileNoise& at, double* out) {
  for_each_single_noise(
      shape, at, [&](std::uint32_t node) __attribute__((always_inline)) {
        return [&shape, to = out + node * shape.node_size() ](std::size_t lane, std::uint32_t first, std::uint32_t last,
                                                              const SingleNoise& noise) __attribute__((always_inline)) {
          for (std::size_t c = 2 * first; c < 2 * last; ++c)
            for (std::size_t half = 0; half < SingleNoise::trials; half += width)
              store(to + c * shape.lanes + lane + half, load(noise.of(c - 2 * first) + half));
        };
      });
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
                    .mix_and_extrapolate = mix_and_extrapolate,
                    .fill_noise = fill_noise,
                    .fill_single_noise = fill_single_noise,
                    .record = record};

}  // namespace sotto::SOTTO_KERNEL
