// SPDX-License-Identifier: MIT
// How links come to be: sites that come in, and sites that are dialled. Over TLS, or in memory for tests of the runner.
#pragma once

#include <vector>

#include "sotto/federation/manifest/party.hpp"
#include "sotto/federation/peer/link.hpp"

namespace sotto {

class Doors {
 public:
  virtual ~Doors() = default;
  Doors(const Doors&) = delete;
  Doors& operator=(const Doors&) = delete;

  struct Place {
    Address address;
    std::vector<Address> expected = {};  ///< of neighbours: no stranger takes the place of who comes from there
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
