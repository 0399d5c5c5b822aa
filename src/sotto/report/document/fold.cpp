// SPDX-License-Identifier: MIT
#include "sotto/report/document/fold.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include "sotto/report/document/table.hpp"

namespace sotto {
namespace {

using Lines = std::vector<std::string>;
constexpr std::size_t margin = 2, gap = 2;  // of ReportTable::text()

std::size_t indent_of(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// Where further lines begin: under the text behind a wide gap ("  --out DIR    folder ..."), or two columns to the
/// right.
std::size_t indent_of_further(const std::string& line, std::size_t width) {
  const std::size_t wide = line.find("  ", indent_of(line)), text = line.find_first_not_of(' ', wide);
  if (wide != std::string::npos && text != std::string::npos && text <= width / 2) return text;
  return std::min(indent_of(line) + 2, width / 2);
}

std::string wrapped(const std::string& line, std::size_t width) {
  if (line.size() <= width) return line + "\n";
  const std::string further(indent_of_further(line, width), ' ');
  std::string out, now = line.substr(0, indent_of(line));
  std::size_t words = 0, blanks = 0;
  for (std::size_t at = now.size(); at < line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    const std::string word = line.substr(at, end - at);
    if (words > 0 && now.size() + blanks + word.size() > width) {
      out += now + "\n";
      now = further;
      blanks = 0;
    }
    now += std::string(blanks, ' ') + word;
    ++words;
    at = std::min(line.find_first_not_of(' ', end), line.size());
    blanks = at - end;
  }
  return out + now + "\n";
}

bool is_rule(const std::string& line) {
  return line.size() > margin + 1 && indent_of(line) == margin &&
         line.find_first_not_of('-', margin) == std::string::npos;
}

/// Where the columns of a printed table end: all but the first are aligned to the right, names too.
class Columns {
 public:
  explicit Columns(const std::string& names) {
    for (std::size_t at = margin; at < names.size();) {
      const std::size_t end = std::min(names.find("  ", at), names.size());
      ends_.push_back(end);
      at = names.find_first_not_of(' ', end);
    }
  }

  /// Whether a line has blanks between all columns but the first two.
  bool fits(const std::string& line) const {
    if (line.size() < margin || indent_of(line) < margin || line.size() > ends_.back()) return false;
    for (std::size_t k = 1; k + 1 < ends_.size(); ++k)
      if (!is_blank(line, ends_[k])) return false;
    return true;
  }

  /// The first column ends where all lines have a gap.
  bool place_first(const Lines& lines) {
    const auto all_blank = [&](std::size_t at) {
      return std::all_of(lines.begin(), lines.end(), [&](const std::string& line) { return is_blank(line, at); });
    };
    for (std::size_t at = margin + 1; ends_.size() > 1 && at < ends_[1]; ++at)
      if (all_blank(at)) {
        ends_[0] = at;
        return true;
      }
    return false;
  }

  Lines cells_of(const std::string& line) const {
    Lines cells;
    std::size_t from = margin;
    for (const std::size_t end : ends_) {
      std::string cell = from < line.size() ? line.substr(from, end - from) : "";
      const std::size_t first = indent_of(cell), last = cell.find_last_not_of(' ');
      cells.push_back(last == std::string::npos ? "" : cell.substr(first, last + 1 - first));
      from = end;
    }
    return cells;
  }

 private:
  static bool is_blank(const std::string& line, std::size_t at) {
    return (at >= line.size() || line[at] == ' ') && (at + 1 >= line.size() || line[at + 1] == ' ');
  }
  std::vector<std::size_t> ends_;
};

std::vector<std::size_t> widths_of(const ReportTable& table) {
  std::vector<std::size_t> widths;
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    widths.push_back(table.columns[k].size());
    for (const Lines& row : table.rows) widths[k] = std::max(widths[k], row[k].size());
  }
  return widths;
}

std::string as_list(const ReportTable& table, std::size_t width) {
  std::string out;
  for (const Lines& row : table.rows) {
    out += wrapped("  " + table.columns[0] + ": " + row[0], width);
    for (std::size_t k = 1; k < row.size(); ++k)
      if (!row[k].empty()) out += wrapped("    " + table.columns[k] + ": " + row[k], width);
  }
  return out;
}

/// As many columns side by side as there is room for, the first one always.
std::string broken_up(const ReportTable& table, std::size_t width) {
  const std::vector<std::size_t> widths = widths_of(table);
  if (margin + widths[0] + gap + *std::max_element(widths.begin() + 1, widths.end()) > width)
    return as_list(table, width);
  std::string out;
  for (std::size_t from = 1; from < widths.size();) {
    std::size_t to = from, room = width - margin - widths[0];
    for (; to < widths.size() && gap + widths[to] <= room; ++to) room -= gap + widths[to];
    const auto part = [&](const Lines& cells) {
      Lines some{cells[0]};
      some.insert(some.end(), cells.begin() + static_cast<std::ptrdiff_t>(from),
                  cells.begin() + static_cast<std::ptrdiff_t>(to));
      return some;
    };
    ReportTable one{.columns = part(table.columns)};
    for (const Lines& row : table.rows) one.add(part(row));
    out += (out.empty() ? "" : "\n") + one.text();
    from = to;
  }
  return out;
}

/// The table whose names stand at `at`, as it is to be; nothing where there is none that must be folded. Moves `at`
/// behind it.
std::string table_at(const Lines& lines, std::size_t& at, std::size_t width) {
  if (at + 1 >= lines.size() || !is_rule(lines[at + 1]) || lines[at + 1].size() <= width) return "";
  Columns columns(lines[at]);
  Lines own{lines[at]};
  for (std::size_t k = at + 2; k < lines.size() && !lines[k].empty() && columns.fits(lines[k]); ++k) {
    own.push_back(lines[k]);
    if (columns.place_first(own)) continue;
    own.pop_back();  // a sentence under the table
    break;
  }
  if (!columns.place_first(own)) return "";
  ReportTable table{.columns = columns.cells_of(own[0])};
  for (std::size_t k = 1; k < own.size(); ++k) table.add(columns.cells_of(own[k]));
  const auto is_sentence = [](const Lines& row) {
    return std::all_of(row.begin() + 1, row.end(), [](const std::string& cell) { return cell.empty(); });
  };
  while (!table.rows.empty() && is_sentence(table.rows.back())) table.rows.pop_back();
  at += 2 + table.rows.size();
  return broken_up(table, width);
}

}  // namespace

std::string folded(const std::string& text, std::size_t width) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  std::string out;
  for (std::size_t at = 0; at < lines.size();) {
    const std::string table = table_at(lines, at, width);
    out += table.empty() ? wrapped(lines[at++], width) : table;
  }
  return out;
}

}  // namespace sotto
