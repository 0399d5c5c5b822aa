// SPDX-License-Identifier: MIT
// The header of a NumPy file, read without trusting a byte of it.
#include "sotto/files/npy_header.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace sotto {
namespace {

/// Each function takes what it is named after off the front of the text, and returns false or nothing without it.
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

/// The dictionary of a header, {'descr': '<f8', 'fortran_order': False, 'shape': (3, 3), }: these three keys, once
/// each, and nothing else but blanks. Nothing for any other text.
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

static_assert(std::endian::native == std::endian::little, "bytes are taken as they lie in the file");

constexpr std::uint64_t longest_header = 65536;

template <class Number>
double number_at(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return static_cast<double>(number);
}

constexpr std::array npy_numbers{
    NpyNumber{"<f8", 8, number_at<double>},        NpyNumber{"<f4", 4, number_at<float>},
    NpyNumber{"|b1", 1, number_at<std::uint8_t>},  NpyNumber{"|i1", 1, number_at<std::int8_t>},
    NpyNumber{"|u1", 1, number_at<std::uint8_t>},  NpyNumber{"<i2", 2, number_at<std::int16_t>},
    NpyNumber{"<u2", 2, number_at<std::uint16_t>}, NpyNumber{"<i4", 4, number_at<std::int32_t>},
    NpyNumber{"<u4", 4, number_at<std::uint32_t>}, NpyNumber{"<i8", 8, number_at<std::int64_t>},
    NpyNumber{"<u8", 8, number_at<std::uint64_t>}};

}  // namespace

std::optional<NpyNumber> npy_number(std::string_view name) {
  for (const NpyNumber& number : npy_numbers)
    if (number.name == name) return number;
  return {};
}

NpyHeader read_npy_header(const NpyFile& file) {
  const auto take = [&](std::uint64_t bytes) {
    std::string taken = file.take(bytes);
    if (taken.size() < bytes) file.refuse("is not a NumPy file, or is cut off: its header does not end");
    return taken;
  };
  const auto number_of = [](char c) { return static_cast<unsigned char>(c); };
  const std::string start = take(8);
  if (!start.starts_with("\x93NUMPY")) file.refuse("is not a NumPy file: it does not begin with \\x93NUMPY");
  if ((start[6] != 1 && start[6] != 2) || start[7] != 0) file.refuse("must be of version 1.0 or 2.0 of NumPy's format");
  const std::string length = take(start[6] == 1 ? 2 : 4);
  std::uint64_t bytes = 0;
  for (std::size_t k = length.size(); k-- > 0;) bytes = bytes << 8 | number_of(length[k]);
  if (bytes > longest_header) file.refuse("its header must have at most " + std::to_string(longest_header) + " bytes");
  const std::string text = take(bytes);
  const std::optional<NpyHeader> header = parse_npy_header(text);
  if (!header) file.refuse("the header must hold descr, fortran_order and shape, and nothing else");
  if (!header) std::abort();  // refuse() has returned
  return *header;
}

std::string npy_preamble(const std::vector<std::uint64_t>& shape) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
  for (std::size_t k = 0; k < shape.size(); ++k) header += (k == 0 ? "" : ", ") + std::to_string(shape[k]);
  header += shape.size() == 1 ? ",), }" : "), }";
  constexpr std::size_t before_header = 10, alignment = 64;  // magic, version, length; numbers begin on a multiple
  header.append(alignment - 1 - (before_header + header.size()) % alignment, ' ').push_back('\n');
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() % 256);
  bytes += static_cast<char>(header.size() / 256);
  return bytes + header;
}

}  // namespace sotto
