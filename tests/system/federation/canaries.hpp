// SPDX-License-Identifier: MIT
// Numbers that must not leave a node: records, and what a node computes from them before it adds noise.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sotto/federation/rehearsal/rehearsal.hpp"
#include "system/federation/needles.hpp"

namespace sotto::test {

class Canaries {
 public:
  /// Numbers with few digits, as 0 or the radius, are public anyway and are not planted.
  void plant(double value, const std::string& what);
  /// Every cell of every party's file.
  void plant_records(const Rehearsal& rehearsal);
  std::size_t count() const { return count_; }

  /// Those that bytes hold as a double, but for its last bits, or as a text of ten significant digits: where other
  /// numbers may be as well, none of them looks like one by chance.
  std::vector<std::string> found_in(std::string_view bytes) const;
  /// And those that a text holds with six digits: where no other such numbers are.
  std::vector<std::string> found_roughly_in(std::string_view text) const;

 private:
  Needles exactly_, roughly_;
  std::size_t count_ = 0;
};

}  // namespace sotto::test
