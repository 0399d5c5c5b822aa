// SPDX-License-Identifier: MIT
#include "sotto/federation/wire/standing.hpp"

#include "sotto.pb.h"
#include "sotto/federation/wire/schema_parts.hpp"

namespace sotto {
namespace {

namespace wire = federation::v2;
constexpr std::size_t binding_size = 32;

std::string text(const Digest& digest) {
  return std::string(digest.view());
}

wire::Standing body_of(const Standing& standing) {
  wire::Standing out;
  out.set_version(standing.version);
  out.set_run_id(text(standing.run));
  out.set_dry_run(standing.kind == RunKind::dry);
  out.set_node(standing.node);
  out.set_incarnation(standing.incarnation);
  out.set_start_id(standing.start_id);
  out.set_last_round(standing.last.round);
  if (standing.last.round > 1) out.set_last_digest(text(standing.last.digest));
  out.set_ledger_entries(standing.ledger_entries);
  out.set_ledger_head(text(standing.ledger_head));
  return out;
}

/// Round 1 comes without a digest, all others with one.
std::optional<RoundMark> last_in(const wire::Standing& in) {
  const std::optional<Digest> digest = digest_from_bytes(in.last_digest());
  if (in.last_round() < 1 || (in.last_round() == 1 ? !in.last_digest().empty() : !digest)) return std::nullopt;
  return RoundMark{.round = in.last_round(), .digest = digest.value_or(Digest{})};
}

std::optional<Standing> standing_of(const wire::Standing& in) {
  const std::optional<Digest> run = digest_from_bytes(in.run_id()), head = digest_from_bytes(in.ledger_head());
  const std::optional<RoundMark> last = last_in(in);
  if (!run || !head || !last || in.start_id().size() != start_id_size) return std::nullopt;
  return Standing{.version = in.version(),
                  .run = *run,
                  .kind = in.dry_run() ? RunKind::dry : RunKind::real,
                  .node = in.node(),
                  .incarnation = in.incarnation(),
                  .start_id = in.start_id(),
                  .last = *last,
                  .ledger_entries = in.ledger_entries(),
                  .ledger_head = *head};
}

}  // namespace

SignedStanding::SignedStanding(Standing standing, std::string bytes, std::string binding, const Digest& claims)
    : standing_(std::move(standing)), bytes_(std::move(bytes)), binding_(std::move(binding)), claims_(claims) {}

SignedStanding SignedStanding::say(const Standing& standing, const Occasion& occasion, const SiteKey& key) {
  const Digest claims = digest_of(occasion.claims);
  wire::Standing body = body_of(standing);
  body.set_binding(occasion.binding);
  body.set_claims_digest(text(claims));
  wire::SignedStanding out;
  out.set_body(body.SerializeAsString());
  out.set_signature(key.sign(SigningContext::standing, out.body()));
  return {standing, out.SerializeAsString(), occasion.binding, claims};
}

std::optional<SignedStanding> SignedStanding::read(const std::string& bytes, const PublicKey& key) {
  wire::SignedStanding in;
  wire::Standing body;
  if (!parse_exactly(bytes, in) || !key.verifies(SigningContext::standing, in.body(), in.signature())) return {};
  if (!parse_exactly(in.body(), body) || body.binding().size() != binding_size) return {};
  const std::optional<Standing> standing = standing_of(body);
  const std::optional<Digest> claims = digest_from_bytes(body.claims_digest());
  if (!standing || !claims) return {};
  return SignedStanding(*standing, bytes, body.binding(), *claims);
}

bool SignedStanding::is_said_at(const Occasion& occasion) const {
  return binding_ == occasion.binding && claims_ == digest_of(occasion.claims);
}

Disowning::Disowning(Standing start, std::string bytes) : start_(std::move(start)), bytes_(std::move(bytes)) {}

Disowning Disowning::say(const SignedStanding& start, const SiteKey& key) {
  federation::v2::Disowning out;
  out.set_start(start.bytes());
  out.set_signature(key.sign(SigningContext::disowning, start.bytes()));
  return {start.standing(), out.SerializeAsString()};
}

std::optional<Disowning> Disowning::read(const std::string& bytes, const PublicKey& key) {
  federation::v2::Disowning in;
  if (!parse_exactly(bytes, in) || !key.verifies(SigningContext::disowning, in.start(), in.signature())) return {};
  const std::optional<SignedStanding> start = SignedStanding::read(in.start(), key);
  return start ? std::optional(Disowning(start->standing(), bytes)) : std::nullopt;
}

}  // namespace sotto
