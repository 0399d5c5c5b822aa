// SPDX-License-Identifier: MIT
#include "sotto/federation/manifest/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/files/durable_file.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* amendment_schema = "sotto.amendment/1";
constexpr std::size_t longest_amendment = 65536;
constexpr unsigned most_amendments = 1000;
constexpr NodeId nobody = std::numeric_limits<NodeId>::max();

[[noreturn]] void refuse(const std::string& value, const std::string& rule) {
  throw InvalidInput({"--without", value, rule});
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

const MaskedSums& sums_of(const Plan& plan) {
  return *masked_sums(plan.request().mechanism);
}

}  // namespace

std::string Amendment::text() const {
  std::string lines = fmt::format("run {}\namendment {}\nbefore {}\n", run.hex(), number, before.hex());
  for (const std::string& name : without) lines += "without " + name + "\n";
  return lines;
}

void SignedAmendment::sign(const SiteKey& key) {
  signature = key.sign(SigningContext::amendment, amendment.text());
}

bool SignedAmendment::is_by(const PublicKey& key) const {
  return key.verifies(SigningContext::amendment, amendment.text(), signature);
}

Session::Session(std::shared_ptr<const Manifest> manifest, RunKind kind)
    : manifest_(std::move(manifest)),
      run_(kind == RunKind::real ? manifest_->run_id() : manifest_->dry_run_id()),
      kind_(kind) {
  id_ = run_;
  for (NodeId i = 0; i < manifest_->parties().size(); ++i) {
    members_.push_back(i);
    plans_.push_back(manifest_->plan_of(i));
  }
  find_ways();
}

Session Session::amended(const Amendment& amendment) const {
  if (amendment.run != run_ || amendment.number != number_ + 1 || amendment.before != id_)
    throw InvalidInput({"amendment", std::to_string(amendment.number), "is not one of this run's present session"});
  if (!is_masked())
    refuse(listed(amendment.without),
           "a run with trust in nobody is not amended: release it, and agree on a new manifest without that member");
  Session next = *this;
  std::set<std::string> without(amendment.without.begin(), amendment.without.end());
  std::erase_if(next.members_, [&](NodeId i) { return without.erase(manifest_->parties()[i].name) > 0; });
  if (!without.empty()) refuse(*without.begin(), "is no member of the present session");
  if (next.members_.size() == members_.size()) refuse("", "names nobody");
  const MaskedSums& sums = sums_of(plans_[0]);
  if (number_ >= sums.spare_rounds)
    refuse(listed(amendment.without),
           fmt::format("no spare round is left: privacy.spare_rounds = {} pays for {} repeated rounds. Release the run "
                       "(`sotto budget release`), and agree on a new manifest without that member",
                       sums.spare_rounds, sums.spare_rounds));
  const std::size_t left = next.members_.size();
  if (left < std::size_t{sums.colluders} + 2)
    refuse(listed(amendment.without),
           fmt::format("{} members would be left; with privacy.colluders = {} at least {} are needed. Release the run, "
                       "and agree on a new manifest",
                       left, sums.colluders, sums.colluders + 2));
  if (2 * left <= members_.size())
    refuse(listed(amendment.without),
           "more than half of the members must be left: otherwise two halves could both go on");
  next.number_ = amendment.number;
  next.id_ = digest_of(std::string(id_.view()) + amendment.text());
  for (const NodeId i : next.members_)
    next.plans_[i] = for_fewer_members(manifest_->plan_of(i), static_cast<std::uint32_t>(left));
  next.find_ways();
  for (const NodeId i : next.members_)
    if (i != next.members_[0] && next.ways_[next.members_[0]][i] == nobody)
      refuse(listed(amendment.without), "the graph of those who are left is not connected: " +
                                            manifest_->parties()[i].name + " cannot be reached");
  return next;
}

bool Session::has(NodeId node) const {
  return std::binary_search(members_.begin(), members_.end(), node);
}

std::vector<NodeId> Session::neighbours_of(NodeId node) const {
  std::vector<NodeId> neighbours = manifest_->neighbours_of(node);
  std::erase_if(neighbours, [&](NodeId j) { return !has(j); });
  return neighbours;
}

