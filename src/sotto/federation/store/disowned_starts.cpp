// SPDX-License-Identifier: MIT
#include "sotto/federation/store/disowned_starts.hpp"

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/transaction.hpp"

namespace sotto {

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
