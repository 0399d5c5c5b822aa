// SPDX-License-Identifier: MIT
#include "sotto/federation/peer/waiting_room.hpp"

#include <algorithm>
#include <vector>

namespace sotto {
namespace {

constexpr std::size_t links_of_one_site = 8;

}  // namespace

WaitingRoom::Limits WaitingRoom::limits_for(std::size_t neighbours) {
  return {.strangers = 64 + 2 * neighbours, .of_one_address = 32 + neighbours, .of_one_expected = 16};
}

std::size_t WaitingRoom::most_open(std::size_t neighbours, std::size_t sites) {
  const Limits limits = limits_for(neighbours);
  return limits.strangers + neighbours * limits.of_one_expected + sites * links_of_one_site;
}

std::optional<WaitingRoom::Guest> WaitingRoom::admit(Guest guest, const std::string& site, const std::string& address) {
  links_[guest] = {.site = site, .address = address};
  std::size_t of_site = 0;
  std::map<std::string, std::vector<Guest>> unsigned_at;
  for (const auto& [number, link] : links_) {
    if (link.site != site) continue;
    ++of_site;
    if (!link.is_signed) unsigned_at[link.address].push_back(number);
  }
  if (of_site <= links_of_one_site) return std::nullopt;
  const auto smaller = [](const auto& one, const auto& other) {  // where crowds are equal, the newer one is
    return std::pair(one.second.size(), other.second.front()) < std::pair(other.second.size(), one.second.front());
  };
  const Guest out = std::max_element(unsigned_at.begin(), unsigned_at.end(), smaller)->second.front();
  links_.erase(out);
  return out;
}

void WaitingRoom::vouch(Guest guest) {
  if (const auto found = links_.find(guest); found != links_.end()) found->second.is_signed = true;
}

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
