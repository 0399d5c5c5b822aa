// SPDX-License-Identifier: MIT
// The lines of an audit file taken apart: header, rows checked against their chains, end. Seen by this folder alone.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/federation/audit_file/row_json.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/ledger_check.hpp"

namespace sotto {

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
