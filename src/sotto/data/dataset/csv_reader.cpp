// SPDX-License-Identifier: MIT
// CSV: which declared column each column of the file is, then row by row.
#include <unordered_map>

#include "sotto/data/dataset/csv_records.hpp"
#include "sotto/data/dataset/formats.hpp"

namespace sotto {
namespace {

constexpr std::uint32_t nowhere = UINT32_MAX;

class CsvReader {
 public:
  CsvReader(ByteSource& bytes, const ReaderContext& to)
      : to_(to), records_(bytes, to.faults, separator_of(to.source), std::size_t{to.encoding.positions()} + 1) {}

  void read() {
    const CsvHeader header = to_.source.csv_header;
    if (header != CsvHeader::none && !records_.next()) to_.faults.refuse("", "the file is empty: it has no first line");
    if (header == CsvHeader::names) take_names();
    while (!to_.faults.full() && records_.next()) {
      to_.faults.at_line(records_.line());
      if (positions_.empty()) positions_ = positions_in_order(to_.encoding, has_label(records_.size()));
      read_row();
    }
  }

 private:
  /// In a file without names, one cell less than declared means that the label is left out, where that is allowed.
  bool has_label(std::size_t cells) {
    const bool left_out =
        to_.purpose == ReadFor::predicting && to_.encoding.label() != nullptr && cells + 1 == to_.encoding.positions();
    if (left_out) to_.rows.without(ColumnRole::label);
    return !left_out;
  }

  /// Names in the file are not shown: if the line is a row after all, they are cells.
  void take_names() {
    const std::unordered_map<std::string, std::uint32_t> declared = declared_names();
    std::vector<std::size_t> column_of(to_.encoding.positions(), 0);
    to_.faults.at_line(records_.line());
    for (std::size_t k = 0; k < std::min<std::size_t>(records_.size(), to_.encoding.positions() + 1); ++k) {
      const auto found = declared.find(std::string(records_.cell(k)));
      const bool known = found != declared.end();
      const CellPlace place{k + 1, known ? found->first : ""};
      if (!known)
        to_.faults.add(place, "its name is not declared (role = \"ignore\" for what is not used; " +
                                  to_.source.no_header + " if the first line is a row)");
      else if (column_of[found->second] != 0)
        to_.faults.add(place, "column " + std::to_string(column_of[found->second]) + " has this name already");
      else
        column_of[found->second] = k + 1;
      positions_.push_back(known ? found->second : nowhere);
    }
    look_for_absent(column_of);
    to_.faults.throw_if_any();
  }

  std::unordered_map<std::string, std::uint32_t> declared_names() const {
    std::unordered_map<std::string, std::uint32_t> names;
    for (std::uint32_t k = 0; k < to_.encoding.positions(); ++k)
      if (!names.emplace(to_.encoding.name_at(k), k).second)
        throw InvalidInput({"column", shown(to_.encoding.name_at(k)),
                            "is declared twice: as a column, and as one of several that are repeated"});
    return names;
  }

  void look_for_absent(const std::vector<std::size_t>& column_of) {
    for (std::uint32_t k = 0; k < column_of.size() && !to_.faults.full(); ++k) {
      const ColumnRole role = to_.encoding.at(k).column.role;
      if (column_of[k] != 0 || role == ColumnRole::ignore) continue;
      if (role == ColumnRole::feature || to_.purpose == ReadFor::fitting)
        to_.faults.add("", "no column has the declared name " + printable(to_.encoding.name_at(k)));
      else
        to_.rows.without(role);
    }
  }

  void read_row() {
    if (records_.is_blank() && positions_.size() > 1) {
      blank_line_ = blank_line_ == 0 ? records_.line() : blank_line_;
      return;
    }
    if (blank_line_ != 0) refuse_blank_line();
    const bool complete = records_.size() == positions_.size();
    if (!complete)
      to_.faults.add(std::to_string(records_.size()) + " cells",
                     "every row must have " + std::to_string(positions_.size()) + ", one for each column");
    to_.rows.begin_row();
    for (std::size_t k = 0; complete && k < positions_.size(); ++k)
      to_.rows.text({positions_[k], k + 1}, records_.cell(k));
    to_.rows.end_row();
  }

  /// Empty lines are passed over at the end of a file, and nowhere else.
  [[noreturn]] void refuse_blank_line() {
    to_.faults.at_line(blank_line_);
    to_.faults.refuse("", "the line is empty, and rows follow");
  }

  const ReaderContext& to_;
  CsvRecords records_;
  std::vector<std::uint32_t> positions_;  ///< of the file's columns among the declared ones
  std::uint64_t blank_line_ = 0;
};

}  // namespace

void read_csv(ByteSource& bytes, const ReaderContext& to) {
  CsvReader(bytes, to).read();
}

std::vector<std::uint32_t> positions_in_order(const Encoding& encoding, bool with_label) {
  std::vector<std::uint32_t> positions;
  for (std::uint32_t k = 0; k < encoding.positions(); ++k)
    if (with_label || encoding.at(k).column.role != ColumnRole::label) positions.push_back(k);
  return positions;
}

}  // namespace sotto
