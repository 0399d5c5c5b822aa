// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/row_shares.hpp"

#include <fstream>

#include "sotto/data/dataset/byte_source.hpp"
#include "sotto/data/dataset/cell_words.hpp"
#include "sotto/data/dataset/csv_records.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/dataset/number_table.hpp"
#include "sotto/files/npy_header.hpp"
#include "sotto/files/opened_file.hpp"
#include "sotto/files/text_lines.hpp"

namespace sotto {
namespace {

/// The files of shares. Rows come in the order of the divided file; each goes to the share whose next row it is.
class ShareFiles {
 public:
  ShareFiles(const Partition& division, const std::vector<std::string>& paths)
      : division_(division), next_(paths.size()) {
    for (const std::string& path : paths) {
      files_.emplace_back(path, std::ios::binary);
      if (!files_.back()) throw InvalidInput({"share", printable_path(path), "cannot be written"}, FaultKind::data);
    }
  }
  void to_all(const std::string& bytes) {
    for (std::ofstream& file : files_) file << bytes;
  }
  void to(std::size_t share, const std::string& bytes) { files_[share] << bytes; }
  /// The next row of the file: nobody's where no share has it.
  void row(const std::string& bytes) {
    for (std::size_t k = 0; k < files_.size(); ++k)
      if (next_[k] < division_[k].size() && division_[k][next_[k]] == row_) {
        files_[k] << bytes;
        ++next_[k];
      }
    ++row_;
  }
  void close() {
    for (std::ofstream& file : files_) {
      file.close();
      if (!file) throw InvalidInput({"share", "", "cannot be written"}, FaultKind::data);
    }
  }

 private:
  const Partition& division_;
  std::vector<std::size_t> next_;
  std::vector<std::ofstream> files_;
  std::uint32_t row_ = 0;
};

std::string csv_line(const CsvRecords& records, char separator) {
  std::string line;
  for (std::size_t k = 0; k < records.size(); ++k) {
    const std::string_view cell = records.cell(k);
    const bool plain = cell.find_first_of("\"\r\n \t") == cell.npos && cell.find(separator) == cell.npos;
    line += (k == 0 ? "" : std::string(1, separator)) + (plain ? std::string(cell) : csv_quoted(cell));
  }
  return line + "\n";
}

void divide_csv(ByteSource& bytes, const DataSource& source, const Schema& schema, DataFaults& faults, ShareFiles& to) {
  const char separator = separator_of(source);
  const std::size_t columns = Encoding(schema).positions();
  CsvRecords records(bytes, faults, separator, columns);
  if (source.csv_header != CsvHeader::none && records.next()) to.to_all(csv_line(records, separator));
  while (records.next())
    if (!records.is_blank() || columns == 1) to.row(csv_line(records, separator));
}

void divide_libsvm(ByteSource& bytes, ShareFiles& to) {
  std::string line;
  for (int byte = bytes.next();; byte = bytes.next()) {
    if (byte != '\n' && byte != ByteSource::end) {
      line.push_back(static_cast<char>(byte));
      continue;
    }
    const std::string_view whole = line, text = whole.substr(0, whole.find_first_of("#\r"));
    if (!without_blanks(text).empty()) to.row(std::string(text) + "\n");
    if (byte == ByteSource::end) return;
    line.clear();
  }
}

void divide_numbers(ByteSource& bytes, FileFormat format, DataFaults& faults, const Partition& division,
                    ShareFiles& to) {
  NumberTable table(bytes, format == FileFormat::npy ? read_npy_layout(bytes, faults) : read_idx_layout(bytes, faults),
                    faults);
  for (std::size_t k = 0; k < division.size(); ++k)
    to.to(k, npy_preamble(std::vector<std::uint64_t>{division[k].size(), table.layout().columns}));
  for (std::uint64_t row = 0; row < table.layout().rows; ++row) {
    const std::span<const double> numbers = table.next_row();
    to.row({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  }
}

void divide_file(const std::string& path, const DataSource& source, const Schema& schema, const Partition& division,
                 const std::vector<std::string>& paths) {
  FileStream file({.field = source.field, .path = path});
  DataFaults faults(source.field, path);
  ByteSource bytes(file, faults);
  ShareFiles to(division, paths);
  const FileFormat format = format_of(source);
  if (format == FileFormat::csv)
    divide_csv(bytes, source, schema, faults, to);
  else if (format == FileFormat::libsvm)
    divide_libsvm(bytes, to);
  else
    divide_numbers(bytes, format, faults, division, to);
  to.close();
}

}  // namespace

FileFormat share_format(const DataSource& source) {
  const FileFormat format = format_of(source);
  return format == FileFormat::idx ? FileFormat::npy : format;
}

void write_shares(const DataSource& source, const Schema& schema, const Partition& division,
                  std::span<const DataSource> shares) {
  std::vector<std::string> rows, labels;
  for (const DataSource& share : shares) {
    rows.push_back(share.path);
    labels.push_back(share.labels_path);
  }
  divide_file(source.path, source, schema, division, rows);
  if (!source.labels_path.empty()) divide_file(source.labels_path, source, schema, division, labels);
}

}  // namespace sotto
