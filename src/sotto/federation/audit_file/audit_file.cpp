// SPDX-License-Identifier: MIT
#include "sotto/federation/audit_file/audit_file.hpp"

#include "sotto/federation/audit_file/audit_lines.hpp"
#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/federation/store/statement.hpp"

namespace sotto {
namespace {

/// The lines of a table, and where its chains end.
AuditJson add_table(Database& database, const Table& table, std::string& text) {
  const std::string order = std::string(table.chain_of) + (table.chain_of.empty() ? "" : ", ");
  AuditJson heads = AuditJson::object();
  ChainHead head;
  if (table.since > database.version()) return json_of(head);  // an older state that is only looked at
  Statement rows(database, "SELECT " + selection(table, database.version()) + ", hash FROM " + std::string(table.name) +
                               " ORDER BY " + order + std::string(table.columns.front().name));
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

/// What a header says is told only where it can be what it should be: the file may be another one.
void judge_header(const AuditLines& lines, AuditVerification& verdict) {
  const AuditJson& header = lines.header;
  if (version_named_in(header) == nullptr || text_in(header, "kind") != "header")
    return verdict.found.push_back(
        {"", "", std::string("line 1 is no header of ") + audit_log_version.name + " or an earlier one"});
  if (const std::string site = text_in(header, "site"); is_site_name(site)) verdict.site = site;
  if (const std::optional<PublicKey> key = PublicKey::from_text(text_in(header, "key"))) verdict.key = key->text();
  const auto exported = header.find("exported");
  if (exported != header.end() && exported->is_number_integer()) verdict.exported = exported->get<std::int64_t>();
}

void judge_signature(const AuditLines& lines, const std::optional<PublicKey>& expected, AuditVerification& verdict) {
  const std::optional<PublicKey> key = PublicKey::from_text(text_in(lines.header, "key"));
  const std::optional<std::string> signature = bytes_of_hex(text_in(lines.end, "signature"));
  AuditJson unsigned_end = lines.end;
  unsigned_end.erase("signature");
  const std::string message = std::string(lines.before_end) + line_of(unsigned_end);
  if (!key || !signature || !key->verifies(SigningContext::audit, message, *signature))
    verdict.found.push_back({"", "", "the signature is not one of the key that the header names over these lines"});
  AuditJson as_exported = unsigned_end;  // what is not signed, blanks and the letters of the signature, has one form
  if (signature) as_exported["signature"] = hex_of(*signature);
  if (line_of(as_exported) != lines.last_line)
    verdict.found.push_back({"", "", "the last line is not written as an export writes it"});
  if (expected && key != expected)
    verdict.found.push_back({"", "", "the file is signed by " + verdict.key + ", not by " + expected->text()});
}

void judge_ledger(AuditLines& lines, AuditVerification& verdict) {
  LedgerCheck check(lines.rounds, std::move(lines.run_of_session));
  for (const LedgerEntry& entry : lines.ledger) {
    check.next(entry);
    if (entry.kind == EntryKind::open)
      verdict.datasets.push_back({.name = entry.dataset, .promise = *entry.promise, .spent = {}});
  }
  for (Damage& damage : check.finish()) verdict.found.push_back(std::move(damage));
  for (AuditedDataset& dataset : verdict.datasets)
    if (const auto spent = check.spent().find(dataset.name); spent != check.spent().end())
      dataset.spent = spent->second;
}

ChainHead ledger_head(const AuditJson& heads) {
  const AuditJson& ledger = heads.at("ledger");
  return {.entries = ledger.at("entries").get<std::int64_t>(),
          .hash = digest_from_hex(ledger.at("hash").get<std::string>()).value()};
}

}  // namespace

std::string export_audit_log(const Store& store, const SiteIdentity& site, const std::string& version) {
  if (store.owner() != site.public_key().text())
    refuse_state(store.database().file(), "this state belongs to another site: its key is " + store.owner());
  std::string text = line_of({{"schema", audit_log_version.name},
                              {"kind", "header"},
                              {"site", site.name()},
                              {"key", site.public_key().text()},
                              {"version", version},
                              {"exported", seconds_now()}}) +
                     "\n";
  AuditJson heads = AuditJson::object();
  for (const Table* table : audited_tables(audit_log_version))
    heads[std::string(table->name)] = add_table(store.database(), *table, text);
  AuditJson end = {{"kind", "end"}, {"heads", heads}};
  end["signature"] = hex_of(site.key().sign(SigningContext::audit, text + line_of(end)));
  return text + line_of(end) + "\n";
}

AuditVerification verify_audit_log(std::string_view text, const std::optional<PublicKey>& expected) {
  AuditVerification verdict;
  AuditLines lines = read_audit_lines(text, verdict.found);
  if (lines.before_end.empty()) return verdict;
  judge_header(lines, verdict);
  if (text_in(lines.end, "kind") != "end" || !lines.end.contains("heads") || lines.end.at("heads") != lines.heads)
    verdict.found.push_back({"", "", "the last line does not name the ends of the chains in this file"});
  judge_signature(lines, expected, verdict);
  verdict.rows = lines.rows;
  verdict.ledger = ledger_head(lines.heads);
  judge_ledger(lines, verdict);
  if (!verdict.whole()) verdict.datasets.clear(), verdict.exported = 0;
  return verdict;
}

}  // namespace sotto
