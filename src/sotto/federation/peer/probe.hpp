// SPDX-License-Identifier: MIT
// Whether a site can be reached: connects, looks at its certificate, and leaves without a word.
#pragma once

#include <optional>
#include <string>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/manifest/party.hpp"
#include "sotto/federation/identity/tls_contexts.hpp"

namespace sotto {

struct Probed {
  std::string why_not = {};  ///< it cannot be reached; empty where it can, and neither refused the other's certificate
  std::optional<Digest> run = std::nullopt;  ///< that it takes part in
};
Probed probe(const Party& party, TlsContexts& contexts);

/// Refuses (InvalidInput, network) an address on which nobody can listen now.
void try_to_listen(const Address& address, TlsContexts& contexts);

}  // namespace sotto
