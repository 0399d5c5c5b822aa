// SPDX-License-Identifier: MIT
// The rules of the door: how many connections may wait that have not shown whose they are, which of them makes room,
// and how many links a site may have. No sockets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace sotto {

/// A crowd of one address makes room for others, never the other way round. Among guests of one address, a silent one
/// goes before one that has begun to speak, and then the oldest. Neighbours' addresses have places of their own.
class WaitingRoom {
 public:
  struct Limits {
    std::size_t strangers;        ///< from all addresses that nobody expects
    std::size_t of_one_address;   ///< among those
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

  /// A guest has shown the certificate of a site. Returns the link that must go where the site has too many now: among
  /// those whose hello the site key has not signed, the oldest one of the address with most of them; the new one where
  /// all are signed. A thief of a certificate crowds out itself.
  std::optional<Guest> admit(Guest guest, const std::string& site, const std::string& address);
  /// The site key has signed the hello of this link.
  void vouch(Guest guest);
  void part(Guest guest) { links_.erase(guest); }

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
  struct SiteLink {
    std::string site, address;
    bool is_signed = false;
  };
  std::map<Guest, SiteLink> links_;  // of sites that have shown their certificates
  Guest next_ = 0;
};

}  // namespace sotto
