// SPDX-License-Identifier: MIT
#include "sotto/federation/rehearsal/rehearsal.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <random>

#include "sotto/data/dataset/partition.hpp"
#include "sotto/data/dataset/read_dataset.hpp"
#include "sotto/data/dataset/row_shares.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/manifest_form.hpp"
#include "sotto/federation/manifest/signature.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/files/durable_file.hpp"
#include "sotto/problem/row_access.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;
constexpr const char* rehearsal_dataset = "trial-records";

void write_file(const fs::path& path, const std::string& text) {
  write_durably({.field = "--out", .path = path.string(), .kind = FaultKind::store}, text);
}

std::string csv_of(const Records& records) {
  std::string text;
  for (std::size_t k = 1; k <= records.dimension; ++k) text += fmt::format("{}x{}", k == 1 ? "" : ",", k);
  text += "\n";
  for (std::size_t r = 0; r < records.count(); ++r) {
    std::string line;
    for (const double value : records.row(r)) line += (line.empty() ? "" : ",") + show(value);
    text += line + "\n";
  }
  return text;
}

/// Records that are drawn become files of declared columns: what a party has, and nobody else.
void draw_records_to_files(Terms& terms, std::uint64_t seed, const std::vector<RehearsedParty>& parties) {
  const ProblemSettings& problem = terms.problem;
  DataSettings data;
  data.schema.intercept = false;
  data.schema.columns = {Column{.name = "x",
                                .repeat = static_cast<std::uint32_t>(problem.dimension),
                                .range = PublicRange{-problem.radius, problem.radius},
                                .scaling = Scaling::none}};
  for (NodeId i = 0; i < parties.size(); ++i) {
    write_file(parties[i].data, csv_of(drawn_records(problem, {.seed = seed, .trial = 0, .node = i})));
    data.files[i] = {.path = parties[i].data, .format = FileFormat::csv, .declared_rows = problem.records_per_node};
  }
  data.source.format = FileFormat::csv;
  terms.data = data;
}

/// As a simulation with this seed divides it in its first trial, by places among the rows that are not held out.
Partition division_of_file(const DataSettings& data, NodeId nodes, std::uint64_t seed) {
  Dataset all = read_dataset(data.source, data.schema);
  if (data.hold_out > 0) all = hold_out(all, data.hold_out).kept;
  return divide(division_of(data, nodes, seed), {count_of(all.rows.features), all.rows.labels, all.groups});
}

void divide_among_files(DataSettings& data, std::uint64_t seed, std::vector<RehearsedParty>& parties) {
  const DataSource all = data.source;
  Partition division = division_of_file(data, static_cast<NodeId>(parties.size()), seed);
  std::vector<DataSource> shares;
  data.source = {.path = "", .format = share_format(all), .csv_header = all.csv_header};
  if (data.source.format == FileFormat::csv) data.source.csv_separator = separator_of(all);
  for (NodeId i = 0; i < parties.size(); ++i) {
    for (std::uint32_t& row : division[i]) row = place_of_kept(row, data.hold_out);
    if (!all.labels_path.empty()) parties[i].labels = parties[i].data + ".labels";
    DataSource& share = shares.emplace_back(data.source);
    share.path = parties[i].data;
    share.labels_path = parties[i].labels;
    share.declared_rows = division[i].size();
    data.files[i] = share;
  }
  write_shares(all, data.schema, division, shares);
  data.hold_out = 0;  // those rows are in no share
}

void use_files_of_nodes(const DataSettings& data, std::vector<RehearsedParty>& parties) {
  if (const std::size_t files = data.files.size(); files != parties.size())
    throw InvalidInput({"N", std::to_string(parties.size()),
                        "must be the number of tables [node.0], [node.1], ... with files, " + std::to_string(files)});
  for (NodeId i = 0; i < parties.size(); ++i) {
    const DataSource& own = data.files.at(i);
    parties[i].data = fs::absolute(own.path).string();
    parties[i].labels = own.labels_path.empty() ? "" : fs::absolute(own.labels_path).string();
  }
}

