// SPDX-License-Identifier: MIT
// A row of a chained table as JSON, and back. Seen by sources of this folder alone.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "sotto/federation/store/chain.hpp"

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

}  // namespace sotto
