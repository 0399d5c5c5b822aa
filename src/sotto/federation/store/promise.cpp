// SPDX-License-Identifier: MIT
#include "sotto/federation/store/promise.hpp"

#include <algorithm>
#include <array>

#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/schema.hpp"

namespace sotto {
namespace {

std::filesystem::path folder_of(const Database& database) {
  return database.file().parent_path();
}

void ask_for_heard(Database& database) {
  ChainEnds ends;
  for (const Row& row : database.rows("SELECT round, hash FROM heard"))
    ends.move_heard({}, {std::get<std::int64_t>(row[0]), digest_from_bytes(std::get<Blob>(row[1]).bytes).value()});
  database.ends().know_heard(ends.heard());
}

std::optional<Digest> last_run_of(Database& database) {
  const std::vector<Row> last = database.rows("SELECT run FROM runs ORDER BY number DESC LIMIT 1");
  return last.empty() ? std::nullopt : digest_from_bytes(std::get<Blob>(last[0][0]).bytes);
}

PromiseKept damaged(const std::string& what) {
  return {.mark = {}, .verdict = {.damage = {{"", "", what}}, .lost = {}}};
}

/// Their rows are in the main file when a call returns, before any mark.
constexpr std::array<const Table*, 6> in_the_main_file{&tables::meta, &tables::starts,   &tables::ledger,
                                                       &tables::runs, &tables::closings, &tables::sessions};

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

PromiseKept judge_promise(Database& database) {
  const Digest name = name_of_state(meta_value(database, "owner"), meta_value(database, "data key"));
  ask_for_heard(database);
  std::optional<Mark> mark = read_mark(folder_of(database));
  if (!mark && version_of(database) < 2) {
    mark = mark_of(database, last_run_of(database));
    mark->state = name;
  }
  if (!mark)
    return damaged("state.mark is missing or cannot be read: what was said last is not known, so nothing more may be");
  if (mark->state != name) return damaged("state.mark belongs to another state");
  MarkVerdict verdict = judge(*mark, database);
  return {.mark = std::move(*mark), .verdict = std::move(verdict)};
}

void keep_promising(Database& database, const PromiseKept& found) {
  Mark now = mark_of(database, found.mark.run);
  now.state = found.mark.state;
  now.counter = found.mark.counter;
  now.lost = still_lost(found.mark, database);
  if (found.verdict.lost && found.verdict.lost->rounds) {
    const LostRounds& rounds = *found.verdict.lost->rounds;
    std::erase_if(now.lost, [&](const LostRounds& one) { return one.run == rounds.run; });
    now.lost.push_back(rounds);
  }
  database.keep_mark(std::make_unique<MarkFile>(folder_of(database), std::move(now)));
}

void begin_promising(Database& database, const Digest& name_of_state) {
  const std::optional<Mark> before = read_mark(folder_of(database));
  if (before && !before->chains.empty())
    refuse_state(
        database.file(),
        "holds nothing, but state.mark beside it says that there was a state: do not make another one, restore "
        "it (docs/operations.md)");
  Mark first;
  first.state = name_of_state;
  const MarkFile file(folder_of(database), first);
}

std::vector<LostRounds> still_lost(const Mark& mark, Database& database) {
  std::vector<LostRounds> lost = mark.lost;
  std::erase_if(lost, [&](const LostRounds& one) {
    return tables::rounds.first + head_of(database, tables::rounds, blob_of(one.run)).entries - 1 >= one.promised;
  });
  return lost;
}

std::string to_text(const LostRounds& lost) {
  return "rounds of run " + lost.run.hex() + " up to " + std::to_string(lost.promised) +
         " were lost with a log and are not back: nothing of that run can be returned";
}

std::string meta_value(Database& database, const std::string& name) {
  const std::vector<Row> found = database.rows("SELECT value FROM meta WHERE name = ?", {Text{name}});
  const auto* value = found.size() == 1 ? std::get_if<Blob>(&found[0][0]) : nullptr;
  if (value == nullptr) refuse_state(database.file(), "is damaged: it does not say its " + name + "; nothing was sent");
  return value->bytes;
}

Digest name_of_state(const std::string& owner, const std::string& data_key) {
  return keyed_digest_of(data_key, "sotto mark of " + owner);
}

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
