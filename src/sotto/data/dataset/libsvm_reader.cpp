// SPDX-License-Identifier: MIT
// LIBSVM: a label and the entries that are not 0, "label index:value index:value # comment", indices from 1 and rising.
#include <charconv>

#include "sotto/data/dataset/cell_words.hpp"
#include "sotto/data/dataset/formats.hpp"

namespace sotto {
namespace {

constexpr std::size_t longest_libsvm_line = std::size_t{1} << 24;
constexpr std::uint64_t shortest_entry = 4;  // " 1:1"

class LibsvmReader {
 public:
  LibsvmReader(ByteSource& bytes, const ReaderContext& to)
      : bytes_(bytes), to_(to), features_(positions_in_order(to.encoding, false)) {
    check_columns();
  }

  void read() {
    if (const std::optional<std::uint64_t> bytes = bytes_.left())
      to_.rows.expect_entries(*bytes / shortest_entry + to_.source.declared_rows.value_or(0));  // with intercepts
    while (!to_.faults.full() && next_line()) {
      to_.faults.at_line(line_number_);
      const std::string_view line = line_, text = without_blanks(line.substr(0, line.find('#')));
      if (!text.empty()) read_row(text);
    }
  }

 private:
  /// What is left out is 0: that must be a number, and not stand for a missing one.
  void check_columns() const {
    for (const std::uint32_t position : features_) {
      const ColumnEncoding& column = to_.encoding.at(position);
      if (column.column.role == ColumnRole::ignore) continue;
      const std::string field = "column " + shown(column.column.name);
      if (column.column.type != ColumnType::number)
        throw InvalidInput({field, "category", "features of a LIBSVM file are numbers"});
      if (column.missing_words.find(0.0))
        throw InvalidInput({field, "0", "a LIBSVM file leaves out zeros, so that 0 cannot mean a missing value"});
    }
  }

  bool next_line() {
    line_.clear();
    ++line_number_;
    if (bytes_.peek() == ByteSource::end) return false;
    for (int byte = bytes_.next(); byte != '\n' && byte != ByteSource::end; byte = bytes_.next()) {
      if (byte == '\0' || line_.size() == longest_libsvm_line) {
        to_.faults.at_line(line_number_);
        to_.faults.refuse("", byte == '\0' ? "holds a NUL byte: this is not text" : "a row is longer than 16 MiB");
      }
      line_.push_back(static_cast<char>(byte));
    }
    if (line_.ends_with('\r')) line_.pop_back();
    if (line_number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
    return true;
  }

  void read_row(std::string_view rest) {
    to_.rows.begin_row_of_zeros();
    const bool labelled = rest.substr(0, rest.find_first_of(" \t")).find(':') == std::string_view::npos;
    take_label(labelled ? next_word(rest) : std::string_view(), labelled);
    entries_ = index_ = 0;
    while (!rest.empty() && take_entry(next_word(rest))) {
    }
    to_.rows.end_row();
  }

  static std::string_view next_word(std::string_view& rest) {
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
    rest = without_blanks(rest.substr(word.size()));
    return word;
  }

  /// Either every line has a label or none has, and none only where rows are to be predicted.
  void take_label(std::string_view word, bool labelled) {
    const ColumnEncoding* const label = to_.encoding.label();
    if (!first_is_labelled_) {
      first_is_labelled_ = labelled;
      if (!labelled) to_.rows.without(ColumnRole::label);
    }
    if (labelled != *first_is_labelled_)
      return to_.faults.add("", "some lines begin with a label and some with index:value");
    if (!labelled && label != nullptr && to_.purpose == ReadFor::fitting)
      return to_.faults.add("label", "the line must begin with it, before the first index:value");
    if (labelled && label != nullptr) to_.rows.text({label->first_position, 0}, word);
  }

  /// False if the rest of the line cannot be understood. Messages count entries: their indices say what a row holds.
  bool take_entry(std::string_view word) {
    ++entries_;
    const auto refuse = [&](const std::string& rule) {
      to_.faults.add("entry " + std::to_string(entries_), rule);
      return false;
    };
    const std::size_t colon = word.find(':');
    std::uint64_t index = 0;  // number_of_text does not tell a number that is too large from a word
    const auto [end, error] = std::from_chars(word.data(), word.data() + std::min(colon, word.size()), index);
    if (colon == std::string_view::npos || colon == 0 || end != word.data() + colon || colon + 1 == word.size())
      return refuse("must be index:value, with a whole number as index");
    if (index == 0 && error == std::errc()) return refuse("indices begin at 1");
    if (error != std::errc() || index > features_.size())
      return refuse("the index is beyond the " + std::to_string(features_.size()) + " declared features");
    if (index <= index_) return refuse("indices must rise along a line");
    to_.rows.text({features_[index - 1], index}, word.substr(colon + 1));
    index_ = index;
    return true;
  }

  ByteSource& bytes_;
  const ReaderContext& to_;
  std::vector<std::uint32_t> features_;  ///< positions by index - 1
  std::string line_;
  std::uint64_t line_number_ = 0, entries_ = 0, index_ = 0;  ///< of the line at hand: entries so far, the last index
  std::optional<bool> first_is_labelled_;
};

}  // namespace

void read_libsvm(ByteSource& bytes, const ReaderContext& to) {
  LibsvmReader(bytes, to).read();
}

}  // namespace sotto
