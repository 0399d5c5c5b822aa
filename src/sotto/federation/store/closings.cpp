// SPDX-License-Identifier: MIT
// Runs that this site closed.
#include "sotto/federation/store/closings.hpp"

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/transaction.hpp"

namespace sotto {

void Closings::close(const Closing& closing) const {
  Transaction transaction(*database_);
  append(*database_, tables::closings,
         {seconds_now(), blob_of(closing.run), Text{closing.site}, closing.round,
          closing.digest ? blob_of(*closing.digest) : Blob{}, Blob{closing.statement}});
  transaction.commit_into_main_file();
}

std::optional<Closing> Closings::find(const Digest& run, const std::string& site) const {
  const std::vector<Row> found = database_->rows(
      "SELECT round, digest, statement FROM closings WHERE run = ? AND site = ?", {blob_of(run), Text{site}});
  if (found.empty()) return std::nullopt;
  return Closing{.run = run,
                 .site = site,
                 .round = std::get<std::int64_t>(found[0][0]),
                 .digest = digest_from_bytes(std::get<Blob>(found[0][1]).bytes),
                 .statement = std::get<Blob>(found[0][2]).bytes};
}

bool Closings::is_closed(const Digest& run) const {
  return database_->whole_number("SELECT count(*) FROM closings WHERE run = ?", {blob_of(run)}) > 0;
}

}  // namespace sotto
