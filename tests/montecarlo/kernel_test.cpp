// SPDX-License-Identifier: MIT
// Kernels against the scalar code they must equal, for every instruction set that this machine has.
#include "sotto/montecarlo/kernel.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sotto/montecarlo/aligned_array.hpp"
#include "sotto/random/gaussian.hpp"
#include "sotto/random/single_gaussian.hpp"

namespace sotto {
namespace {

/// Calls f with every kernel that this machine can run.
template <class Function>
void for_every_kernel(const Function& f) {
  for (const Kernel& kernel : all_kernels())
    if (kernel.runs_here()) f(kernel);
}

TEST(Kernels, MakeTheNoiseOfTheReferenceEngineBitForBit) {
  for_every_kernel([](const Kernel& kernel) {
    for (const std::uint32_t dimension : {2u, 4u, 6u, 8u, 10u, 12u, 14u, 20u, 82u, 168u})
      for (const std::uint32_t lanes : {8u, 24u}) {
        const TileShape shape{.nodes = 3, .dimension = dimension, .lanes = lanes, .first_trial = 0xFFFFFFF0u};
        const TileNoise noise{.seed = 0xFEDCBA9876543210, .stream = 3, .round = 1000003};
        AlignedArray tile(shape.size());
        kernel.fill_noise(shape, noise, tile.data());
        std::vector<double> expected(dimension);
        for (std::uint32_t node = 0; node < shape.nodes; ++node)
          for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            fill_gaussian(
                noise.seed,
                {.stream = Stream::baseline, .trial = shape.first_trial + lane, .node = node, .round = noise.round},
                expected);
            for (std::uint32_t c = 0; c < dimension; ++c)
              ASSERT_EQ(tile[node * shape.node_size() + c * lanes + lane], expected[c])
                  << kernel.instruction_set << " p = " << dimension << " lanes = " << lanes << " node " << node
                  << " lane " << lane << " coordinate " << c;
          }
      }
  });
}

TEST(Kernels, MakeSingleNoiseWithTheBitsOfTheScalarCode) {
  for_every_kernel([](const Kernel& kernel) {
    for (const std::uint32_t dimension : {2u, 4u, 6u, 10u, 16u}) {
      const TileShape shape{.nodes = 2, .dimension = dimension, .lanes = 48, .first_trial = 7};
      AlignedArray tile(shape.size());
      kernel.fill_single_noise(shape, {.seed = 99, .stream = 0, .round = 5}, tile.data());
      std::vector<double> expected(dimension);
      for (std::uint32_t node = 0; node < shape.nodes; ++node)
        for (std::uint32_t lane = 0; lane < shape.lanes; ++lane) {
          fill_single_gaussian(99, {.trial = 7 + lane, .node = node, .round = 5}, expected);
          for (std::uint32_t c = 0; c < dimension; ++c)
            ASSERT_EQ(tile[node * shape.node_size() + c * shape.lanes + lane], expected[c])
                << kernel.instruction_set << " p = " << dimension << " lane " << lane << " coordinate " << c;
        }
    }
  });
}

/// FNV-1a over the messages of trials 0 to 7 after 50 fused rounds on a ring of five: nothing here depends on the C
/// library, so every compiler, instruction set and block size gives this number.
TEST(Kernels, GiveTheGoldenHashForEveryBlockSize) {
  constexpr std::uint32_t nodes = 5, dimension = 6;
  const std::vector<std::size_t> starts{0, 3, 6, 9, 12, 15};
  const std::vector<std::uint32_t> columns{0, 1, 4, 0, 1, 2, 1, 2, 3, 2, 3, 4, 0, 3, 4};
  const std::vector<double> weights{0.4, 0.35, 0.25, 0.35, 0.45, 0.2, 0.2, 0.5, 0.3, 0.3, 0.5, 0.2, 0.25, 0.2, 0.55};
  for_every_kernel([&](const Kernel& kernel) {
    for (const std::uint32_t lanes : {8u, 16u, 40u}) {
      const TileShape shape{.nodes = nodes, .dimension = dimension, .lanes = lanes, .first_trial = 0};
      AlignedArray now(shape.size()), next(shape.size()), sums(shape.size());
      for (std::size_t k = 0; k < shape.size(); ++k) sums[k] = static_cast<double>(k / lanes) / 16;
      for (std::uint32_t t = 1; t <= 50; ++t) {
        const NodeStep step{.step = 0.125 / t, .noise_scale = 0.75};
        kernel.fused_round({.shape = shape,
                            .rows = {starts.data(), columns.data(), weights.data(), nullptr},
                            .now = now.data(),
                            .next = next.data(),
                            .noise = {.seed = 2026, .stream = 0, .round = t},
                            .steps = &step,
                            .steps_stride = 0,
                            .record_sums = sums.data(),
                            .record_count = 8,
                            .half_side = 1.5,
                            .precision = NoisePrecision::full});
        std::swap(now, next);
      }
      std::uint64_t hash = 0xCBF29CE484222325;
      for (std::size_t row = 0; row < std::size_t{nodes} * dimension; ++row)
        for (std::size_t lane = 0; lane < 8; ++lane) hash = (hash ^ as_bits(now[row * lanes + lane])) * 0x100000001B3;
      EXPECT_EQ(hash, 17195028842112306446u) << kernel.instruction_set << ", " << lanes << " lanes";
    }
  });
}

}  // namespace
}  // namespace sotto
