// SPDX-License-Identifier: MIT
#include "sotto/federation/store/promise.hpp"

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

}  // namespace sotto
