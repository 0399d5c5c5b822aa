// SPDX-License-Identifier: MIT
// Domains by their words: "ball" of so many dimensions and such a size, and products of them as one line of text.
#pragma once

#include <string>
#include <vector>

#include "sotto/problem/domain.hpp"

namespace sotto {

/// What the sets are called that are no product, in the order of SimpleDomain.
const std::vector<std::string>& simple_domain_names();

/// The set of a name; the size is a half side, a radius or a total.
SimpleDomain simple_domain(const std::string& name, std::size_t dimension, double size);

struct PartsReading {
  std::vector<SimpleDomain> parts;
  std::string fault;  ///< the first rule that the text breaks; empty: none
};

/// "ball 123 30, box 1 10": name, dimension and size of each part.
PartsReading read_parts(const std::string& text);

/// The same the other way round: it reads back the same.
std::string parts_text(const std::vector<SimpleDomain>& parts);

}  // namespace sotto