/// Each with a ledger that allows what its plan promises, and no more.
void open_budgets(const Rehearsal& rehearsal) {
  const Manifest manifest = Manifest::read(rehearsal.manifest.string());
  for (NodeId i = 0; i < rehearsal.parties.size(); ++i) {
    const SiteIdentity site = SiteIdentity::open(rehearsal.parties[i].state);
    Store::create_or_open(rehearsal.parties[i].state, site.public_key().text())
        .ledger()
        .open_dataset(rehearsal_dataset, manifest.plan_of(i).request().budget);
  }
}

}  // namespace

/// Sockets are held until all are found. Between that and a node that listens, another program could take a port: on an
/// address out of 2^24 that only this rehearsal uses, none will.
std::vector<Address> free_loopback_addresses(std::size_t count) {
  std::random_device random;
  const std::uint32_t host = (127u << 24) | (random() % 0xfffff0u + 8u);
  const std::string host_text = fmt::format("127.{}.{}.{}", host >> 16 & 255u, host >> 8 & 255u, host & 255u);
  std::vector<int> sockets;
  std::vector<Address> addresses;
  for (std::size_t k = 0; k < count; ++k) {
    sockets.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in place{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(host)}, .sin_zero = {}};
    socklen_t size = sizeof place;
    auto* generic = reinterpret_cast<sockaddr*>(&place);
    if (::bind(sockets.back(), generic, size) == 0 && ::getsockname(sockets.back(), generic, &size) == 0)
      addresses.push_back({host_text, ntohs(place.sin_port)});
  }
  for (const int socket : sockets) ::close(socket);
  if (addresses.size() != count) throw InvalidInput({"loopback", host_text, "has no free ports"}, FaultKind::network);
  return addresses;
}

void sign_for_all(const Rehearsal& rehearsal) {
  const Manifest manifest = Manifest::read(rehearsal.manifest.string());
  for (const RehearsedParty& party : rehearsal.parties) {
    const SiteIdentity site = SiteIdentity::open(party.state);
    const Store store = Store::open(party.state, site.public_key().text());
    ManifestSignature signature{.name = site.name(),
                                .run = manifest.run_id(),
                                .ledger_entries = static_cast<std::uint64_t>(store.ledger().head().entries),
                                .ledger_head = store.ledger().head().hash,
                                .spent = store.ledger().spent(rehearsal_dataset).planned};
    signature.sign(site.key());
    write_signature(rehearsal.manifest.string(), signature);
  }
}

Rehearsal make_rehearsal(const Terms& given, std::uint64_t seed, const fs::path& folder, RehearsalAddresses addresses) {
  Terms terms = given;
  terms.graph = without_files(given.graph, seed);  // a manifest names no files
  Rehearsal rehearsal{.manifest = folder / "manifest.toml", .parties = {}};
  std::vector<Party> rows;
  const std::vector<Address> places = free_loopback_addresses(2 * terms.graph.nodes);
  for (NodeId i = 0; i < terms.graph.nodes; ++i) {
    RehearsedParty party{.name = fmt::format("site-{}", i),
                         .state = folder / fmt::format("site-{}", i),
                         .data = (folder / fmt::format("site-{}-records.csv", i)).string(),
                         .labels = "",
                         .address = places[i],
                         .listen = places[addresses == RehearsalAddresses::own ? i : terms.graph.nodes + i]};
    const SiteIdentity site = SiteIdentity::create(party.state, party.name);
    rows.push_back({party.name, party.address, site.public_key(), rehearsal_dataset});
    rehearsal.parties.push_back(party);
  }
  if (!terms.data)
    draw_records_to_files(terms, seed, rehearsal.parties);
  else if (terms.data->files.empty())
    divide_among_files(*terms.data, seed, rehearsal.parties);
  else
    use_files_of_nodes(*terms.data, rehearsal.parties);
  write_file(rehearsal.manifest, manifest_toml(ManifestDraft{Purpose::trial, agreed_terms(terms, seed), seed, rows}));
  open_budgets(rehearsal);
  sign_for_all(rehearsal);
  return rehearsal;
}

}  // namespace sotto
