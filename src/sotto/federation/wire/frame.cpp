// SPDX-License-Identifier: MIT
// Frames as bytes and back: the one file where they meet the generated code.
#include "sotto/federation/wire/frame.hpp"

#include <algorithm>

#include "sotto/federation/wire/schema_parts.hpp"
#include "sotto/federation/wire/standing.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

namespace wire = federation::v2;
constexpr std::size_t length_size = 4;

void put(const HelloFrame& hello, wire::Frame& frame) {
  frame.mutable_hello()->set_standing(hello.standing);
  frame.mutable_hello()->set_claims(hello.claims);
  for (const std::string& disowning : hello.disowned) frame.mutable_hello()->add_disowned(disowning);
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
  if (acknowledgement.member) frame.mutable_acknowledgement()->set_member(*acknowledgement.member + 1);
}
void put(const Refusal& refusal, wire::Frame& frame) {
  frame.mutable_refusal()->set_reason(refusal.reason);
  frame.mutable_refusal()->set_code(static_cast<wire::Refusal_Code>(refusal.code));
  if (refusal.said) put(*refusal.said, *frame.mutable_refusal()->mutable_said());
  frame.mutable_refusal()->set_seen(refusal.seen);
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
void put(const LedgerFrame& ledger, wire::Frame& frame) {
  frame.set_ledger(ledger.standing);
}

void put(const WordFrame& word, wire::Frame& frame) {
  frame.set_word(word.bytes);
}

Acknowledgement acknowledgement_of(const wire::Acknowledgement& in) {
  const auto member = in.member() == 0 ? std::nullopt : std::optional<NodeId>(in.member() - 1);
  return {in.round(), in.last_round(), member};
}

std::optional<Frame> hello_of(const wire::Hello& in) {
  if (static_cast<std::size_t>(in.disowned_size()) > most_disownings) return std::nullopt;
  return HelloFrame{in.standing(), in.claims(), {in.disowned().begin(), in.disowned().end()}};
}

std::optional<Frame> refusal_of(const wire::Refusal& in) {
  constexpr std::size_t longest_reason = 2000;
  if (!wire::Refusal_Code_IsValid(in.code()) || in.reason().size() > longest_reason || !is_utf8(in.reason()))
    return std::nullopt;
  Refusal refusal{in.reason(), static_cast<Refusal::Code>(in.code()), std::nullopt, in.seen()};
  if (in.has_said() && !(refusal.said = seal_of(in.said()))) return std::nullopt;
  return refusal;
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
      return acknowledgement_of(in.acknowledgement());
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
      return LedgerFrame{in.ledger()};
    case wire::Frame::kWord:
      return WordFrame{in.word()};
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
  return big_endian(static_cast<std::uint32_t>(body.size())) + body;
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
