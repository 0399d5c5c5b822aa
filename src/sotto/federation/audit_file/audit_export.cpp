// SPDX-License-Identifier: MIT
// What a node did, as a file for an auditor.
#include "sotto/federation/audit_file/audit_file.hpp"
#include "sotto/federation/audit_file/audit_lines.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/statement.hpp"

namespace sotto {
namespace {

/// The lines of a table, and where its chains end.
AuditJson add_table(Database& database, const Table& table, std::string& text) {
  const std::string order = std::string(table.chain_of) + (table.chain_of.empty() ? "" : ", ");
  Statement rows(database, "SELECT " + column_list(table) + ", hash FROM " + std::string(table.name) + " ORDER BY " +
                               order + std::string(table.columns.front().name));
  AuditJson heads = AuditJson::object();
  ChainHead head;
  while (rows.step()) {
    Row row = rows.row();
    const std::string hash = std::get<Blob>(row.back()).bytes;
    row.pop_back();
    head = {.entries = std::get<std::int64_t>(row.front()) - table.first + 1, .hash = digest_from_bytes(hash).value()};
    if (!table.chain_of.empty())
      heads[hex_of(std::get<Blob>(row.at(place_of_column(table, table.chain_of))).bytes)] = json_of(head);
    text +=
        line_of({{"kind", table.name}, {"row", json_of(table, without_payload(table, row))}, {"hash", hex_of(hash)}});
    text += '\n';
  }
  return table.chain_of.empty() ? json_of(head) : heads;
}

}  // namespace

std::string export_audit_log(const Store& store, const SiteIdentity& site, const std::string& version) {
  if (store.owner() != site.public_key().text())
    refuse_state(store.database().file(), "this state belongs to another site: its key is " + store.owner());
  std::string text = line_of({{"schema", audit_log_schema},
                              {"kind", "header"},
                              {"site", site.name()},
                              {"key", site.public_key().text()},
                              {"version", version},
                              {"exported", seconds_now()}}) +
                     "\n";
  AuditJson heads = AuditJson::object();
  for (const Table* table : audited_tables())
    heads[std::string(table->name)] = add_table(store.database(), *table, text);
  AuditJson end = {{"kind", "end"}, {"heads", heads}};
  end["signature"] = hex_of(site.key().sign(SigningContext::audit, text + line_of(end)));
  return text + line_of(end) + "\n";
}

}  // namespace sotto
