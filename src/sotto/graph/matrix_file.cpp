// SPDX-License-Identifier: MIT
// Square matrices from files: the format, the checks that all formats share, and CSV.
#include "sotto/graph/matrix_file.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "sotto/files/text_lines.hpp"

namespace sotto {
namespace {

constexpr NodeId most_rows = 1u << 29;  // twice Graph::most_edges: more nodes cannot be connected

bool before(const MatrixEntry& p, const MatrixEntry& q) {
  return std::tie(p.row, p.column, p.line) < std::tie(q.row, q.column, q.line);
}

/// The number that all of `text` is; nothing if it is none.
std::optional<double> number_in(std::string_view text) {
  if (text.empty()) return {};
  char* end = nullptr;
  const double value = std::strtod(text.data(), &end);
  return end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<MatrixFormat> matrix_format_of(const std::string& path) {
  std::string end = path.substr(path.size() - std::min<std::size_t>(path.size(), 4));
  for (char& c : end) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (end == ".csv") return MatrixFormat::csv;
  if (end == ".npy") return MatrixFormat::npy;
  if (end == ".mtx") return MatrixFormat::matrix_market;
  return {};
}

std::string MatrixBuilder::entry_name(NodeId i, NodeId j) const {
  return request_.letter + "[" + std::to_string(i) + "][" + std::to_string(j) + "]";
}

void MatrixBuilder::set_size(std::uint64_t rows, std::uint64_t columns, std::size_t line) {
  if (rows != columns || rows == 0) refuse(line, "must be square, with a row and a column for each node");
  if (request_.nodes && rows != *request_.nodes)
    refuse(line, "must hold one row for each of the " + std::to_string(*request_.nodes) + " nodes");
  if (rows > most_rows) refuse(line, "at most " + std::to_string(most_rows) + " rows are supported");
  matrix_.nodes = static_cast<NodeId>(rows);
}

void MatrixBuilder::add(NodeId i, NodeId j, double value, std::size_t line) {
  if (const char* rule = request_.broken_rule(value)) return fault(line, entry_name(i, j), rule);
  if (value != 0.0) matrix_.entries.push_back({i, j, value, static_cast<std::uint32_t>(line)});
}

void MatrixBuilder::add(NodeId i, NodeId j, std::string_view text, std::size_t line) {
  const std::optional<double> value = number_in(text);
  const char* const rule = value ? request_.broken_rule(*value) : "is not a number";
  if (rule != nullptr) return fault(line, entry_name(i, j), rule);
  add(i, j, *value, line);
}

void MatrixBuilder::mirror() {
  const std::size_t given = matrix_.entries.size();
  matrix_.entries.reserve(2 * given);
  for (std::size_t k = 0; k < given; ++k) {
    const MatrixEntry entry = matrix_.entries[k];
    if (entry.row != entry.column) matrix_.entries.push_back({entry.column, entry.row, entry.value, entry.line});
  }
}

void MatrixBuilder::fault(std::size_t line, std::string where, std::string rule) {
  if (full()) return;
  const std::string place = line == 0 ? printable(path()) : place_of(path(), line);
  faults_.add({field(), std::move(where), std::move(rule), place});
}

void MatrixBuilder::refuse(std::size_t line, std::string rule) {
  fault(line, "", std::move(rule));
  throw InvalidInput(faults_.list(), FaultKind::data);
}

void MatrixBuilder::check_repetitions() {
  const std::vector<MatrixEntry>& all = matrix_.entries;
  for (std::size_t k = 1; k < all.size() && !full(); ++k)
    if (all[k - 1].row == all[k].row && all[k - 1].column == all[k].column)
      fault(all[k].line, entry_name(all[k].row, all[k].column),
            "is already given on line " + std::to_string(all[k - 1].line));
}

MatrixFile MatrixBuilder::finish() {
  std::vector<MatrixEntry>& all = matrix_.entries;
  if (!std::is_sorted(all.begin(), all.end(), before)) std::sort(all.begin(), all.end(), before);
  check_repetitions();
  faults_.throw_if_any(FaultKind::data);
  return std::move(matrix_);
}

/// N lines of N numbers.
void read_matrix_csv(MatrixBuilder& builder) {
  const std::vector<TextLine> lines = read_text_lines(builder.path(), builder.field());
  const std::size_t width = builder.wanted_nodes().value_or(lines.size());
  if (lines.size() != width)
    builder.refuse(lines.back().number,
                   "must hold one row for each of the " + std::to_string(width) + " nodes" + builder.hint());
  builder.set_size(width, width, lines.back().number);
  for (NodeId i = 0; i < width && !builder.full(); ++i) {
    const auto fields = split_fields(lines[i].text);
    builder.add_row_line(lines[i].number);
    if (fields.size() != width)
      builder.fault(lines[i].number, "row " + std::to_string(i) + " holds " + std::to_string(fields.size()),
                    "every row must hold " + std::to_string(width) + " numbers" + builder.hint());
    else
      for (NodeId j = 0; j < width; ++j) builder.add(i, j, fields[j], lines[i].number);
  }
}

MatrixFile read_matrix(const MatrixRequest& request) {
  MatrixBuilder builder(request);
  switch (request.format) {
    case MatrixFormat::npy:
      read_matrix_npy(builder);
      break;
    case MatrixFormat::matrix_market:
      read_matrix_market(builder);
      break;
    default:
      read_matrix_csv(builder);
  }
  return builder.finish();
}

}  // namespace sotto
