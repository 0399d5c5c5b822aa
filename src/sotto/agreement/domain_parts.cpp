// SPDX-License-Identifier: MIT
#include "sotto/agreement/domain_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/conversion.hpp"

namespace sotto {
namespace {

constexpr std::array simple_kinds{DomainKind::box, DomainKind::ball, DomainKind::simplex, DomainKind::l1_ball};
static_assert(simple_kinds.size() == std::variant_size_v<SimpleDomain>);

std::string simple_names() {
  std::string names;
  for (const DomainKind kind : simple_kinds) names += (names.empty() ? "" : ", ") + std::string(name_of(kind));
  return names;
}

std::optional<double> real_in(const std::string& text) {
  const auto value = typed_by_look(text);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&value);
  return real == nullptr ? std::nullopt : std::optional(*real);
}

/// Adds a part, or says what is wrong with its words.
std::string add_part(const std::string& text, std::vector<SimpleDomain>& parts) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  const std::string where = fmt::format("part {} ", parts.size() + 1);
  if (words.size() != 3) return where + "must be a name, a dimension and a size, such as \"ball 9 30\"";
  const auto kind =
      std::find_if(simple_kinds.begin(), simple_kinds.end(), [&](DomainKind one) { return name_of(one) == words[0]; });
  if (kind == simple_kinds.end())
    return where + fmt::format("must be one of {}, not {}", simple_names(), shown(words[0]));
  const auto dimension = number_of_text<std::uint64_t>(words[1]);
  const std::uint64_t least = *kind == DomainKind::simplex ? 2 : 1;
  if (!dimension || *dimension < least || *dimension > 1'000'000)
    return where + fmt::format("must have a dimension between {} and 1000000, not {}", least, shown(words[1]));
  const auto size = real_in(words[2]);
  if (!size || !(*size >= 1e-100 && *size <= 1e100))
    return where + fmt::format("must have a size between 1e-100 and 1e+100, not {}", shown(words[2]));
  parts.push_back(simple_domain(*kind, *dimension, *size));
  return {};
}

}  // namespace

SimpleDomain simple_domain(DomainKind kind, std::size_t dimension, double size) {
  if (kind == DomainKind::ball) return Ball{.dimension = dimension, .radius = size};
  if (kind == DomainKind::simplex) return Simplex{.dimension = dimension, .total = size};
  if (kind == DomainKind::l1_ball) return L1Ball{.dimension = dimension, .radius = size};
  return Box{.dimension = dimension, .half_side = size};
}

PartsReading read_parts(const std::string& text) {
  PartsReading reading;
  for (std::size_t from = 0; from <= text.size() && reading.fault.empty();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    reading.fault = add_part(text.substr(from, comma - from), reading.parts);
    from = comma + 1;
  }
  if (reading.fault.empty() && dimension(Product{reading.parts}) > 1'000'000)
    reading.fault = "must have at most 1000000 dimensions together";
  return reading;
}

std::string parts_text(const std::vector<SimpleDomain>& parts) {
  std::string text;
  for (const SimpleDomain& part : parts)
    text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", name_of(static_cast<DomainKind>(part.index())),
                        dimension(whole(part)), toml_real(largest_coordinate(whole(part))));
  return text;
}

}  // namespace sotto