std::vector<NodeId> Session::heard_by(NodeId node) const {
  if (!is_masked()) return neighbours_of(node);
  std::vector<NodeId> others = members_;
  std::erase(others, node);
  return others;
}

/// Breadth first from every author; neighbours come in the order of their numbers.
void Session::find_ways() {
  ways_.assign(manifest_->parties().size(), {});
  if (!is_masked()) return;
  for (const NodeId author : members_) {
    std::vector<NodeId>& over = ways_[author];
    over.assign(manifest_->parties().size(), nobody);
    over[author] = author;
    for (std::deque<NodeId> reached{author}; !reached.empty(); reached.pop_front())
      for (const NodeId j : neighbours_of(reached.front()))
        if (over[j] == nobody) {
          over[j] = reached.front();
          reached.push_back(j);
        }
  }
}

bool Session::passes(NodeId author, NodeId over, NodeId node) const {
  return ways_[author][node] == over;
}

RoundMessage::Sender Session::sender(NodeId node, Round completed) const {
  return {.run = id_,
          .node = node,
          .key = manifest_->parties()[node].key,
          .dimension = manifest_->dimension(),
          .neighbours = heard_by(node),
          .rules = {plans_[node], manifest_->averaged_limit(), completed},
          .kind = kind_};
}

Round Session::last_round(Round completed) const {
  if (!is_masked()) return manifest_->last_round();
  return plans_[members_[0]].gradient_rounds() - completed + 2;
}

std::filesystem::path amendment_path(const std::string& manifest_path, unsigned number, const std::string& name) {
  return std::filesystem::path(manifest_path + ".amendments") / std::to_string(number) / (name + ".json");
}

