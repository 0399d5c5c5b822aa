// SPDX-License-Identifier: MIT
// What somebody else says: any numbers. A node takes them for released because they are: they come from outside.
#pragma once

#include <algorithm>
#include <span>

#include "sotto/privacy/released.hpp"

namespace sotto {

class ChosenMessage {
 public:
  static void write(std::span<const double> words, Released& into) {
    std::copy(words.begin(), words.end(), into.values_.begin());
  }
  static Released of(std::span<const double> words) {
    Released message = Released::nothing(words.size());
    write(words, message);
    return message;
  }
};

}  // namespace sotto
