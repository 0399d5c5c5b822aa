// SPDX-License-Identifier: MIT
// Who is let in at the door: how many may wait who have not shown who they are, who of them makes room, and how many
// links a site may have. No sockets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace sotto {

/// A crowd of one address makes room for others, never the other way round. Of one address, whoever has said nothing
/// goes before whoever has begun to speak, and then the oldest. Neighbours' addresses have places of their own.
class WaitingRoom {
 public:
  struct Limits {
    std::size_t strangers;        ///< from all addresses that nobody expects
    std::size_t of_one_address;   ///< of those
    std::size_t of_one_expected;  ///< a neighbour's address
  };
  explicit WaitingRoom(const Limits& limits) : limits_(limits) {}
  /// Neighbours may sit behind one address that nobody expects, and dial at once.
  static Limits limits_for(std::size_t neighbours);
  /// How many connections there can be at a time, with those of the sites.
  static std::size_t most_open(std::size_t neighbours, std::size_t sites);

  /// From now on guests of these addresses do not count among the strangers.
  void expect(std::set<std::string> addresses) { expected_ = std::move(addresses); }

  using Guest = std::uint64_t;  ///< in the order of coming
  struct Entry {
    Guest guest;
    std::optional<Guest> evicted;  ///< has left already
  };
  Entry enter(const std::string& address);
  void spoke(Guest guest);
  void leave(Guest guest) { guests_.erase(guest); }
  std::size_t size() const { return guests_.size(); }

  /// A link of a site, which has shown its certificate. Whether it may stay; it counts until `part` in either case.
  bool admit(const std::string& site);
  void part(const std::string& site);

 private:
  struct Seat {
    std::string address;
    bool has_spoken = false;
  };
  std::optional<std::string> crowd_at(const std::string& address) const;
  Guest first_to_go(const std::string& address) const;

  Limits limits_;
  std::set<std::string> expected_;
  std::map<Guest, Seat> guests_;
  std::map<std::string, std::size_t> links_;  // by site
  Guest next_ = 0;
};

}  // namespace sotto
