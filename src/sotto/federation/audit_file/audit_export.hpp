// SPDX-License-Identifier: MIT
// What a node did, as a file for an auditor: ledger, starts, events and rounds without their payload, signed.
#pragma once

#include <string>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/store/store.hpp"

namespace sotto {

/// JSON Lines (sotto.audit-log/1): a header, a line for each row with its hash, and an end with the heads of all chains
/// and the site's signature over everything before it. Holds nothing that follows from records: neither payloads nor
/// the digest of data nor its key. Refuses (InvalidInput, store) a state of another site.
std::string export_audit_log(const Store& store, const SiteIdentity& site, const std::string& version);

}  // namespace sotto
