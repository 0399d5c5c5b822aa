// SPDX-License-Identifier: MIT
// A claim judged by numbers: holds, holds in part, does not hold; with the rule and the numbers it was judged by.
#pragma once

#include <string>
#include <string_view>

namespace sotto {

enum class Judgement { holds, in_part, does_not_hold };
std::string_view name_of(Judgement judgement);

struct ClaimVerdict {
  std::string claim;
  std::string source;
  Judgement judgement;
  std::string evidence;
  std::string figure;  ///< id of the experiment that shows it
};

}  // namespace sotto
