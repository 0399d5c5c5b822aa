// SPDX-License-Identifier: MIT
// What a node did, as a signed file for an auditor who has only the file; and such a file judged by itself.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/federation/identity/public_key.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/privacy/ledger_units.hpp"

namespace sotto {

/// Ledger, starts, events, sessions and rounds without their payload, as JSON Lines (sotto.audit-log/2): a header, a
/// line for each row with its hash, and an end with the heads of all chains and the site's signature over all before
/// it. Holds nothing that follows from records: neither payloads nor the digest of data nor its key. Refuses
/// (InvalidInput, store) a state of another site.
std::string export_audit_log(const Store& store, const SiteIdentity& site, const std::string& version);

struct AuditedDataset {
  std::string name;
  DatasetPromise promise{};
  BookedUnits spent;
};

struct AuditVerification {
  std::string site;                          ///< as the file says, if that is a site's name
  std::string key;                           ///< likewise, if that is a public key
  std::int64_t exported = 0;                 ///< of a file that is whole
  std::map<std::string, std::int64_t> rows;  ///< of each table
  ChainHead ledger;
  std::vector<AuditedDataset> datasets;  ///< of a file that is whole
  std::vector<Damage> found;

  bool whole() const { return found.empty(); }
};

/// Judges chains, sums against the promises, and the signature, of this version and of earlier ones. Nothing but the
/// file is asked. Without an expected key the file shows that whoever holds the key it names signed it; that this is
/// the site's key, somebody has to know.
AuditVerification verify_audit_log(std::string_view text, const std::optional<PublicKey>& expected = {});

}  // namespace sotto
