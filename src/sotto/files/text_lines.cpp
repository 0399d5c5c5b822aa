// SPDX-License-Identifier: MIT
#include "sotto/files/text_lines.hpp"

#include <algorithm>

#include "sotto/files/opened_file.hpp"

namespace sotto {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

bool next_line(std::istream& stream, std::string& line) try {
  line.clear();
  if (!stream) return false;
  std::streambuf& from = *stream.rdbuf();
  while (line.size() < longest_line) {
    const int byte = from.sbumpc();
    if (byte == '\n') return true;
    if (byte == std::char_traits<char>::eof()) {
      stream.setstate(line.empty() ? std::ios::eofbit | std::ios::failbit : std::ios::eofbit);
      return !line.empty();
    }
    line.push_back(static_cast<char>(byte));
  }
  return true;
} catch (const std::ios_base::failure&) {  // a disk that fails
  stream.setstate(std::ios::badbit);
  return false;
}

std::vector<TextLine> read_text_lines(const std::string& path, const std::string& field) {
  const NamedFile named{.field = field, .path = path};
  FileStream file(named);
  std::vector<TextLine> lines;
  std::string text;
  for (std::size_t number = 1; next_line(file, text); ++number) {
    if (text.size() == longest_line) refuse_file(named, "a line is longer than 64 MiB");
    if (number == 1 && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (const std::size_t comment = text.find('#'); comment != std::string::npos) text.erase(comment);
    if (const std::string_view rest = trimmed(text); !rest.empty()) lines.push_back({std::string(rest), number});
  }
  if (file.bad()) refuse_file(named, "cannot be read");
  if (lines.empty()) refuse_file(named, "the file is empty");
  return lines;
}

std::vector<std::string_view> split_fields(std::string_view line) {
  std::vector<std::string_view> fields;
  line = trimmed(line);
  while (true) {
    const std::size_t end = std::min(line.find_first_of(", \t\r\v\f"), line.size());
    fields.push_back(line.substr(0, end));
    line = trimmed(line.substr(end));
    if (line.empty()) return fields;
    if (line[0] == ',') line = trimmed(line.substr(1));
  }
}

std::string csv_quoted(std::string_view cell) {
  std::string text = "\"";
  for (const char c : cell) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

}  // namespace sotto
