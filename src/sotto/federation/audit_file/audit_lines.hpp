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
#include "sotto/federation/store/sessions.hpp"

namespace sotto {

using AuditJson = nlohmann::ordered_json;

/// A version of the file has the tables and columns of one version of the schema of a store.
struct AuditLogVersion {
  const char* name;
  std::int64_t schema;
};
inline constexpr std::array audit_log_versions{AuditLogVersion{"sotto.audit-log/1", 2},
                                               AuditLogVersion{"sotto.audit-log/2", 3}};
/// What this program writes.
inline constexpr const AuditLogVersion& audit_log_version = audit_log_versions.back();
/// Null where the header names none of them.
const AuditLogVersion* version_named_in(const AuditJson& header);

/// Those that an auditor gets, in the order of the file. What a run agreed on and the digest of its data stay.
std::vector<const Table*> audited_tables(const AuditLogVersion& version);

/// The row as `without_payload` makes it; bytes in hexadecimal. A late column that is absent is left out.
AuditJson json_of(const Table& table, const Row& row);
/// Nothing where there are not exactly the columns that the table had in this version, each of its kind and in the form
/// in which they are written.
std::optional<Row> row_from(const Table& table, const AuditLogVersion& version, const AuditJson& json);

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
  std::map<std::string, RoundTotals> rounds;          ///< by the bytes of a session's digest
  std::map<std::string, std::string> run_of_session;  ///< likewise
  std::map<std::string, std::int64_t> rows;           ///< how many of each table
};

/// Reads all that can be read; what is wrong goes to `found`.
AuditLines read_audit_lines(std::string_view text, std::vector<Damage>& found);

}  // namespace sotto
