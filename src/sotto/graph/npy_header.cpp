// SPDX-License-Identifier: MIT
// The header of a NumPy file, read without trusting a byte of it.
#include "sotto/graph/npy_header.hpp"

#include <algorithm>
#include <charconv>

namespace sotto {
namespace {

/// Each function takes what it is named after off the front of the text; false (or nothing) when it is not there.
class HeaderText {
 public:
  explicit HeaderText(std::string_view text) : rest_(text) {}

  bool take(std::string_view token) {
    skip_blanks();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  std::optional<std::string> take_string() {
    const char quote = take("'") ? '\'' : take("\"") ? '"' : '\0';
    if (quote == '\0') return {};
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) return {};
    std::string found(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return found;
  }

  std::optional<bool> take_boolean() {
    if (take("True")) return true;
    return take("False") ? std::optional(false) : std::nullopt;
  }

  std::optional<std::vector<std::uint64_t>> take_tuple() {
    std::vector<std::uint64_t> found;
    if (!take("(")) return {};
    while (!take(")")) {
      skip_blanks();
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
      if (error != std::errc()) return {};
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      found.push_back(number);
      if (take(",")) continue;
      return take(")") ? std::optional(found) : std::nullopt;
    }
    return found;
  }

  bool ended() {
    skip_blanks();
    return rest_.empty();
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size())); }

  std::string_view rest_;
};

}  // namespace

std::optional<NpyHeader> parse_npy_header(std::string_view text) {
  HeaderText header(text);
  std::optional<std::string> type;
  std::optional<bool> columns_first;
  std::optional<std::vector<std::uint64_t>> shape;
  const auto take_value_of = [&](const std::string& key) {
    if (key == "descr" && !type) return (type = header.take_string()).has_value();
    if (key == "fortran_order" && !columns_first) return (columns_first = header.take_boolean()).has_value();
    if (key == "shape" && !shape) return (shape = header.take_tuple()).has_value();
    return false;
  };
  if (!header.take("{")) return {};
  for (bool open = true; open;) {
    const auto key = header.take_string();
    if (!key || !header.take(":") || !take_value_of(*key)) return {};
    const bool comma = header.take(",");
    open = !header.take("}");
    if (open && !comma) return {};
  }
  if (!type || !columns_first || !shape || !header.ended()) return {};
  return NpyHeader{*type, *columns_first, *shape};
}

}  // namespace sotto
