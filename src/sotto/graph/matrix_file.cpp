// SPDX-License-Identifier: MIT
// Square matrices from files: the format, the checks that all formats share, CSV, and NumPy files (versions 1 and 2,
// little endian), whose claimed size is checked before anything is read.
#include "sotto/graph/matrix_file.hpp"

#include <algorithm>
#include <cctype>
#include <tuple>
#include <utility>

#include "sotto/files/npy_header.hpp"
#include "sotto/files/text_lines.hpp"
#include "sotto/input/number_text.hpp"

namespace sotto {
namespace {

constexpr NodeId most_rows = 1u << 29;  // twice Graph::most_edges: more nodes cannot be connected

bool before(const MatrixEntry& p, const MatrixEntry& q) {
  return std::tie(p.row, p.column, p.line) < std::tie(q.row, q.column, q.line);
}

/// Some programs write a plus before a number.
std::optional<double> number_in(std::string_view text) {
  return number_of_text<double>(text.substr(text.starts_with('+') && !text.starts_with("+-") ? 1 : 0));
}

class NpyReader {
 public:
  explicit NpyReader(MatrixBuilder& builder) : builder_(builder), file_(builder.file()) {}

  void read() {
    const NpyHeader header = read_header();
    const NpyNumber type = type_named(header.type);
    if (header.shape.size() != 2) refuse("must be a matrix: two dimensions");
    builder_.set_size(header.shape[0], header.shape[1], 0);
    check_size(type);
    read_numbers(type, header.columns_first);
  }

 private:
  [[noreturn]] void refuse(std::string rule) { builder_.refuse(0, std::move(rule)); }

  NpyHeader read_header() {
    return read_npy_header({.take =
                                [this](std::uint64_t bytes) {
                                  std::string taken(bytes, '\0');
                                  file_.read(taken.data(), static_cast<std::streamsize>(bytes));
                                  taken.resize(static_cast<std::size_t>(file_.gcount()));
                                  return taken;
                                },
                            .refuse = [this](std::string rule) { refuse(std::move(rule)); }});
  }

  NpyNumber type_named(const std::string& name) {
    const std::optional<NpyNumber> type = npy_number(name);
    if (!type) refuse(std::string("the type of its numbers ") + npy_number_rule);
    return *type;
  }

  /// At most 2^29 rows (set_size) of numbers of 8 bytes: the products fit 64 bits.
  void check_size(const NpyNumber& type) {
    const auto begin = file_.tellg();
    file_.seekg(0, std::ios::end);
    const auto held = static_cast<std::uint64_t>(file_.tellg() - begin);
    const std::uint64_t wanted = std::uint64_t{builder_.nodes()} * builder_.nodes() * type.bytes;
    if (!file_ || held != wanted) refuse("the bytes after its header must be as many as its shape needs");
    file_.seekg(begin);
  }

  void read_numbers(const NpyNumber& type, bool columns_first) {
    const NodeId n = builder_.nodes();
    std::string line(n * type.bytes, '\0');  // a row of the file: a column of the matrix where columns come first
    for (NodeId i = 0; i < n && !builder_.full(); ++i) {
      if (!file_.read(line.data(), static_cast<std::streamsize>(line.size()))) refuse("cannot be read");
      for (NodeId j = 0; j < n; ++j)
        builder_.add(columns_first ? j : i, columns_first ? i : j, type.at(line.data() + j * type.bytes), 0);
    }
  }

  MatrixBuilder& builder_;
  FileStream file_;
};

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
  const std::string place = line == 0 ? printable_path(path()) : place_of(path(), line);
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

MatrixFile read_matrix(const MatrixRequest& request) {
  MatrixBuilder builder(request);
  switch (request.format) {
    case MatrixFormat::npy:
      NpyReader(builder).read();
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
