// SPDX-License-Identifier: MIT
// A connection to another site, and how connections come to be: over TLS 1.3 with both certificates judged, or in
// memory for tests of the runner.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sotto/federation/manifest/party.hpp"
#include "sotto/federation/wire/frame.hpp"

namespace sotto {

class Link;
using LinkPtr = std::shared_ptr<Link>;

/// Called on the loop's thread. `closed` comes exactly once, whatever ended the link, and nothing after it.
struct LinkEvents {
  std::function<void(const LinkPtr&)> opened;  ///< both certificates are good; `site()` says who it is
  std::function<void(const LinkPtr&, const Frame&)> heard;
  std::function<void(const LinkPtr&, const std::string& why)> closed;
  /// Somebody who came in and left, or had to, before there was a link.
  std::function<void(const std::string& remote, const std::string& why)> turned_away = {};
  /// The hello of this link bears the signature of its site key.
  std::function<void()> vouched = {};
  /// A renewed certificate of this site cannot be used, and the one before is.
  std::function<void(const std::string& why)> certificate_is_old = {};
};

class Link {
 public:
  virtual ~Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  /// The name in its certificate, which the pinned key vouches for.
  virtual const std::string& site() const = 0;
  virtual std::string remote() const = 0;  ///< the address at the other end
  /// 32 bytes of keying material, the same at both ends of this session and at no other.
  virtual std::string binding() const = 0;
  virtual void send(const Frame& frame) = 0;
  /// Whether all that was sent has left.
  virtual bool is_idle() const = 0;
  /// When bytes came last: a message may take minutes on a slow line.
  virtual std::chrono::steady_clock::time_point last_sign_of_life() const = 0;
  virtual void close(const std::string& why) = 0;
  /// The site key has signed what was said here: the link is the site's own, and no thief's of its certificate.
  virtual void vouch() {}
  /// After all that was sent has left, or two seconds.
  virtual void close_when_idle(const std::string& why) = 0;

 protected:
  Link() = default;
};

/// Sites that come in, and sites that are dialled.
class Doors {
 public:
  virtual ~Doors() = default;
  Doors(const Doors&) = delete;
  Doors& operator=(const Doors&) = delete;

  struct Place {
    Address address;
    std::vector<Address> expected = {};  ///< of neighbours: no stranger takes the place of one that comes from there
  };
  /// Lets sites in from now on. Refuses (InvalidInput, network) an address that cannot be listened on.
  virtual void listen(const Place& place, const LinkEvents& events) = 0;
  /// Nobody is let in any more; links that are open stay open.
  virtual void close() = 0;
  /// One attempt to reach a site; a link that never opened ends in `closed` as well, with a null link where not even a
  /// connection came about.
  virtual void dial(const Party& party, const LinkEvents& events) = 0;

 protected:
  Doors() = default;
};

}  // namespace sotto
