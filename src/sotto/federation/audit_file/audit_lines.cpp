// SPDX-License-Identifier: MIT
#include "sotto/federation/audit_file/audit_lines.hpp"

#include <algorithm>

namespace sotto {
namespace {

constexpr std::size_t most_findings = 100;  // a hopeless file is read no further

class LineReader {
 public:
  LineReader(AuditLines& lines, std::vector<Damage>& found) : lines_(lines), found_(found) {
    for (const Table* table : audited_tables()) checks_.emplace(table->name, ChainCheck(*table));
  }

  void take(std::string_view line, std::size_t number) {
    place_ = "line " + std::to_string(number);
    const std::optional<AuditJson> json = object_from(line);
    const std::string kind = json ? text_in(*json, "kind") : "";
    const auto table = std::find_if(audited_tables().begin(), audited_tables().end(),
                                    [&](const Table* one) { return one->name == kind; });
    if (!json || table == audited_tables().end()) return damaged({}, "is no row of an audit log");
    const std::optional<Row> row = json->contains("row") ? row_from(**table, json->at("row")) : std::nullopt;
    const std::optional<Digest> hash = digest_from_hex(text_in(*json, "hash"));
    if (!row || !hash || json->size() != 3) return damaged({kind}, "is no row of this table");
    if (const std::optional<std::string> wrong = checks_.at(kind).next(*row, *hash))
      return damaged({kind, std::to_string(std::get<std::int64_t>(row->front()))}, *wrong);
    ++lines_.rows[kind];
    if (*table == &tables::ledger) take_entry(*row);
    if (*table == &tables::rounds) take_round(*row);
  }

  AuditJson heads() const {
    AuditJson all = AuditJson::object();
    for (const Table* table : audited_tables()) {
      const auto& ends = checks_.at(std::string(table->name)).heads();
      AuditJson& entry = all[std::string(table->name)] = AuditJson::object();
      if (table->chain_of.empty()) entry = json_of(ends.empty() ? ChainHead{} : ends.begin()->second);
      if (!table->chain_of.empty())
        for (const auto& [chain, head] : ends) entry[hex_of(std::get<Blob>(chain).bytes)] = json_of(head);
    }
    return all;
  }

 private:
  struct Where {
    std::string table = {};
    std::string row = {};
  };
  void damaged(const Where& where, const std::string& what) {
    found_.push_back(where.table.empty() ? Damage{"", "", place_ + " " + what}
                                         : Damage{where.table, where.row, what + " (" + place_ + ")"});
  }

  void take_entry(const Row& row) {
    if (const std::optional<LedgerEntry> entry = entry_from(row))
      lines_.ledger.push_back(*entry);
    else
      damaged({"ledger", std::to_string(std::get<std::int64_t>(row[0]))}, "is no entry");
  }

  void take_round(const Row& row) {
    const auto whole = [&](const char* name) {
      return std::get<std::int64_t>(row[place_of_column(tables::rounds, name)]);
    };
    const Where where{"rounds", std::to_string(whole("round"))};
    const LedgerUnits cost{whole("alpha"), whole("total_variation")};
    if (cost.alpha < 0 || cost.total_variation < 0) return damaged(where, "costs less than nothing");
    RoundTotals& sum = lines_.rounds[std::get<Blob>(row[place_of_column(tables::rounds, "run")]).bytes];
    ++sum.rounds;
    try {
      sum.cost = sum.cost + cost;
    } catch (const InvalidInput&) {
      return damaged(where, "the sum does not fit a ledger");
    }
    if (sum.cost != LedgerUnits{whole("alpha_so_far"), whole("total_variation_so_far")})
      damaged(where, "the sum so far is wrong");
  }

  AuditLines& lines_;
  std::vector<Damage>& found_;
  std::map<std::string, ChainCheck> checks_;
  std::string place_;
};

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
  LineReader reader(lines, found);
  std::string_view rows = lines.before_end.substr(first + 1);
  for (std::size_t number = 2; !rows.empty() && found.size() < most_findings; ++number) {
    const std::size_t end = rows.find('\n');
    reader.take(rows.substr(0, end), number);
    rows.remove_prefix(end + 1);
  }
  lines.heads = reader.heads();
  return lines;
}

}  // namespace sotto
