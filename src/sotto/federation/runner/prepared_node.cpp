// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/prepared_node.hpp"

#include <cerrno>
#include <cstring>

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/federation/runner/seams.hpp"
#include "sotto/federation/wire/session_word.hpp"
#include "sotto/files/opened_file.hpp"

namespace sotto {
namespace {

void refuse_changed_records(PreparedNode& node, const NodeOptions& options, const Digest& before_reading) {
  const Digest of_files = digest_of_files(options.data, options.labels);
  if (of_files != before_reading)
    throw InvalidInput({"--data", options.data, "was changed while it was read"}, FaultKind::data);
  node.record.data_digest = node.store.keyed_digest_of_data(of_files);
  const std::optional<RunRecord> begun = node.store.runs().find(node.run);
  if (begun && begun->data_digest != node.record.data_digest)
    throw InvalidInput({"--data", options.data,
                        "is not the file that this run began with; a run on other records is another run. What was "
                        "spent stays spent"},
                       FaultKind::data);
}

/// A session of this run that this node has taken part in.
struct PastSession {
  Digest id;
  Round completed = 0;  ///< before it
  Round last = 1;       ///< own message
};

/// What a node said when it was ready; nothing where it was not.
std::optional<ReadyWord> own_ready_word(const PreparedNode& prepared, const Digest& session) {
  const std::optional<std::string> bytes = prepared.store.sessions().word(session, SessionRowKind::ready);
  if (!bytes) return std::nullopt;
  const PublicKey own = prepared.identity.public_key();
  const auto word = SessionWord::read(*bytes, {session, prepared.manifest.dimension(), [&](NodeId) { return &own; }});
  if (!word || word->ready() == nullptr)
    throw InvalidInput({"state", "session " + session.hex(), "its ready word cannot be read"}, FaultKind::store);
  return *word->ready();
}

/// In their order; only those in which something was said.
std::vector<PastSession> past_sessions(const PreparedNode& prepared) {
  std::vector<PastSession> past;
  for (const Digest& id : prepared.store.sessions().sessions_of(prepared.run)) {
    const std::optional<std::int64_t> last = prepared.store.rounds().last_round(id);
    const std::optional<ReadyWord> ready = own_ready_word(prepared, id);
    if (last && ready) past.push_back({id, ready->completed, static_cast<Round>(*last)});
  }
  return past;
}

/// Digests of pieces, so that a large file is never in memory as a whole.
std::string digests_of_pieces(const char* field, const std::string& path) {
  const NamedFile named{.field = field, .path = path};
  FileStream file(named);
  std::string piece(1 << 20, '\0'), digests;
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    digests += digest_of(std::string_view(piece).substr(0, static_cast<std::size_t>(file.gcount()))).view();
  }
  if (!file.eof()) refuse_file(named, "cannot be read: " + std::string(std::strerror(errno)));
  return digests;
}

}  // namespace

PreparedNode prepare_node(const NodeOptions& options) {
  failpoint("start");
  StartCandidate found{.options = options};
  for (const StartCheck& check : start_checks()) check.look(found);
  const Digest run = found.run();
  const std::string dataset = found.dataset();
  PreparedNode node{.manifest = std::move(*found.manifest),
                    .amendments = std::move(found.amendments),
                    .session = std::move(*found.session),
                    .identity = std::move(*found.identity),
                    .number = *found.number,
                    .run = run,
                    .dataset = dataset,
                    .store = std::move(*found.store),
                    .objective = nullptr};
  node.record = {.run = node.run,
                 .kind = options.dry_run                             ? "dry-run"
                         : node.manifest.purpose() == Purpose::trial ? "trial"
                                                                     : "real",
                 .dataset = node.dataset,
                 .manifest = node.manifest.canonical(),
                 .data_digest = {}};
  if (options.dry_run) {
    node.objective = drawn_objective_of_party(node.manifest, node.number);
  } else {
    const Digest before_reading = digest_of_files(options.data, options.labels);
    node.objective = objective_of_party(node.manifest.agreement(), node.number,
                                        {.rows = options.data, .labels = options.labels}, node.counts);
    failpoint("records read");
    refuse_changed_records(node, options, before_reading);
  }
  if (const auto ready = own_ready_word(node, node.session.id())) node.completed = ready->completed;
  if (node.store.ledger().debit_of(node.run)) node.store.runs().record(node.record);  // it may have ended in between
  failpoint("manifest");
  return node;
}

RoundMessage own_message(const PreparedNode& prepared, Round round) {
  const std::optional<RoundRow> row = prepared.store.rounds().row(prepared.session.id(), round);
  auto message = RoundMessage::read(row ? row->bytes : "", prepared.own_sender());
  if (const auto* refused = std::get_if<RoundMessage::Refused>(&message))
    throw InvalidInput({"state", "round " + std::to_string(round), "its row is " + refused->why}, FaultKind::store);
  return std::get<RoundMessage>(std::move(message));
}

/// The sum stands after the digests.
Released sum_of_row(const PreparedNode& prepared, const Digest& session, Round round) {
  const std::optional<RoundRow> row = prepared.store.rounds().row(session, round);
  const std::size_t dimension = prepared.manifest.dimension(), size = dimension * sizeof(double);
  std::optional<Released> sum;
  if (row && row->inputs.size() >= size)
    sum = RoundMessage::sum_from(std::string_view(row->inputs).substr(row->inputs.size() - size), dimension);
  if (!sum) throw InvalidInput({"state", "round " + std::to_string(round), "its row holds no sum"}, FaultKind::store);
  return *std::move(sum);
}

std::vector<Released> sums_heard(const PreparedNode& prepared, Round count) {
  std::vector<Released> sums;
  for (const PastSession& past : past_sessions(prepared))
    for (Round round = 2; round <= past.last && past.completed + round - 1 <= count; ++round) {
      const std::size_t gradient = past.completed + round - 1;
      if (gradient <= sums.size()) sums.erase(sums.begin() + static_cast<std::ptrdiff_t>(gradient) - 1, sums.end());
      sums.push_back(sum_of_row(prepared, past.id, round));
    }
  if (sums.size() != count)
    throw InvalidInput({"state", "session " + prepared.session.id().hex(), "sums of earlier rounds are missing"},
                       FaultKind::store);
  return sums;
}

Completed completed_before(const PreparedNode& prepared) {
  const std::vector<PastSession> all = past_sessions(prepared);
  for (auto past = all.rbegin(); past != all.rend(); ++past) {
    if (past->id == prepared.session.id()) continue;
    const Round rounds = past->completed + past->last - 2;
    if (rounds > 0) return {rounds, sum_of_row(prepared, past->id, past->last)};
  }
  return {};
}

RoundMark last_own_mark(const PreparedNode& prepared) {
  const std::optional<std::int64_t> last = prepared.store.rounds().last_round(prepared.session.id());
  if (!last) return {};
  return own_message(prepared, static_cast<Round>(*last)).mark();
}

Released own_value(const PreparedNode& prepared, Round round) {
  return round < 2 ? Released::nothing(prepared.manifest.dimension()) : own_message(prepared, round).y();
}

Digest digest_of_files(const std::string& rows, const std::string& labels) {
  std::string digests = digest_of(digests_of_pieces("--data", rows)).hex();
  if (!labels.empty()) digests += digest_of(digests_of_pieces("--labels", labels)).hex();
  return digest_of(digests);
}

}  // namespace sotto
