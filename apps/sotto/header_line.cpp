// SPDX-License-Identifier: MIT
#include "header_line.hpp"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include "sotto/files/opened_file.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/input/printable.hpp"

namespace sotto::app {
namespace {

constexpr std::size_t longest_header = 1 << 20;
constexpr std::size_t longest_name = 200;

std::string trimmed(std::string text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.back())) text.pop_back();
  while (!text.empty() && blank(text.front())) text.erase(0, 1);
  return text;
}

/// The separator that occurs most often outside quotes; a comma where none does.
char separator_of(const std::string& line) {
  char best = ',';
  long most = 0;
  for (const char candidate : {',', ';', '\t', '|'}) {
    long count = 0;
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == candidate && !quoted) ++count;
    }
    if (count > most) {
      most = count;
      best = candidate;
    }
  }
  return best;
}

std::vector<std::string> fields_of(const std::string& line, char separator) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (quoted && line[k] == '"' && k + 1 < line.size() && line[k + 1] == '"')
      fields.back() += line[++k];
    else if (line[k] == '"')
      quoted = !quoted;
    else if (line[k] == separator && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[k];
  }
  for (std::string& field : fields) field = trimmed(field);
  return fields;
}

/// Dates, amounts and shares are numbers here too: a digit first, or a sign and a digit, or a decimal point.
bool may_be_a_value(const std::string& field) {
  if (number_of_text<double>(field)) return true;
  const std::size_t digit = field.find_first_not_of("+-.$< >=~");
  return digit != std::string::npos && std::isdigit(static_cast<unsigned char>(field[digit])) != 0;
}

/// The rule that the names break, or nothing. It speaks of no field, and not of how many there are.
std::string broken_by(const std::vector<std::string>& names) {
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (name.empty()) return "must give every column a name";
    if (may_be_a_value(name)) return "must hold names: a field begins like a number, so this may be a record";
    if (name.size() > longest_name || !is_utf8(name) || printable(name) != name)
      return "must hold names of at most 200 printable characters";
    if (!seen.insert(name).second) return "must not give two columns the same name";
  }
  return "";
}

[[noreturn]] void refuse(const std::string& field, const std::string& path, const std::string& rule) {
  throw InvalidInput({field, path, rule}, field == "--from" ? FaultKind::data : FaultKind::configuration);
}

}  // namespace

std::string first_line(int descriptor, std::size_t most) {
  std::string line;
  for (char c = 0;;) {
    const ::ssize_t count = ::read(descriptor, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse("--from", "", std::string("cannot be read: ") + std::strerror(errno));
    if (count == 0 || c == '\n') break;
    if (line.size() == most) refuse("--from", "", "must begin with a header line of at most 1 MiB");
    line += c;
  }
  if (line.ends_with('\r')) line.pop_back();
  if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  return line;
}

HeaderLine header_of(const std::string& path) {
  if (path.ends_with(".gz"))
    refuse("--from", printable_path(path),
           "is packed; give its first line: zcat FILE | head -n 1 | sotto init --from -");
  const std::string line = path == "-" ? first_line(STDIN_FILENO, longest_header)
                                       : first_line(open_to_read({"--from", path}).descriptor(), longest_header);
  if (trimmed(line).empty()) refuse("--from", printable_path(path), "must begin with a line that names the columns");
  const char separator = separator_of(line);
  std::vector<std::string> names = fields_of(line, separator);
  if (const std::string rule = broken_by(names); !rule.empty())
    refuse("--from", printable_path(path), "its first line " + rule + "; --columns a,b,c names columns without a file");
  return {.names = std::move(names), .separator = separator};
}

HeaderLine listed_names(const std::string& text) {
  std::vector<std::string> names = fields_of(text, ',');
  if (const std::string rule = broken_by(names); !rule.empty()) refuse("--columns", shown(text), rule);
  return {.names = std::move(names), .separator = ','};
}

}  // namespace sotto::app
