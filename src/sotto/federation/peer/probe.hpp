// SPDX-License-Identifier: MIT
// Whether a site can be reached: connects, looks at its certificate, and leaves without a word.
#pragma once

#include <string>

#include "sotto/federation/manifest/party.hpp"
#include "sotto/federation/tls/tls_contexts.hpp"

namespace sotto {

/// Why not; empty where it can, and neither side refused the other's certificate.
std::string probe(const Party& party, TlsContexts& contexts);

}  // namespace sotto
