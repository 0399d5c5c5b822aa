// SPDX-License-Identifier: MIT
// Frames as bytes and back: the one file where they meet the generated code.
#include "sotto/federation/wire/frame.hpp"

#include <algorithm>

#include "sotto.pb.h"
#include "sotto/federation/wire/exact_parse.hpp"
#include "sotto/federation/wire/frame_decoder.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

namespace wire = federation::v1;
constexpr std::size_t length_size = 4;

void put(const Hello& hello, wire::Frame& frame) {
  wire::Hello& out = *frame.mutable_hello();
  out.set_version(hello.version);
  out.set_run_id(std::string(hello.run.view()));
  out.set_node(hello.node);
  out.set_incarnation(hello.incarnation);
  out.set_start_id(hello.start_id);
  out.set_last_round(hello.last.round);
  if (hello.last.round > 1) out.set_last_digest(std::string(hello.last.digest.view()));
  out.set_held_round(hello.held.round);
  if (hello.held.round > 1) out.set_held_digest(std::string(hello.held.digest.view()));
  out.set_ledger_entries(hello.ledger_entries);
  out.set_ledger_head(std::string(hello.ledger_head.view()));
  out.set_seen_incarnation(hello.seen_incarnation);
  out.set_seen_start_id(hello.seen_start_id);
  out.set_seen_ledger_entries(hello.seen_ledger_entries);
  if (hello.seen_ledger_entries > 0) out.set_seen_ledger_head(std::string(hello.seen_ledger_head.view()));
}
void put(const Welcome&, wire::Frame& frame) {
  frame.mutable_welcome();
}
void put(const RoundFrame& round, wire::Frame& frame) {
  frame.set_round(round.bytes);
}
void put(const CopyFrame& copy, wire::Frame& frame) {
  frame.set_copy(copy.bytes);
}
void put(const Acknowledgement& acknowledgement, wire::Frame& frame) {
  frame.mutable_acknowledgement()->set_round(acknowledgement.round);
  frame.mutable_acknowledgement()->set_last_round(acknowledgement.last_round);
}
void put(const Refusal& refusal, wire::Frame& frame) {
  frame.mutable_refusal()->set_reason(refusal.reason);
  frame.mutable_refusal()->set_code(static_cast<wire::Refusal_Code>(refusal.code));
}
void put(const ManifestText& manifest, wire::Frame& frame) {
  frame.mutable_manifest()->set_canonical(manifest.canonical);
}
void put(const Ping&, wire::Frame& frame) {
  frame.mutable_ping();
}
void put(const Pong&, wire::Frame& frame) {
  frame.mutable_pong();
}
void put(const Goodbye&, wire::Frame& frame) {
  frame.mutable_goodbye();
}
void put(const LedgerHead& ledger, wire::Frame& frame) {
  frame.mutable_ledger()->set_entries(ledger.entries);
  frame.mutable_ledger()->set_hash(std::string(ledger.hash.view()));
}

/// Round 1 comes without a digest, all others with one.
bool read(std::uint32_t round, const std::string& bytes, RoundMark& mark) {
  const std::optional<Digest> digest = digest_from_bytes(bytes);
  if (round < 1 || (round == 1 ? !bytes.empty() : !digest)) return false;
  mark = {.round = round, .digest = digest.value_or(Digest{})};
  return true;
}

std::optional<Frame> hello_of(const wire::Hello& in) {
  Hello hello;
  const auto run = digest_from_bytes(in.run_id()), head = digest_from_bytes(in.ledger_head());
  if (!run || !head || in.start_id().size() != start_id_size) return std::nullopt;
  if (!read(in.last_round(), in.last_digest(), hello.last) || !read(in.held_round(), in.held_digest(), hello.held))
    return std::nullopt;
  hello.version = in.version();
  hello.run = *run;
  hello.node = in.node();
  hello.incarnation = in.incarnation();
  hello.start_id = in.start_id();
  hello.ledger_entries = in.ledger_entries();
  hello.ledger_head = *head;
  const std::optional<Digest> seen = digest_from_bytes(in.seen_ledger_head());
  if (in.seen_start_id().size() != (in.seen_incarnation() > 0 ? start_id_size : 0)) return std::nullopt;
  if (in.seen_ledger_entries() > 0 ? !seen : !in.seen_ledger_head().empty()) return std::nullopt;
  hello.seen_incarnation = in.seen_incarnation();
  hello.seen_start_id = in.seen_start_id();
  hello.seen_ledger_entries = in.seen_ledger_entries();
  hello.seen_ledger_head = seen.value_or(Digest{});
  return hello;
}

