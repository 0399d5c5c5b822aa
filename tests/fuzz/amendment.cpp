// SPDX-License-Identifier: MIT
// Any text as a signed amendment of masked sums.
#include "sotto/federation/manifest/amendment.hpp"

#include "fuzz/read_or_refuse.hpp"
#include "sotto/federation/identity/site_certificate.hpp"

namespace sotto::fuzz {

void amendment(Bytes bytes) {
  const std::string text = text_of(bytes);
  for (const SignedAmendment& one : amendments_in(text)) hold(is_site_name(one.name), "a name that is none");
  const std::optional<SignedAmendment> found = amendment_from(text);
  if (!found) return;
  hold(found->amendment.number <= most_amendments && is_site_name(found->name), "an amendment that cannot be");
  for (const std::string& name : found->amendment.without) hold(is_site_name(name), "leaves out what is no site");
  const auto again = amendment_from(to_json(*found));
  hold(again && again->amendment == found->amendment && again->name == found->name &&
           again->signature == found->signature,
       "another one once it is written");
  hold(amendments_in(shown({*found})).size() == 1, "cannot be shown to others");
  static const PublicKey nobody = SiteKey::generate().public_key();
  hold(!found->is_by(nobody), "a signature out of nothing");
}

}  // namespace sotto::fuzz
