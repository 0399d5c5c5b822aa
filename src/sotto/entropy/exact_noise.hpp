// SPDX-License-Identifier: MIT
// Noise for real nodes: exact, and from random bits of the operating system that nobody else has.
#pragma once

#include <memory>

#include "sotto/privacy/lattice_noise.hpp"
#include "sotto/random/bit_source.hpp"

namespace sotto {

/// Every block of words is AES-256-CTR under a key of its own, fresh from getrandom: no generator's state outlives a
/// block, so none can be continued twice, not even by a child with its parent's process number. The words wait on
/// pages that the kernel empties in a forked child and that no core dump holds.
/// There is no seed to give. Whatever fails throws InvalidInput (FaultKind::entropy), and no word is handed out.
class SystemBits final : public BitSource {
 public:
  SystemBits() : SystemBits(map_pages()) {}

 private:
  /// Wipes the pages and gives them back.
  struct Unmap {
    void operator()(std::uint64_t* pages) const;
  };
  using Pages = std::unique_ptr<std::uint64_t[], Unmap>;

  explicit SystemBits(Pages pages) : BitSource(pages.get()), pages_(std::move(pages)) {}
  static Pages map_pages();
  void refill() override;

  Pages pages_;
};

/// There is no constructor that takes a seed or a source of bits, and none that copies.
class ExactNoise final : public LatticeNoise {
 public:
  ExactNoise() = default;

  void draw(NodeRound at, std::uint64_t sigma, std::span<std::int64_t> noise) override;
  bool is_secret() const override { return true; }

 private:
  SystemBits bits_;
};

}  // namespace sotto
