// SPDX-License-Identifier: MIT
// Domains by their words: "ball" of so many dimensions and such a size, and products of them as one line of text.
#pragma once

#include <string>
#include <vector>

#include "sotto/input/closed_set.hpp"
#include "sotto/problem/domain.hpp"

namespace sotto {

/// In the order of SimpleDomain's alternatives; a product is made of those.
enum class DomainKind { box, ball, simplex, l1_ball, product };
constexpr Names<5> names_of(DomainKind) {
  return {"box", "ball", "simplex", "l1-ball", "product"};
}

/// A set that is no product; the size is a half side, a radius or a total.
SimpleDomain simple_domain(DomainKind kind, std::size_t dimension, double size);

struct PartsReading {
  std::vector<SimpleDomain> parts;
  std::string fault;  ///< the first rule that the text breaks; empty: none
};

/// "ball 123 30, box 1 10": name, dimension and size of each part.
PartsReading read_parts(const std::string& text);

/// The same the other way round: it reads back the same.
std::string parts_text(const std::vector<SimpleDomain>& parts);

}  // namespace sotto
