// SPDX-License-Identifier: MIT
#include "sotto/federation/manifest/found_session.hpp"

#include <algorithm>
#include <functional>

#include "sotto/files/opened_file.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr std::size_t longest_amendment = 65536;

/// What there is of one party's word on the next amendment.
std::optional<SignedAmendment> read_amendment(const std::filesystem::path& path, const Party& party) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  const auto found =
      amendment_from(read_whole_file({.field = "amendment", .path = path.string()}, longest_amendment, Links::refused));
  if (!found) throw InvalidInput({"amendment", printable_path(path.string()), "cannot be read as an amendment"});
  if (found->name != party.name || !found->is_by(party.key))
    throw InvalidInput({"amendment", printable_path(path.string()), "was not signed by the key in the manifest"});
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
                                ": a site signs one amendment of a session, so neither of these can count. When all "
                                "members are back, take both files away and start the nodes again: the run goes on. "
                                "Otherwise give it up together"});
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
