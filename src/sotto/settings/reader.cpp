// SPDX-License-Identifier: MIT
#include "sotto/settings/reader.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/settings/conversion.hpp"
#include "sotto/settings/suggestion.hpp"

namespace sotto {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

std::string joined(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

/// The value if it was given and `accept` makes something of it; a fault if it was given and refused.
/// `accept` may still add a suggestion to the rule.
template <class Value, class Accept>
std::optional<Value> Reader::accepted(const std::string& key, Accept accept, const std::string& rule) {
  note_known(key);
  const Settings::Given* given = settings_.find(key);
  if (given == nullptr) return std::nullopt;
  std::optional<Value> value = accept(*given);
  if (!value) {
    refuse(key, "must be " + rule);
    unreadable_.insert(key);
  }
  return value;
}

double Reader::real(const std::string& key, const RealRule& rule) {
  require(key, rule.text);
  return optional_real(key, rule).value_or(rule.placeholder);
}

double Reader::real_or(const std::string& key, double fallback, const RealRule& rule) {
  return optional_real(key, rule).value_or(fallback);
}

std::optional<double> Reader::optional_real(const std::string& key, const RealRule& rule) {
  const auto accept = [&](const Settings::Given& given) {
    const auto value = as_real(given);
    return value && std::isfinite(*value) && rule.holds(*value) ? value : std::nullopt;
  };
  return accepted<double>(key, accept, rule.text);
}

std::optional<RealOrWord> Reader::optional_real_or_word(const std::string& key, const RealRule& rule,
                                                        const std::string& word) {
  const auto accept = [&](const Settings::Given& given) -> std::optional<RealOrWord> {
    if (const auto value = as_real(given); value && std::isfinite(*value) && rule.holds(*value)) return *value;
    if (const auto text = as_text(given); text && *text == word) return word;
    return std::nullopt;
  };
  return accepted<RealOrWord>(key, accept, rule.text + ", or \"" + word + "\"");
}

std::int64_t Reader::integer(const std::string& key, IntegerRange range) {
  require(key, range.text());
  return integer_or(key, std::clamp<std::int64_t>(1, range.least, range.most), range);
}

std::int64_t Reader::integer_or(const std::string& key, std::int64_t fallback, IntegerRange range) {
  const auto accept = [&](const Settings::Given& given) {
    const auto value = as_integer(given);
    return value && range.holds(*value) ? value : std::nullopt;
  };
  return accepted<std::int64_t>(key, accept, range.text()).value_or(fallback);
}

std::string Reader::choice_or(const std::string& key, const std::string& fallback,
                              const std::vector<std::string>& allowed) {
  std::string rule = "one of " + joined(allowed);
  const auto accept = [&](const Settings::Given& given) {
    auto text = as_text(given);
    if (text && contains(allowed, *text)) return text;
    if (text) rule += did_you_mean(*text, allowed);
    return std::optional<std::string>();
  };
  return accepted<std::string>(key, accept, rule).value_or(fallback);
}

std::string Reader::text_or(const std::string& key, const std::string& fallback) {
  return optional_text(key).value_or(fallback);
}

std::optional<std::string> Reader::optional_text(const std::string& key) {
  return accepted<std::string>(key, as_text, "text (UTF-8; in quotes when in a file)");
}

std::optional<std::string> Reader::optional_text_or_integer(const std::string& key) {
  const auto accept = [](const Settings::Given& given) -> std::optional<std::string> {
    if (const auto whole = as_integer(given)) return std::to_string(*whole);
    return as_text(given);
  };
  return accepted<std::string>(key, accept, "a whole number, or text (UTF-8; in quotes when in a file)");
}

bool Reader::boolean_or(const std::string& key, bool fallback) {
  return accepted<bool>(key, as_boolean, "true or false").value_or(fallback);
}

IntegerOrWord Reader::integer_or_word(const std::string& key, const IntegerOrWord& fallback, IntegerRange range,
                                      const std::vector<std::string>& words) {
  std::string rule = range.text() + ", or one of " + joined(words);
  const auto accept = [&](const Settings::Given& given) -> std::optional<IntegerOrWord> {
    if (const auto value = as_integer(given); value && range.holds(*value)) return *value;
    const auto text = as_text(given);
    if (text && contains(words, *text)) return *text;
    if (text) rule += did_you_mean(*text, words);
    return std::nullopt;
  };
  return accepted<IntegerOrWord>(key, accept, rule).value_or(fallback);
}

std::vector<std::string> Reader::names_within(const std::string& table) const {
  std::vector<std::string> names;
  for (auto given = settings_.values().lower_bound(table + "."); given != settings_.values().end(); ++given) {
    if (!given->first.starts_with(table + ".")) break;
    std::string rest = given->first.substr(table.size() + 1);
    rest.resize(std::min(rest.find('.'), rest.size()));
    if (!contains(names, rest)) names.push_back(std::move(rest));
  }
  return names;
}

std::uint64_t Reader::seed_or(const std::string& key, std::uint64_t fallback) {
  return accepted<std::uint64_t>(key, as_seed, "a whole number between 0 and 18446744073709551615").value_or(fallback);
}

std::string IntegerRange::text() const {
  const bool from_below = least > std::numeric_limits<std::int64_t>::min();
  const bool from_above = most < std::numeric_limits<std::int64_t>::max();
  std::string words = "a whole number";
  if (from_below && from_above) return words + " between " + std::to_string(least) + " and " + std::to_string(most);
  if (from_below) words += " >= " + std::to_string(least);
  if (from_above) words += " <= " + std::to_string(most);
  return words;
}

RealRule any_finite() {
  return {.text = "a finite number", .ends = {-infinite, infinite}};
}

RealRule positive_finite() {
  return {.text = "a finite number > 0", .ends = {0, infinite}, .least_belongs = false};
}

RealRule non_negative_finite() {
  return {.text = "a finite number >= 0", .ends = {0, infinite}};
}

RealRule probability_open() {
  return {.text = "a number strictly between 0 and 1", .ends = {0, 1}, .least_belongs = false, .most_belongs = false};
}

RealRule within(Interval ends) {
  return {.text = "a number between " + show(ends.least) + " and " + show(ends.most),
          .ends = ends,
          .placeholder = ends.least};
}

RealRule strictly_within(Interval ends) {
  return {.text = "a number strictly between " + show(ends.least) + " and " + show(ends.most),
          .ends = ends,
          .least_belongs = false,
          .most_belongs = false,
          .placeholder = ends.least + (ends.most - ends.least) / 2};
}

}  // namespace sotto
