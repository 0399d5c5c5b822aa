// SPDX-License-Identifier: MIT
// Two things that a site signed and that cannot both be true.
#include "sotto/federation/store/evidence.hpp"

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/transaction.hpp"

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

}  // namespace sotto
