// SPDX-License-Identifier: MIT
// The inner loops of one trial on a large network, for the instruction set that this compilation is for. Nothing is
// made outside the namespace of the set, nothing of the standard library that is not inlined by force or compiled for
// every machine: see vectors.hpp.
#include "sotto/simulation/large_network/kernel.hpp"

#include "sotto/random/instruction_set.hpp"
#include "sotto/simulation/large_network/node_messages.hpp"
#include "sotto/simulation/large_network/noise_of_nodes.hpp"

namespace sotto::SOTTO_KERNEL {
namespace {

/// Calls finish(node, its noise) for every node; draws the noise of a few at a time.
template <class Finish>
[[gnu::always_inline]] inline void for_each_node_with_noise(const GradientRound& r, NodeRange nodes,
                                                            const Finish& finish) {
  const std::uint32_t pairs = r.mixing.shape.pairs(), together = NoiseOfNodes::most_pairs / pairs;
  NoiseOfNodes noise(r.noise);
  noise.set_pairs(0, pairs, together);
  Prefetch prefetch(r.mixing);
  for (std::uint32_t first = nodes.first; first < nodes.last; first += together) {
    const std::uint32_t count = nodes.last - first < together ? nodes.last - first : together;
    const std::uint32_t after = first + count;
    for (std::uint32_t i = 0; i < count; ++i) noise.set_node(i, r.numbers[first + i]);
    prefetch.plan({after, nodes.last - after < together ? nodes.last : after + together}, noise.vectors(count) + count);
    noise.draw(count, prefetch);
    for (std::uint32_t i = 0; i < count; ++i) {
      prefetch.some();
      finish(first + i, noise.values() + std::size_t{2} * i * pairs);
    }
  }
}

/// Where a node has more coordinates than noise is drawn at a time.
template <class Set>
void round_of_long_vectors(const GradientRound& r, NodeRange nodes, Messages<Set>& messages) {
  const NodeShape& shape = r.mixing.shape;
  constexpr std::uint32_t portion = NoiseOfNodes::most_pairs;
  NoiseOfNodes noise(r.noise);
  Prefetch nothing(r.mixing);  // a long message is read in order: the processor sees it coming
  for (std::uint32_t node = nodes.first; node < nodes.last; ++node) {
    messages.write_estimate(node);
    for (std::uint32_t pair = 0; pair < shape.pairs(); pair += portion) {
      const bool last = shape.pairs() - pair <= portion;
      noise.set_pairs(pair, last ? shape.pairs() - pair : portion, 1);
      noise.set_node(0, r.numbers[node]);
      noise.draw(1, nothing);
      const std::size_t begin = std::size_t{2} * pair;
      messages.add_noise(node, noise.values(), begin, last ? shape.stride : begin + std::size_t{2} * portion);
    }
  }
}

bool round_on_box(const GradientRound& r, NodeRange nodes) {
  Messages<OnBox> messages(r);
  if (r.mixing.shape.pairs() > NoiseOfNodes::most_pairs)
    round_of_long_vectors(r, nodes, messages);
  else
    for_each_node_with_noise(
        r, nodes, [&](std::uint32_t node, const double* noise) __attribute__((always_inline)) {
          messages.write(node, noise);
        });
  return messages.all_finite();
}

bool round_on_ball(const GradientRound& r, NodeRange nodes) {
  Messages<OnBall> messages(r);
  if (r.mixing.shape.pairs() > NoiseOfNodes::most_pairs)
    round_of_long_vectors(r, nodes, messages);
  else
    for_each_node_with_noise(
        r, nodes, [&](std::uint32_t node, const double* noise) __attribute__((always_inline)) {
          messages.write_estimate(node);
          messages.add_noise(node, noise, 0, r.mixing.shape.stride);
        });
  return messages.all_finite();
}

/// Calls write(node) for every node, whose message is then looked at.
template <class Write>
[[gnu::always_inline]] inline bool mix_all(const Mixing& mixing, NodeRange nodes, const Write& write) {
  FiniteCheck finite;
  Prefetch prefetch(mixing);
  for (std::uint32_t node = nodes.first; node < nodes.last; ++node) {
    prefetch.row_after(node, nodes.last);
    write(node);
    const double* message = mixing.next + node * mixing.shape.stride;
    for (std::size_t k = 0; k < mixing.shape.stride; k += width) finite.look_at(load(message + k));
  }
  return finite.so_far();
}

bool mix(const Mixing& mixing, NodeRange nodes) {
  return mix_all(
      mixing, nodes, [&](std::uint32_t node) __attribute__((always_inline)) { write_mixture(mixing, node); });
}

bool mix_and_extrapolate(const Mixing& mixing, double factor, NodeRange nodes) {
  return mix_all(
      mixing,
      nodes, [&](std::uint32_t node) __attribute__((always_inline)) { extrapolate_to_mixture(mixing, node, factor); });
}

}  // namespace

extern const LargeKernel large_kernel;
const LargeKernel large_kernel{.instruction_set = instruction_set,
                               .runs_here = runs_here,
                               .round_on_box = round_on_box,
                               .round_on_ball = round_on_ball,
                               .mix = mix,
                               .mix_and_extrapolate = mix_and_extrapolate};

}  // namespace sotto::SOTTO_KERNEL
