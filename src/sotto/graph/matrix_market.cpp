// SPDX-License-Identifier: MIT
// Matrix Market files: coordinate or array; real, integer or pattern; general or symmetric.
#include <algorithm>
#include <cctype>

#include "sotto/files/opened_file.hpp"
#include "sotto/files/text_lines.hpp"
#include "sotto/graph/matrix_file.hpp"
#include "sotto/input/number_text.hpp"

namespace sotto {
namespace {

class MarketReader {
 public:
  explicit MarketReader(MatrixBuilder& builder) : builder_(builder), file_(builder.file()) {}

  void read() {
    read_banner();
    if (coordinate_)
      read_coordinates();
    else
      read_array();
    if (symmetric_) builder_.mirror();
    if (!builder_.full() && next_line()) builder_.fault(number_, "", "something comes after the last entry");
  }

 private:
  void read_banner() {
    const bool any = sotto::next_line(file_, line_);
    if (file_.bad()) builder_.refuse(0, "the file cannot be read");
    if (!any) builder_.refuse(0, "the file is empty");
    number_ = 1;
    std::string words = line_;
    for (char& c : words) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto fields = split_fields(words);
    const auto is_one_of = [&](std::size_t k, std::initializer_list<std::string_view> allowed) {
      return std::find(allowed.begin(), allowed.end(), fields[k]) != allowed.end();
    };
    const bool known = fields.size() == 5 && is_one_of(0, {"%%matrixmarket"}) && is_one_of(1, {"matrix"}) &&
                       is_one_of(2, {"coordinate", "array"}) && is_one_of(3, {"real", "integer", "pattern"}) &&
                       is_one_of(4, {"general", "symmetric"}) && (fields[2] != "array" || fields[3] != "pattern");
    if (!known)
      builder_.refuse(1,
                      "must be \"%%MatrixMarket matrix\", then coordinate or array, then real, integer or (of "
                      "coordinates) pattern, then general or symmetric");
    coordinate_ = fields[2] == "coordinate";
    pattern_ = fields[3] == "pattern";
    symmetric_ = fields[4] == "symmetric";
  }

  /// The next line with something on it that is no comment.
  bool next_line() {
    while (sotto::next_line(file_, line_)) {
      ++number_;
      if (line_.size() == longest_line) builder_.refuse(number_, "a line is longer than 64 MiB");
      fields_ = split_fields(line_);
      if (!line_.empty() && line_[0] != '%' && !(fields_.size() == 1 && fields_[0].empty())) return true;
    }
    return false;
  }

  /// The size: rows, columns and, of coordinates, how many entries follow.
  std::uint64_t read_size() {
    const std::size_t wanted = coordinate_ ? 3 : 2;
    if (!next_line()) builder_.refuse(number_, "the line with the size is missing");
    std::uint64_t numbers[3] = {0, 0, 0};
    bool good = fields_.size() == wanted;
    for (std::size_t k = 0; good && k < wanted; ++k) {
      const auto number = number_of_text<std::uint64_t>(fields_[k]);
      good = number.has_value();
      numbers[k] = number.value_or(0);
    }
    if (!good)
      builder_.refuse(number_,
                      coordinate_ ? "must hold rows, columns and the number of entries" : "must hold rows and columns");
    builder_.set_size(numbers[0], numbers[1], number_);
    return numbers[2];
  }

  void read_coordinates() {
    const std::uint64_t promised = read_size();
    for (std::uint64_t count = 0; count < promised && !builder_.full(); ++count) {
      if (!next_line()) return missing();
      read_coordinate();
    }
  }

  void read_coordinate() {
    const std::size_t wanted = pattern_ ? 2 : 3;
    if (fields_.size() != wanted)
      return builder_.fault(number_, "", pattern_ ? "must hold row and column" : "must hold row, column and value");
    const auto row = place_in(fields_[0]), column = place_in(fields_[1]);
    if (!row || !column) return;
    if (pattern_)
      builder_.add(*row, *column, 1.0, number_);
    else
      builder_.add(*row, *column, fields_[2], number_);
  }

  std::optional<NodeId> place_in(std::string_view text) {
    const auto place = number_of_text<std::uint64_t>(text);
    if (place && *place >= 1 && *place <= builder_.nodes()) return static_cast<NodeId>(*place - 1);
    builder_.fault(number_, "", "rows and columns are numbered from 1 to the number of rows");
    return {};
  }

  /// Column after column; of a symmetric matrix from the diagonal down.
  void read_array() {
    read_size();
    const std::uint64_t n = builder_.nodes();
    for (NodeId j = 0; j < n; ++j)
      for (NodeId i = symmetric_ ? j : 0; i < n; ++i) {
        if (builder_.full()) return;
        if (!next_line()) return missing();
        if (fields_.size() != 1) {
          builder_.fault(number_, "", "must hold one number");
          continue;
        }
        builder_.add(i, j, fields_[0], number_);
      }
  }

  void missing() { builder_.fault(number_, "", "the file ends here, before the entries that its size promises"); }

  MatrixBuilder& builder_;
  FileStream file_;
  std::string line_;
  std::vector<std::string_view> fields_;
  std::size_t number_ = 0;
  bool coordinate_ = false, pattern_ = false, symmetric_ = false;
};

}  // namespace

void read_matrix_market(MatrixBuilder& builder) {
  MarketReader(builder).read();
}

}  // namespace sotto
