// SPDX-License-Identifier: MIT
// Random words that nobody can know: from the operating system, stretched by AES-256.
#pragma once

#include <memory>

#include "sotto/random/bit_source.hpp"

namespace sotto {

/// Every block of words is AES-256-CTR under a key of its own, fresh from getrandom: no generator's state outlives a
/// block, so none can be continued twice, by a child that has its parent's process number neither. The words wait on
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

}  // namespace sotto
