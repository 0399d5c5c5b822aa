// SPDX-License-Identifier: MIT
// Kernels against the scalar code they must equal, for every instruction set that this machine has.
#include "sotto/simulation/blocks/kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sotto/random/box_muller.hpp"
#include "sotto/random/gaussian.hpp"
#include "sotto/simulation/blocks/aligned_array.hpp"

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
        const std::uint32_t nodes = dimension <= 2 ? 45 : 7;  // more than are prepared together
        const TileShape shape{.nodes = nodes, .dimension = dimension, .lanes = lanes, .first_trial = 0xFFFFFFF0u};
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
    for (const std::uint32_t dimension : {2u, 4u, 6u, 8u, 10u, 12u, 16u, 34u, 66u}) {
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

/// A ring of five, and rounds of it. Where `differ`, weights are given for each lane, the same ones.
class Ring {
 public:
  explicit Ring(std::uint32_t lanes, bool differ = false)
      : shape_{.nodes = 5, .dimension = 6, .lanes = lanes, .first_trial = 0},
        now_(shape_.size()),
        next_(shape_.size()),
        sums_(shape_.size()),
        of_lanes_(differ ? weights_.size() * lanes : 0) {
    for (std::size_t k = 0; k < shape_.size(); ++k) sums_[k] = static_cast<double>(k / lanes) / 16;
    for (std::size_t k = 0; k < of_lanes_.size(); ++k) of_lanes_[k] = weights_[k / lanes];
  }

  const TileShape& shape() const { return shape_; }
  const AlignedArray& messages() const { return now_; }
  void advance(const Kernel& kernel, std::uint32_t t, NoisePrecision precision) {
    const NodeStep step{.step = 0.125 / t, .noise_scale = 0.75};
    kernel.fused_round(
        {.shape = shape_,
         .rows = {starts_.data(), columns_.data(), weights_.data(), of_lanes_.size() == 0 ? nullptr : of_lanes_.data()},
         .now = now_.data(),
         .next = next_.data(),
         .noise = {.seed = 2026, .stream = 0, .round = t},
         .steps = &step,
         .steps_stride = 0,
         .record_sums = sums_.data(),
         .record_count = 8,
         .half_side = 1.5,
         .precision = precision});
    std::swap(now_, next_);
  }
  /// FNV-1a over the messages of trials 0 to 7.
  std::uint64_t hash() const {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (std::size_t row = 0; row < std::size_t{shape_.nodes} * shape_.dimension; ++row)
      for (std::size_t lane = 0; lane < 8; ++lane)
        hash = (hash ^ as_bits(now_[row * shape_.lanes + lane])) * 0x100000001B3;
    return hash;
  }

 private:
  const std::vector<std::size_t> starts_{0, 3, 6, 9, 12, 15};
  const std::vector<std::uint32_t> columns_{0, 1, 4, 0, 1, 2, 1, 2, 3, 2, 3, 4, 0, 3, 4};
  const std::vector<double> weights_{0.4, 0.35, 0.25, 0.35, 0.45, 0.2, 0.2, 0.5, 0.3, 0.3, 0.5, 0.2, 0.25, 0.2, 0.55};
  TileShape shape_;
  AlignedArray now_, next_, sums_, of_lanes_;
};

/// Nothing here depends on the C library, so every compiler, instruction set and block size gives these numbers.
TEST(Kernels, GiveTheGoldenHashForEveryBlockSize) {
  const auto hash_after_50 = [](const Kernel& kernel, Ring ring, NoisePrecision precision) {
    for (std::uint32_t t = 1; t <= 50; ++t) ring.advance(kernel, t, precision);
    return ring.hash();
  };
  for_every_kernel([&](const Kernel& kernel) {
    for (const bool differ : {false, true}) {
      for (const std::uint32_t lanes : {8u, 16u, 40u})
        EXPECT_EQ(hash_after_50(kernel, Ring(lanes, differ), NoisePrecision::full), 17195028842112306446u)
            << kernel.instruction_set << ", " << lanes << " lanes";
      for (const std::uint32_t lanes : {16u, 48u})
        EXPECT_EQ(hash_after_50(kernel, Ring(lanes, differ), NoisePrecision::single), 5017464273305995028u)
            << kernel.instruction_set << ", " << lanes << " lanes, single";
    }
  });
}

/// The first round starts from zeros: z = 0, and a message is the step from there and the noise.
TEST(Kernels, AddSingleNoiseToTheEstimateOfDoubles) {
  for_every_kernel([](const Kernel& kernel) {
    Ring ring(16);
    ring.advance(kernel, 1, NoisePrecision::single);
    const TileShape& shape = ring.shape();
    std::vector<double> normals(shape.dimension);
    for (std::uint32_t node = 0; node < shape.nodes; ++node)
      for (std::uint32_t lane = 0; lane < shape.lanes; ++lane) {
        fill_single_gaussian(2026, {.trial = lane, .node = node, .round = 1}, normals);
        for (std::uint32_t c = 0; c < shape.dimension; ++c) {
          const double sum = static_cast<double>(node * shape.dimension + c) / 16;
          ASSERT_EQ(ring.messages()[node * shape.node_size() + c * shape.lanes + lane],
                    std::min(0.125 * sum, 1.5) + 0.75 * normals[c])
              << kernel.instruction_set << " node " << node << " lane " << lane << " coordinate " << c;
        }
      }
  });
}

}  // namespace
}  // namespace sotto
