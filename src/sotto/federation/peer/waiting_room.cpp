// SPDX-License-Identifier: MIT
// Who came to the door and has not shown who it is yet.
#include "sotto/federation/peer/waiting_room.hpp"

#include <algorithm>

namespace sotto {

WaitingRoom::Entry WaitingRoom::enter(const std::string& address) {
  Entry entry{.guest = next_++, .evicted = std::nullopt};
  if (const std::optional<std::string> crowd = crowd_at(address)) {
    entry.evicted = first_to_go(*crowd);
    guests_.erase(*entry.evicted);
  }
  guests_.emplace(entry.guest, Seat{.address = address});
  return entry;
}

void WaitingRoom::spoke(Guest guest) {
  if (const auto found = guests_.find(guest); found != guests_.end()) found->second.has_spoken = true;
}

/// The address that must give up a seat before another guest of `address` sits down; none where there is room.
std::optional<std::string> WaitingRoom::crowd_at(const std::string& address) const {
  std::map<std::string, std::size_t> counts;
  std::size_t strangers = 0;
  for (const auto& [guest, seat] : guests_) {
    ++counts[seat.address];
    strangers += expected_.contains(seat.address) ? 0 : 1;
  }
  const bool is_expected = expected_.contains(address);
  if (counts[address] >= (is_expected ? limits_.of_one_expected : limits_.of_one_address)) return address;
  if (is_expected || strangers < limits_.strangers) return std::nullopt;
  std::erase_if(counts, [&](const auto& one) { return expected_.contains(one.first); });
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& one, const auto& other) { return one.second < other.second; })
      ->first;
}

WaitingRoom::Guest WaitingRoom::first_to_go(const std::string& address) const {
  std::optional<Guest> oldest;
  for (const auto& [guest, seat] : guests_) {
    if (seat.address != address) continue;
    if (!seat.has_spoken) return guest;
    if (!oldest) oldest = guest;
  }
  return *oldest;
}

}  // namespace sotto
