// SPDX-License-Identifier: MIT
// Domains by their words.
#include "sotto/experiment/domain_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/conversion.hpp"
#include "sotto/settings/toml_text.hpp"

namespace sotto {
namespace {

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
  const std::vector<std::string>& names = simple_domain_names();
  if (std::find(names.begin(), names.end(), words[0]) == names.end())
    return where + fmt::format("must be one of {}, not {}", fmt::join(names, ", "), shown(words[0]));
  const auto dimension = parse_unsigned(words[1]);
  const std::uint64_t least = words[0] == "simplex" ? 2 : 1;
  if (!dimension || *dimension < least || *dimension > 1'000'000)
    return where + fmt::format("must have a dimension between {} and 1000000, not {}", least, shown(words[1]));
  const auto size = real_in(words[2]);
  if (!size || !(*size >= 1e-100 && *size <= 1e100))
    return where + fmt::format("must have a size between 1e-100 and 1e+100, not {}", shown(words[2]));
  parts.push_back(simple_domain(words[0], *dimension, *size));
  return {};
}

}  // namespace

const std::vector<std::string>& simple_domain_names() {
  static const std::vector<std::string> names{"box", "ball", "simplex", "l1-ball"};
  return names;
}

SimpleDomain simple_domain(const std::string& name, std::size_t dimension, double size) {
  if (name == "ball") return Ball{.dimension = dimension, .radius = size};
  if (name == "simplex") return Simplex{.dimension = dimension, .total = size};
  if (name == "l1-ball") return L1Ball{.dimension = dimension, .radius = size};
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
    text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", simple_domain_names()[part.index()],
                        dimension(whole(part)), toml_real(largest_coordinate(whole(part))));
  return text;
}

}  // namespace sotto
