// SPDX-License-Identifier: MIT
// A state that holds less than it promised.
#include <algorithm>
#include <array>

#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/promise.hpp"
#include "sotto/federation/store/schema.hpp"

namespace sotto {
namespace {

/// Their rows are in the main file when a call returns, before any mark.
constexpr std::array<const Table*, 5> in_the_main_file{&tables::meta, &tables::starts, &tables::ledger, &tables::runs,
                                                       &tables::closings};

enum class Held { all, less, others };

Held held_of(Database& database, const Table& table, const ChainHead& promised, const Value& chain = {}) {
  if (promised.entries == 0) return Held::all;
  if (head_of(database, table, chain).entries < promised.entries) return Held::less;
  const bool one_chain = table.chain_of.empty();
  const std::string where = one_chain ? "" : " AND " + std::string(table.chain_of) + " = ?";
  Row given{table.first + promised.entries - 1};
  if (!one_chain) given.push_back(chain);
  const std::vector<Row> row = database.rows(
      "SELECT hash FROM " + std::string(table.name) + " WHERE " + std::string(table.columns[0].name) + " = ?" + where,
      given);
  return row == std::vector<Row>{{blob_of(promised.hash)}} ? Held::all : Held::others;
}

void judge_chain(const Mark& mark, Database& database, const Table& table, MarkVerdict& verdict, LostTail& lost) {
  const auto promised = mark.chains.find(std::string(table.name));
  if (promised == mark.chains.end()) return;  // the mark is of a version that had no such table
  const bool in_main = std::find(in_the_main_file.begin(), in_the_main_file.end(), &table) != in_the_main_file.end();
  const Held held = held_of(database, table, promised->second);
  if (held == Held::others)
    verdict.damage.push_back({std::string(table.name), "", "its rows are not those that state.mark says"});
  else if (held == Held::less && in_main)
    verdict.damage.push_back(
        {std::string(table.name), "", "is shorter than state.mark says: the file is an older one"});
  else if (held == Held::less)
    lost.tables.emplace_back(table.name);
}

void judge_rounds(const Mark& mark, Database& database, MarkVerdict& verdict, LostTail& lost) {
  if (!mark.run) return;
  const Held held = held_of(database, tables::rounds, mark.rounds, blob_of(*mark.run));
  if (held == Held::others) verdict.damage.push_back({"rounds", "", "its rows are not those that state.mark says"});
  if (held != Held::less) return;
  lost.rounds = {.run = *mark.run, .promised = tables::rounds.first + mark.rounds.entries - 1};
  lost.held = tables::rounds.first + head_of(database, tables::rounds, blob_of(*mark.run)).entries - 1;
  lost.tables.emplace_back("rounds");
}

}  // namespace

MarkVerdict judge(const Mark& mark, Database& database) {
  MarkVerdict verdict;
  LostTail lost;
  for (const Table* table : chained_tables())
    if (table->chain_of.empty()) judge_chain(mark, database, *table, verdict, lost);
  judge_rounds(mark, database, verdict, lost);
  const ChainHead& heard = database.ends().heard();
  if (heard.entries < mark.heard.entries) lost.tables.emplace_back("heard");
  const bool sealed_so = mark.chains.contains(std::string(tables::proofs.name));  // version 1 had other seals
  if (sealed_so && heard.entries == mark.heard.entries && heard.hash != mark.heard.hash)
    verdict.damage.push_back({"heard", "", "its rows are not those that state.mark says"});
  if (!lost.tables.empty()) verdict.lost = std::move(lost);
  return verdict;
}

std::string to_text(const LostTail& lost) {
  std::string text = "the end of the log was lost (state.sqlite-wal): ";
  if (lost.rounds)
    return text + "round " + std::to_string(lost.rounds->promised) + " of run " + lost.rounds->run.hex() +
           " was committed to be sent, and the rows end at round " + std::to_string(lost.held) +
           ". Nothing of that run can be returned. Start its node: it asks the neighbours for what is lost";
  for (std::size_t k = 0; k < lost.tables.size(); ++k) text += (k == 0 ? "" : ", ") + lost.tables[k];
  return text + " held more than now. Start the node: it says so in the audit log and goes on";
}

Mark mark_of(Database& database, const std::optional<Digest>& run) {
  Mark mark;
  const std::int64_t version = version_of(database);
  for (const Table* table : chained_tables())
    if (table->chain_of.empty() && table->since <= version)
      mark.chains[std::string(table->name)] = head_of(database, *table);
  mark.run = run;
  if (run) mark.rounds = head_of(database, tables::rounds, blob_of(*run));
  mark.heard = database.ends().heard();
  return mark;
}

}  // namespace sotto
