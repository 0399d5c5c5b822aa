// SPDX-License-Identifier: MIT
// The lines of an audit file taken apart: header, rows checked against their chains, end. Seen by this folder alone.
#pragma once

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/ledger_check.hpp"

namespace sotto {

using AuditJson = nlohmann::ordered_json;

inline constexpr const char* audit_log_schema = "sotto.audit-log/1";

/// Those that an auditor gets, in the order of the file. What a run agreed on and the digest of its data stay.
const std::array<const Table*, 4>& audited_tables();

/// The row as `without_payload` makes it; bytes in hexadecimal.
AuditJson json_of(const Table& table, const Row& row);
/// Nothing where there are not exactly the columns of the table, each of its kind.
std::optional<Row> row_from(const Table& table, const AuditJson& json);

AuditJson json_of(const ChainHead& head);

/// One line, without its end.
std::string line_of(const AuditJson& json);
/// Nothing for a text that is no JSON object, or nested too deep.
std::optional<AuditJson> object_from(std::string_view line);
/// A text in an object; empty where there is none.
std::string text_in(const AuditJson& json, const char* key);

struct AuditLines {
  AuditJson header = AuditJson::object();
  AuditJson end = AuditJson::object();
  std::string_view before_end;            ///< every byte before the last line
  std::string_view last_line;             ///< as it is written, without its end
  AuditJson heads = AuditJson::object();  ///< of the rows that are there
  std::vector<LedgerEntry> ledger;
  std::map<std::string, RoundTotals> rounds;  ///< by the bytes of a run's digest
  std::map<std::string, std::int64_t> rows;   ///< how many of each table
};

/// Reads all that can be read; what is wrong goes to `found`.
AuditLines read_audit_lines(std::string_view text, std::vector<Damage>& found);

}  // namespace sotto
