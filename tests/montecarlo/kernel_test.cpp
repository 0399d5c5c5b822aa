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

}  // namespace
}  // namespace sotto
