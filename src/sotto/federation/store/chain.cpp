// SPDX-License-Identifier: MIT
#include "sotto/federation/store/chain.hpp"

#include <algorithm>

#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/statement.hpp"

namespace sotto {
namespace {

Digest link_of_shown(const Digest& previous, const Table& table, const Row& shown_row) {
  Row hashed{Text{std::string(table.name)}};
  for (std::size_t k = 0; k < shown_row.size(); ++k) {
    const bool late = k < table.columns.size() && table.columns[k].is_late();
    if (late && std::holds_alternative<std::monostate>(shown_row[k])) continue;
    if (late) hashed.emplace_back(Text{std::string(table.columns[k].name)});
    hashed.push_back(shown_row[k]);
  }
  return digest_of(std::string(previous.view()) + canonical(hashed));
}

Value chain_of_row(const Table& table, const Row& row) {
  return table.chain_of.empty() ? Value() : row.at(place_of_column(table, table.chain_of));
}

bool is_of_kind(const Value& value, const TableColumn& column) {
  if (std::holds_alternative<std::monostate>(value)) return column.may_be_absent;
  switch (column.kind) {
    case TableColumnKind::whole:
      return std::holds_alternative<std::int64_t>(value);
    case TableColumnKind::real:
      return std::holds_alternative<double>(value);
    case TableColumnKind::text:
      return std::holds_alternative<Text>(value);
    case TableColumnKind::bytes:
    case TableColumnKind::payload:
      return std::holds_alternative<Blob>(value);
  }
  return false;
}

/// What the file says.
ChainHead asked_head(Database& database, const Table& table, const Value& chain) {
  const std::string counter(table.columns.front().name);
  std::string question = "SELECT " + counter + ", hash FROM " + std::string(table.name);
  Row given;
  if (!table.chain_of.empty()) {
    question += " WHERE " + std::string(table.chain_of) + " = ?";
    given.push_back(chain);
  }
  const std::vector<Row> last = database.rows(question + " ORDER BY " + counter + " DESC LIMIT 1", given);
  if (last.empty()) return {};
  const auto* number = std::get_if<std::int64_t>(&last[0][0]);
  const auto* bytes = std::get_if<Blob>(&last[0][1]);
  const std::optional<Digest> hash = bytes != nullptr ? digest_from_bytes(bytes->bytes) : std::nullopt;
  if (number == nullptr || !hash)
    refuse_state(database.file(), "is damaged: table " + std::string(table.name) + " has no end; nothing was sent");
  return {.entries = *number - table.first + 1, .hash = *hash};
}

void add(ChainHead& sum, std::int64_t entries, const Digest& seal) {
  sum.entries += entries;
  for (std::size_t k = 0; k < seal.bytes.size(); ++k) sum.hash.bytes[k] ^= seal.bytes[k];
}

}  // namespace

Row without_payload(const Table& table, Row row) {
  for (std::size_t k = 0; k < row.size() && k < table.columns.size(); ++k)
    if (table.columns[k].kind == TableColumnKind::payload && std::holds_alternative<Blob>(row[k]))
      row[k] = blob_of(digest_of(std::get<Blob>(row[k]).bytes));
  return row;
}

Digest link_of(const Digest& previous, const Table& table, const Row& row) {
  return link_of_shown(previous, table, without_payload(table, row));
}

ChainHead head_of(Database& database, const Table& table, const Value& chain) {
  database.refuse_if_broken();
  std::optional<ChainHead> known = database.ends().find(table, chain);
  if (!known) {
    known = asked_head(database, table, chain);
    database.ends().know(table, chain, *known);
  }
  return *known;
}

void append(Database& database, const Table& table, const Row& columns) {
  Row row(std::max(table.columns.size(), columns.size() + 1));  // the counter first
  std::copy(columns.begin(), columns.end(), row.begin() + 1);
  const ChainHead head = head_of(database, table, chain_of_row(table, row));
  row.front() = table.first + head.entries;
  const Digest hash = link_of(head.hash, table, row);
  database.ends().move(table, chain_of_row(table, row), {.entries = head.entries + 1, .hash = hash});
  row.push_back(blob_of(hash));
  std::string places = "?";
  for (std::size_t k = 1; k < row.size(); ++k) places += ", ?";
  Statement insert(
      database,
      "INSERT INTO " + std::string(table.name) + " (" + column_list(table) + ", hash) VALUES (" + places + ")", row);
  insert.step();
}

std::optional<std::string> ChainCheck::next(const Row& row, const Digest& hash) {
  if (row.size() != table_.columns.size()) return "has another number of columns";
  for (std::size_t k = 0; k < row.size(); ++k)
    if (!is_of_kind(row[k], table_.columns[k]))
      return "the column " + std::string(table_.columns[k].name) + " holds a value of another kind";
  ChainHead& head = heads_[chain_of_row(table_, row)];
  const std::int64_t expected = table_.first + head.entries;
  if (std::get<std::int64_t>(row.front()) != expected)
    return "row " + std::to_string(expected) + " is missing before it";
  if (link_of_shown(head.hash, table_, row) != hash) return "the chain of hashes breaks here";
  ++head.entries;
  head.hash = hash;
  return std::nullopt;
}

std::optional<ChainHead> ChainEnds::find(const Table& table, const Value& chain) const {
  for (const auto* ends : {&moved_, &ends_})
    if (const auto found = ends->find({&table, chain}); found != ends->end()) return found->second;
  return std::nullopt;
}

void ChainEnds::move_heard(const std::optional<HeardSeal>& before, const HeardSeal& now) {
  if (before) add(heard_moved_, -before->round - 1, before->seal);
  add(heard_moved_, now.round + 1, now.seal);
}

void ChainEnds::settle() {
  for (const auto& [key, head] : moved_) ends_[key] = head;
  heard_ = heard_moved_;
  moved_.clear();
}

void ChainEnds::forget() {
  moved_.clear();
  heard_moved_ = heard_;
}

}  // namespace sotto
