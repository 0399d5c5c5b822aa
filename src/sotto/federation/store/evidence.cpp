// SPDX-License-Identifier: MIT
#include "sotto/federation/store/evidence.hpp"

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/statement.hpp"

namespace sotto {

void Evidence::append(const Contradiction& found) const {
  Transaction transaction(*database_);
  sotto::append(*database_, tables::evidence,
                {seconds_now(), Text{found.kind}, Text{found.site}, blob_of(found.run), found.round, Blob{found.first},
                 Blob{found.second}});
  transaction.commit();
}

std::vector<Contradiction> Evidence::all() const {
  std::vector<Contradiction> all;
  for (const Row& row : database_->rows("SELECT kind, site, run, round, first, second FROM evidence ORDER BY number"))
    all.push_back({.kind = std::get<Text>(row[0]).text,
                   .site = std::get<Text>(row[1]).text,
                   .run = digest_from_bytes(std::get<Blob>(row[2]).bytes).value(),
                   .round = std::get<std::int64_t>(row[3]),
                   .first = std::get<Blob>(row[4]).bytes,
                   .second = std::get<Blob>(row[5]).bytes});
  return all;
}

void DisownedStarts::append(const DisownedStart& start) const {
  Transaction transaction(*database_);
  sotto::append(
      *database_, tables::disowned,
      {seconds_now(), start.incarnation, Blob{std::string(start.id.view())}, Blob{start.hello}, Blob{start.statement}});
  transaction.commit_into_main_file();
}

std::vector<DisownedStart> DisownedStarts::all() const {
  std::vector<DisownedStart> all;
  for (const Row& row : database_->rows("SELECT incarnation, start_id, hello, statement FROM disowned ORDER BY number"))
    all.push_back({.incarnation = std::get<std::int64_t>(row[0]),
                   .id = start_id_from_bytes(std::get<Blob>(row[1]).bytes).value(),
                   .hello = std::get<Blob>(row[2]).bytes,
                   .statement = std::get<Blob>(row[3]).bytes});
  return all;
}

bool DisownedStarts::has(std::int64_t incarnation, const StartId& id) const {
  return database_->whole_number("SELECT count(*) FROM disowned WHERE incarnation = ? AND start_id = ?",
                                 {incarnation, Blob{std::string(id.view())}}) > 0;
}

}  // namespace sotto
