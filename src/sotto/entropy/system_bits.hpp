// SPDX-License-Identifier: MIT
// Random words that nobody can know: from the operating system, through OpenSSL's private generator.
#pragma once

#include <memory>

#include "sotto/random/bit_source.hpp"

namespace sotto {

/// AES-256-CTR, seeded and reseeded by OpenSSL from the operating system. The words wait on pages of their own that the
/// kernel empties in a forked child, so that parent and child never use the same word, and that no core dump holds.
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