std::optional<Frame> refusal_of(const wire::Refusal& in) {
  constexpr std::size_t longest_reason = 2000;
  if (!wire::Refusal_Code_IsValid(in.code()) || in.reason().size() > longest_reason || !is_utf8(in.reason()))
    return std::nullopt;
  return Refusal{in.reason(), static_cast<Refusal::Code>(in.code())};
}

std::optional<Frame> ledger_of(const wire::LedgerHead& in) {
  const std::optional<Digest> hash = digest_from_bytes(in.hash());
  return hash ? std::optional<Frame>(LedgerHead{in.entries(), *hash}) : std::nullopt;
}

std::optional<Frame> value_of(const wire::Frame& in) {
  switch (in.kind_case()) {
    case wire::Frame::kHello:
      return hello_of(in.hello());
    case wire::Frame::kWelcome:
      return Welcome{};
    case wire::Frame::kRound:
      return RoundFrame{in.round()};
    case wire::Frame::kCopy:
      return CopyFrame{in.copy()};
    case wire::Frame::kAcknowledgement:
      return Acknowledgement{in.acknowledgement().round(), in.acknowledgement().last_round()};
    case wire::Frame::kRefusal:
      return refusal_of(in.refusal());
    case wire::Frame::kManifest:
      return ManifestText{in.manifest().canonical()};
    case wire::Frame::kPing:
      return Ping{};
    case wire::Frame::kPong:
      return Pong{};
    case wire::Frame::kGoodbye:
      return Goodbye{};
    case wire::Frame::kLedger:
      return ledger_of(in.ledger());
    case wire::Frame::KIND_NOT_SET:
      break;
  }
  return std::nullopt;
}

std::size_t length_in(std::string_view bytes) {
  std::size_t length = 0;
  for (std::size_t k = 0; k < length_size; ++k) length = length << 8 | static_cast<unsigned char>(bytes[k]);
  return length;
}

}  // namespace

std::string encode(const Frame& value) {
  wire::Frame frame;
  std::visit([&](const auto& kind) { put(kind, frame); }, value);
  const std::string body = frame.SerializeAsString();
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(body.size() >> shift & 0xff);
  return bytes + body;
}

void FrameDecoder::add(std::string_view bytes) {
  if (!broken_) pending_ += bytes;
}

FrameDecoder::Next FrameDecoder::next() {
  const auto broken = [&](std::string why) {
    broken_ = true;
    pending_.clear();
    return Broken{std::move(why)};
  };
  if (broken_ || pending_.size() < length_size) return NotYet{};
  const std::size_t length = length_in(pending_);
  if (length > longest_)
    return broken("a frame of " + std::to_string(length) + " bytes; the manifest allows " + std::to_string(longest_));
  if (pending_.size() < length_size + length) return NotYet{};
  wire::Frame frame;
  if (!parse_exactly(std::string_view(pending_).substr(length_size, length), frame))
    return broken("a frame that cannot be read");
  pending_.erase(0, length_size + length);
  std::optional<Frame> value = value_of(frame);
  if (!value) return broken("a frame of no known kind, or with parts that are none");
  return std::move(*value);
}

std::size_t FrameDecoder::room() const {
  if (broken_) return 0;
  // A length that next() has not judged yet may be anything.
  const std::size_t body = pending_.size() < length_size ? 0 : std::min(length_in(pending_), longest_);
  const std::size_t whole = length_size + body;
  return whole > pending_.size() ? whole - pending_.size() : 0;
}

}  // namespace sotto
