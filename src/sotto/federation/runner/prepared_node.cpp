// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/prepared_node.hpp"

#include <cerrno>
#include <cstring>

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/federation/runner/seams.hpp"
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

RoundMessage own_message(const PreparedNode& prepared, Round round) {
  const std::optional<RoundRow> row = prepared.store.rounds().row(prepared.run, round);
  auto message = RoundMessage::read(row ? row->bytes : "", prepared.manifest.sender(prepared.number, prepared.run));
  if (const auto* refused = std::get_if<RoundMessage::Refused>(&message))
    throw InvalidInput({"state", "round " + std::to_string(round), "its row is " + refused->why}, FaultKind::store);
  return std::get<RoundMessage>(std::move(message));
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
  if (node.store.ledger().debit_of(node.run)) node.store.runs().record(node.record);  // it may have ended in between
  failpoint("manifest");
  return node;
}

RoundMark last_own_mark(const PreparedNode& prepared) {
  const std::optional<std::int64_t> last = prepared.store.rounds().last_round(prepared.run);
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
