// SPDX-License-Identifier: MIT
// A row of a chained table as JSON.
#include <limits>
#include <stdexcept>

#include "sotto/federation/audit_file/audit_lines.hpp"

namespace sotto {
namespace {

constexpr int deepest_part_of_a_line = 8;

struct JsonOfValue {
  AuditJson operator()(std::monostate) const { return nullptr; }
  AuditJson operator()(std::int64_t number) const { return number; }
  AuditJson operator()(double number) const { return number; }
  AuditJson operator()(const Text& text) const { return text.text; }
  AuditJson operator()(const Blob& blob) const { return hex_of(blob.bytes); }
};

std::optional<std::int64_t> whole_from(const AuditJson& json) {
  if (!json.is_number_integer()) return std::nullopt;
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    return std::nullopt;
  return json.get<std::int64_t>();
}

std::optional<Value> value_from(const TableColumn& column, const AuditJson& json) {
  if (json.is_null()) return column.may_be_absent ? std::optional<Value>(Value()) : std::nullopt;
  switch (column.kind) {
    case TableColumnKind::whole:
      if (const auto number = whole_from(json)) return Value(*number);
      return std::nullopt;
    case TableColumnKind::real:
      if (json.is_number()) return Value(json.get<double>());
      return std::nullopt;
    case TableColumnKind::text:
      if (json.is_string()) return Value(Text{json.get<std::string>()});
      return std::nullopt;
    case TableColumnKind::bytes:
    case TableColumnKind::payload:
      if (!json.is_string()) return std::nullopt;
      if (auto bytes = bytes_of_hex(json.get<std::string>())) return Value(Blob{std::move(*bytes)});
      return std::nullopt;
  }
  return std::nullopt;
}

/// A payload is shown by its digest, and named so.
std::string shown_name(const TableColumn& column) {
  return std::string(column.name) + (column.kind == TableColumnKind::payload ? "_sha256" : "");
}

}  // namespace

const std::array<const Table*, 4>& audited_tables() {
  static const std::array<const Table*, 4> all{&tables::starts, &tables::ledger, &tables::rounds, &tables::audit};
  return all;
}

AuditJson json_of(const Table& table, const Row& row) {
  AuditJson json = AuditJson::object();
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    json[shown_name(table.columns[k])] = std::visit(JsonOfValue(), row.at(k));
  return json;
}

std::optional<Row> row_from(const Table& table, const AuditJson& json) {
  if (!json.is_object() || json.size() != table.columns.size()) return std::nullopt;
  Row row;
  for (const TableColumn& column : table.columns) {
    const auto found = json.find(shown_name(column));
    if (found == json.end()) return std::nullopt;
    std::optional<Value> value = value_from(column, *found);
    if (!value) return std::nullopt;
    row.push_back(std::move(*value));
  }
  return row;
}

AuditJson json_of(const ChainHead& head) {
  return {{"entries", head.entries}, {"hash", head.hash.hex()}};
}

std::string line_of(const AuditJson& json) {
  return json.dump(-1, ' ', false, AuditJson::error_handler_t::replace);
}

std::optional<AuditJson> object_from(std::string_view line) {
  try {
    AuditJson json = AuditJson::parse(line, [](int depth, AuditJson::parse_event_t, AuditJson&) {
      if (depth > deepest_part_of_a_line) throw std::out_of_range("nested too deep");
      return true;
    });
    if (json.is_object()) return json;
  } catch (const AuditJson::exception&) {
  } catch (const std::out_of_range&) {
  }
  return std::nullopt;
}

std::string text_in(const AuditJson& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace sotto
