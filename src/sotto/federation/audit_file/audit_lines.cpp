// SPDX-License-Identifier: MIT
#include "sotto/federation/audit_file/audit_lines.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace sotto {
namespace {

constexpr std::size_t most_findings = 100;  // a hopeless file is read no further

class LineReader {
 public:
  LineReader(const AuditLogVersion& version, AuditLines& lines, std::vector<Damage>& found)
      : version_(version), tables_(audited_tables(version)), lines_(lines), found_(found) {
    for (const Table* table : tables_) checks_.emplace(table->name, ChainCheck(*table));
  }

  void take(std::string_view line, std::size_t number) {
    place_ = "line " + std::to_string(number);
    const std::optional<AuditJson> json = object_from(line);
    const std::string kind = json ? text_in(*json, "kind") : "";
    const auto table =
        std::find_if(tables_.begin(), tables_.end(), [&](const Table* one) { return one->name == kind; });
    if (!json || table == tables_.end()) return damaged({}, "is no row of an audit log");
    const std::optional<Row> row = json->contains("row") ? row_from(**table, version_, json->at("row")) : std::nullopt;
    const std::optional<Digest> hash = digest_from_hex(text_in(*json, "hash"));
    if (!row || !hash || json->size() != 3) return damaged({kind}, "is no row of this table");
    if (const std::optional<std::string> wrong = checks_.at(kind).next(*row, *hash))
      return damaged_row(kind, *row, *wrong);
    ++lines_.rows[kind];
    if (*table == &tables::ledger) take_entry(*row);
    if (*table == &tables::rounds) take_round(*row);
    if (*table == &tables::sessions)
      if (const std::optional<std::string> wrong = sessions_.next(*row)) damaged_row(kind, *row, *wrong);
  }

  /// What the lines say together.
  void finish() {
    lines_.heads = heads();
    lines_.rounds = rounds_.totals();
    lines_.run_of_session = sessions_.run_of_session();
  }

 private:
  AuditJson heads() const {
    AuditJson all = AuditJson::object();
    for (const Table* table : tables_) {
      const auto& ends = checks_.at(std::string(table->name)).heads();
      AuditJson& entry = all[std::string(table->name)] = AuditJson::object();
      if (table->chain_of.empty()) entry = json_of(ends.empty() ? ChainHead{} : ends.begin()->second);
      if (!table->chain_of.empty())
        for (const auto& [chain, head] : ends) entry[hex_of(std::get<Blob>(chain).bytes)] = json_of(head);
    }
    return all;
  }

  struct Where {
    std::string table = {};
    std::string row = {};
  };
  void damaged(const Where& where, const std::string& what) {
    found_.push_back(where.table.empty() ? Damage{"", "", place_ + " " + what}
                                         : Damage{where.table, where.row, what + " (" + place_ + ")"});
  }

  void damaged_row(const std::string& table, const Row& row, const std::string& what) {
    damaged({table, std::to_string(std::get<std::int64_t>(row.front()))}, what);
  }

  void take_entry(const Row& row) {
    if (const std::optional<LedgerEntry> entry = entry_from(row))
      lines_.ledger.push_back(*entry);
    else
      damaged_row("ledger", row, "is no entry");
  }

  void take_round(const Row& row) {
    Row wanted;
    for (const std::string_view name : RoundSums::columns())
      wanted.push_back(row.at(place_of_column(tables::rounds, name)));
    if (const std::optional<std::string> wrong = rounds_.next(wanted)) damaged_row("rounds", row, *wrong);
  }

  const AuditLogVersion& version_;
  std::vector<const Table*> tables_;
  AuditLines& lines_;
  std::vector<Damage>& found_;
  std::map<std::string, ChainCheck> checks_;
  RoundSums rounds_;
  SessionsCheck sessions_;
  std::string place_;
};

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

bool is_left_out(const TableColumn& column, const Value& value) {
  return column.is_late() && std::holds_alternative<std::monostate>(value);
}

/// A payload is shown by its digest, and named so.
std::string shown_name(const TableColumn& column) {
  return std::string(column.name) + (column.kind == TableColumnKind::payload ? "_sha256" : "");
}

}  // namespace

AuditLines read_audit_lines(std::string_view text, std::vector<Damage>& found) {
  AuditLines lines;
  const std::size_t last = text.size() < 2 ? std::string_view::npos : text.rfind('\n', text.size() - 2);
  const std::size_t first = text.find('\n');
  if (last == std::string_view::npos || text.back() != '\n') {
    found.push_back({"", "", "the end is missing"});
    return lines;
  }
  lines.before_end = text.substr(0, last + 1);
  lines.header = object_from(text.substr(0, first)).value_or(AuditJson::object());
  lines.last_line = text.substr(last + 1, text.size() - last - 2);
  lines.end = object_from(lines.last_line).value_or(AuditJson::object());
  const AuditLogVersion* version = version_named_in(lines.header);
  LineReader reader(version != nullptr ? *version : audit_log_version, lines, found);
  std::string_view rows = lines.before_end.substr(first + 1);
  for (std::size_t number = 2; !rows.empty() && found.size() < most_findings; ++number) {
    const std::size_t end = rows.find('\n');
    reader.take(rows.substr(0, end), number);
    rows.remove_prefix(end + 1);
  }
  reader.finish();
  return lines;
}

const AuditLogVersion* version_named_in(const AuditJson& header) {
  const std::string name = text_in(header, "schema");
  const auto found = std::find_if(audit_log_versions.begin(), audit_log_versions.end(),
                                  [&](const AuditLogVersion& one) { return one.name == name; });
  return found == audit_log_versions.end() ? nullptr : &*found;
}

std::vector<const Table*> audited_tables(const AuditLogVersion& version) {
  std::vector<const Table*> all{&tables::starts, &tables::ledger, &tables::sessions, &tables::rounds, &tables::audit};
  std::erase_if(all, [&](const Table* table) { return table->since > version.schema; });
  return all;
}

AuditJson json_of(const Table& table, const Row& row) {
  AuditJson json = AuditJson::object();
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    if (!is_left_out(table.columns[k], row.at(k)))
      json[shown_name(table.columns[k])] = std::visit(JsonOfValue(), row.at(k));
  return json;
}

std::optional<Row> row_from(const Table& table, const AuditLogVersion& version, const AuditJson& json) {
  if (!json.is_object()) return std::nullopt;
  Row row;
  std::size_t taken = 0;
  for (const TableColumn& column : table.columns) {
    const auto found = json.find(shown_name(column));
    if (found == json.end() && !column.is_late()) return std::nullopt;
    if (found == json.end()) {
      row.emplace_back();
      continue;
    }
    std::optional<Value> value = value_from(column, *found);
    if (!value || column.since > version.schema || is_left_out(column, *value)) return std::nullopt;
    row.push_back(std::move(*value));
    ++taken;
  }
  return taken == json.size() ? std::optional(row) : std::nullopt;
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