std::string to_json(const SignedAmendment& signed_by) {
  const Amendment& amendment = signed_by.amendment;
  return Json{{"schema", amendment_schema},
              {"run", amendment.run.hex()},
              {"number", amendment.number},
              {"before", amendment.before.hex()},
              {"without", amendment.without},
              {"name", signed_by.name},
              {"signature", hex_of(signed_by.signature)}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

std::optional<SignedAmendment> amendment_from(const std::string& json) {
  const Json read = Json::parse(json, nullptr, false);
  if (!read.is_object()) return std::nullopt;
  try {
    const auto run = digest_from_hex(read.at("run").get<std::string>());
    const auto before = digest_from_hex(read.at("before").get<std::string>());
    const auto signature = bytes_of_hex(read.at("signature").get<std::string>());
    if (read.at("schema") != amendment_schema || !run || !before || !signature ||
        !read.at("number").is_number_unsigned() || read.at("number").get<std::uint64_t>() > most_amendments)
      return std::nullopt;
    SignedAmendment found{.amendment = {.run = *run,
                                        .number = read.at("number").get<unsigned>(),
                                        .before = *before,
                                        .without = read.at("without").get<std::vector<std::string>>()},
                          .name = read.at("name").get<std::string>(),
                          .signature = *signature};
    // Other texts could be signed as two things, and would reach a terminal.
    const std::vector<std::string>& without = found.amendment.without;
    if (!is_site_name(found.name) || !std::all_of(without.begin(), without.end(), is_site_name)) return std::nullopt;
    return found;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

/// A line each.
std::string shown(const std::vector<SignedAmendment>& amendments) {
  std::string lines;
  for (const SignedAmendment& one : amendments) lines += Json::parse(to_json(one)).dump() + "\n";
  return lines;
}

std::vector<SignedAmendment> amendments_in(const std::string& shown) {
  std::vector<SignedAmendment> amendments;
  std::istringstream lines(shown);
  for (std::string line; std::getline(lines, line);)
    if (const auto one = amendment_from(line)) amendments.push_back(*one);
  return amendments;
}

void write_amendment(const std::string& manifest_path, const SignedAmendment& signed_by) {
  const std::filesystem::path path = amendment_path(manifest_path, signed_by.amendment.number, signed_by.name);
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  write_durably({.field = "amendment", .path = path.string(), .kind = FaultKind::store}, to_json(signed_by));
}

namespace {

/// What there is of one party's word on the next amendment.
std::optional<SignedAmendment> read_amendment(const std::filesystem::path& path, const Party& party) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  const auto found =
      amendment_from(read_whole_file({.field = "amendment", .path = path.string()}, longest_amendment, Links::refused));
  if (!found) throw InvalidInput({"amendment", printable(path.string()), "cannot be read as an amendment"});
  if (found->name != party.name || !found->is_by(party.key))
    throw InvalidInput({"amendment", printable(path.string()), "was not signed by the key in the manifest"});
  return found;
}

/// Takes signatures of the next amendment of a session; whether all who remain have signed the same.
struct NextAmendment {
  std::vector<SignedAmendment> signatures = {};
  std::vector<std::string> missing = {};

  NextAmendment(const Session& session, const std::function<std::optional<SignedAmendment>(const Party&)>& look) {
    std::vector<std::string> silent;
    for (const NodeId i : session.members()) {
      const Party& party = session.manifest().parties()[i];
      auto found = look(party);
      if (found && found->amendment.number == session.number() + 1 && found->amendment.before == session.id())
        signatures.push_back(std::move(*found));
      else
        silent.push_back(party.name);
    }
    ignore_those_left_out();
    for (const SignedAmendment& one : signatures)
      if (!(one.amendment == signatures[0].amendment))
        throw InvalidInput({"amendment", std::to_string(one.amendment.number),
                            signatures[0].name + " leaves out " + listed(signatures[0].amendment.without) + ", " +
                                one.name + " leaves out " + listed(one.amendment.without) +
                                ": a site signs one amendment of a session. Agree on one, or on a new run"});
    if (signatures.empty()) return;
    const std::vector<std::string>& without = signatures[0].amendment.without;
    for (const std::string& name : silent)
      if (std::find(without.begin(), without.end(), name) == without.end()) missing.push_back(name);
  }
  bool counts() const { return !signatures.empty() && missing.empty(); }

 private:
  /// Where all others say the same, the word of a member that they leave out is nobody's matter.
  void ignore_those_left_out() {
    for (const SignedAmendment& one : signatures) {
      const Amendment amendment = one.amendment;
      const auto is_left_out = [&](const SignedAmendment& other) {
        return std::find(amendment.without.begin(), amendment.without.end(), other.name) != amendment.without.end();
      };
      const auto agrees = [&](const SignedAmendment& other) { return other.amendment == amendment; };
      if (is_left_out(one) || !std::all_of(signatures.begin(), signatures.end(), [&](const SignedAmendment& other) {
            return agrees(other) || is_left_out(other);
          }))
        continue;
      std::erase_if(signatures, is_left_out);
      return;
    }
  }
};

}  // namespace

FoundSession find_session(const std::string& manifest_path, const Session& first) {
  FoundSession found{.session = first};
  for (unsigned number = 1; number <= most_amendments; ++number) {
    const NextAmendment next(found.session, [&](const Party& party) {
      return read_amendment(amendment_path(manifest_path, number, party.name), party);
    });
    if (!next.counts()) {
      if (!next.signatures.empty()) found.proposed = next.signatures[0].amendment;
      found.missing = next.missing;
      break;
    }
    found.session = found.session.amended(next.signatures[0].amendment);
    found.amendments.insert(found.amendments.end(), next.signatures.begin(), next.signatures.end());
  }
  return found;
}

Session session_shown(const std::vector<SignedAmendment>& shown, const Session& first) {
  Session session = first;
  try {
    while (session.number() < most_amendments) {
      const NextAmendment next(session, [&](const Party& party) -> std::optional<SignedAmendment> {
        for (const SignedAmendment& one : shown)
          if (one.name == party.name && one.amendment.number == session.number() + 1 && one.is_by(party.key))
            return one;
        return std::nullopt;
      });
      if (!next.counts()) break;
      session = session.amended(next.signatures[0].amendment);
    }
  } catch (const InvalidInput&) {  // what is shown does not hold
  }
  return session;
}

}  // namespace sotto
