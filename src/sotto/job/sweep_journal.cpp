// SPDX-License-Identifier: MIT
#include "sotto/job/sweep_journal.hpp"

#include "sotto/digest/digest.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {

SweepJournal::SweepJournal(const std::filesystem::path& target, const std::string& program) : folder_(target, program) {
  for (std::size_t k = 0; k < folder_.lines().size(); ++k) {
    try {
      const Json json = parsed(folder_.lines()[k]);
      std::vector<Observation> observations;
      for (const Json& seen : json.at("observations")) observations.push_back(observation_in(seen));
      done_[json.at("group")] = std::move(observations);
    } catch (const std::exception&) {
      folder_.refuse_line(k);
    }
  }
  found_ = done_.size();
}

std::optional<std::vector<Observation>> SweepJournal::find(const std::string& identity) const {
  const auto found = done_.find(sha256(identity));
  return found == done_.end() ? std::nullopt : std::optional(found->second);
}

void SweepJournal::add(const std::string& identity, const std::vector<Observation>& observations) {
  const std::string group = sha256(identity);
  folder_.append(dump_line({{"group", group}, {"observations", array_of(observations, json_of)}}));
  done_[group] = observations;
}

}  // namespace sotto
