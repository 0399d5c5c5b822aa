// SPDX-License-Identifier: MIT
// Which amendments count: by whom they are signed, what lies in their files, how many members they leave.
#include <sys/stat.h>

#include <fstream>
#include <map>

#include "federation/runner/masked_federation.hpp"
#include "sotto/federation/manifest/found_session.hpp"

namespace sotto::test {

/// A line end in a name would make one signature good for two texts; an escape would reach a terminal.
TEST(Amendment, HoldsNamesOfSitesAlone) {
  SignedAmendment signed_by{.amendment = {.without = {"site-1"}}, .name = "site-0", .signature = std::string(64, 's')};
  EXPECT_TRUE(amendment_from(to_json(signed_by)));
  for (const char* name : {"site-1\nwithout site-2", "site\033[2J", "", "Site 1"}) {
    signed_by.amendment.without = {"site-1", name};
    EXPECT_FALSE(amendment_from(to_json(signed_by))) << name;
  }
  signed_by = {.amendment = {.without = {"site-1"}}, .name = "../site-0", .signature = std::string(64, 's')};
  EXPECT_FALSE(amendment_from(to_json(signed_by)));
}

/// F33: in the place of an amendment lies what nobody should read, or what cannot be read to its end.
TEST(Amendment, ThatIsNoPlainFileOrHoldsAnythingElseIsRefusedAndNothingOfItIsSaid) {
  const FederationInMemory federation(masked(5));
  const std::string manifest = federation.rehearsal().manifest.string();
  const std::filesystem::path place = amendment_path(manifest, 1, federation.name(2));
  const std::filesystem::path key = federation.rehearsal().parties[2].state / "identity" / "site.key";
  std::filesystem::create_directories(place.parent_path());
  const auto write = [&](const std::string& text) { std::ofstream(place) << text; };
  const std::map<std::string, std::function<void()>> places{
      {"a FIFO", [&] { ::mkfifo(place.c_str(), 0600); }},
      {"a folder", [&] { std::filesystem::create_directory(place); }},
      {"a link to a key", [&] { std::filesystem::create_symlink(key, place); }},
      {"a link to a device", [&] { std::filesystem::create_symlink("/dev/zero", place); }},
      {"records", [&] { write("marked-canary,1.5\n"); }},
      {"JSON of something else", [&] { write("{\"schema\": \"marked-canary\", \"number\": -1}"); }},
      {"a deep one", [&] { write(std::string(60000, '[')); }},
      {"a long one", [&] { write(std::string(70000, ' ') + "marked-canary"); }}};
  for (const auto& [what, put] : places) {
    put();
    try {
      (void)find_session(manifest, federation.session());
      ADD_FAILURE() << what << " was taken";
    } catch (const InvalidInput& refused) {
      const std::string said = to_text(refused.faults().front());
      EXPECT_NE(said.find(place.filename().string()), std::string::npos) << what << ": " << said;
      EXPECT_EQ(said.find("marked-canary"), std::string::npos) << what << ": " << said;
      EXPECT_EQ(said.find(hex_of(bytes_in(key))), std::string::npos) << what;
      EXPECT_EQ(said.find(bytes_in(key)), std::string::npos) << what;
    }
    std::filesystem::remove_all(place);
  }
}

/// Others than its parties sign it, under their names or their own.
TEST(Amendment, CountsWithSignaturesOfItsPartiesAlone) {
  const FederationInMemory federation(masked(5));
  const std::string manifest = federation.rehearsal().manifest.string();
  const Session first = federation.session();
  const Amendment amendment{.run = first.run(), .number = 1, .before = first.id(), .without = {federation.name(4)}};
  const auto signed_by = [&](NodeId key, NodeId name, const Amendment& what) {
    SignedAmendment one{.amendment = what, .name = federation.name(name)};
    one.sign(SiteIdentity::open(federation.rehearsal().parties[key].state).key());
    return one;
  };
  const auto refusal = [&](const SignedAmendment& of_site_3) -> std::string {
    std::vector<SignedAmendment> all{of_site_3};
    for (NodeId i = 0; i < 3; ++i) all.push_back(signed_by(i, i, amendment));
    EXPECT_EQ(session_shown(all, first).number(), 0u) << "what is shown counts no more than what lies in files";
    for (NodeId i = 0; i < 3; ++i) write_amendment(manifest, all[i + 1]);
    std::ofstream(amendment_path(manifest, 1, federation.name(3))) << to_json(of_site_3);
    try {
      const FoundSession found = find_session(manifest, first);
      return found.session.number() == 0 && found.missing == std::vector{federation.name(3)} ? "is missing" : "counts";
    } catch (const InvalidInput& refused) {
      return to_text(refused.faults().front());
    }
  };
  EXPECT_NE(refusal(signed_by(4, 3, amendment)).find("was not signed by the key"), std::string::npos);
  EXPECT_NE(refusal(signed_by(3, 4, amendment)).find("was not signed by the key"), std::string::npos);
  Amendment other = amendment;
  other.without = {federation.name(1)};
  EXPECT_NE(refusal(signed_by(3, 3, other)).find("a site signs one amendment of a session"), std::string::npos);
  other = amendment;
  other.before = digest_of("another session");
  EXPECT_EQ(refusal(signed_by(3, 3, other)), "is missing");
  SignedAmendment changed = signed_by(3, 3, other);
  changed.amendment = amendment;
  EXPECT_NE(refusal(changed).find("was not signed by the key"), std::string::npos) << "it was about another session";
  other = amendment;
  other.without.push_back(federation.name(2));
  changed = signed_by(3, 3, other);
  changed.amendment = amendment;
  EXPECT_NE(refusal(changed).find("was not signed by the key"), std::string::npos) << "it left out one more";
}

TEST(Amendment, IsOfThePresentSessionOfItsRun) {
  const FederationInMemory federation(masked(5));
  const Session first = federation.session();
  const Amendment good{.run = first.run(), .number = 1, .before = first.id(), .without = {federation.name(4)}};
  EXPECT_NO_THROW((void)first.amended(good));
  Amendment of_run = good, of_number = good, of_session = good;
  of_run.run = digest_of("another run");
  of_number.number = 2;
  of_session.before = digest_of("another session");
  Amendment of_nobody = good, of_a_stranger = good;
  of_nobody.without = {};
  of_a_stranger.without.push_back("site-9");
  for (const Amendment& bad : {of_run, of_number, of_session, of_nobody, of_a_stranger})
    EXPECT_THROW((void)first.amended(bad), InvalidInput);
  Amendment without_another = good;
  without_another.without = {federation.name(3)};
  EXPECT_NE(first.amended(good).id(), first.amended(without_another).id());
}

/// What a signing of this amendment is refused with.
std::string refusal_of(const Shape& shape, const std::vector<NodeId>& without) {
  const FederationInMemory federation(shape);
  try {
    amend(federation, without);
  } catch (const InvalidInput& refused) {
    return to_text(refused.faults().front());
  }
  return "none";
}

TEST(Amendment, IsRefusedWithWhatCanBeDone) {
  Shape shape = masked(5);
  EXPECT_EQ(refusal_of(shape, {1}), "none");
  shape.spare_rounds = 0;
  EXPECT_NE(refusal_of(shape, {1}).find("no spare round is left"), std::string::npos);
  EXPECT_NE(refusal_of(masked(3), {1}).find("2 members would be left; with privacy.colluders = 1 at least 3 of 3"),
            std::string::npos);
  EXPECT_NE(refusal_of(masked(5, "path"), {2}).find("not connected"), std::string::npos);
  EXPECT_NE(refusal_of({.nodes = 4}, {1}).find("trust in nobody is not amended"), std::string::npos);
}

/// With 2 left > n + q, and not with one member fewer.
TEST(Amendment, LeavesSoManyMembersThatTwoGroupsShareMoreThanCollude) {
  struct Case {
    NodeId nodes;
    unsigned colluders;
    std::vector<NodeId> enough, too_many;  // to leave out
  };
  for (const Case& one :
       {Case{4, 1, {1}, {1, 2}}, Case{5, 1, {1}, {1, 2}}, Case{6, 1, {1, 2}, {1, 2, 3}}, Case{7, 1, {1, 2}, {1, 2, 3}},
        Case{7, 2, {1, 2}, {1, 2, 3}}, Case{7, 3, {1}, {1, 2}}, Case{8, 3, {1, 2}, {1, 2, 3}}}) {
    Shape shape = masked(one.nodes);
    shape.colluders = one.colluders;
    const std::size_t n = one.nodes, q = one.colluders, left = n - one.enough.size();
    EXPECT_EQ(refusal_of(shape, one.enough), "none") << n << " " << q;
    EXPECT_GT(2 * left - n, q) << "two groups of these share an honest member";
    EXPECT_NE(refusal_of(shape, one.too_many).find("members that collude could sign for two smaller groups"),
              std::string::npos)
        << n << " " << q;
    EXPECT_LE(2 * (left - 1), n + q) << "two of these share colluders alone, or nobody";
    EXPECT_GE(left, q + 2) << "the promise holds in a session of these";
  }
}

/// Node 2 signs for {0, 1, 2} and for {2, 3, 4} with a program of its own. Each would be more than half of five.
TEST(Amendment, OfTwoThatAColluderSignsNoneCountsWithoutTheMembersBetween) {
  const FederationInMemory federation(masked(5));
  const Session first = federation.session();
  const auto shown_by = [&](const std::vector<NodeId>& left, const std::vector<NodeId>& without) {
    Amendment amendment{.run = first.run(), .number = 1, .before = first.id(), .without = {}};
    for (const NodeId i : without) amendment.without.push_back(federation.name(i));
    std::vector<SignedAmendment> all;
    for (const NodeId i : left) {
      all.push_back({.amendment = amendment, .name = federation.name(i)});
      all.back().sign(SiteIdentity::open(federation.rehearsal().parties[i].state).key());
    }
    return all;
  };
  EXPECT_EQ(session_shown(shown_by({0, 1, 2}, {3, 4}), first).number(), 0u);
  EXPECT_EQ(session_shown(shown_by({2, 3, 4}, {0, 1}), first).number(), 0u);
  EXPECT_EQ(session_shown(shown_by({0, 1, 2, 3}, {4}), first).number(), 1u) << "four of five";
  for (const SignedAmendment& one : shown_by({0, 1, 2}, {3, 4}))
    write_amendment(federation.rehearsal().manifest.string(), one);
  EXPECT_THROW((void)present_session(federation), InvalidInput) << "from files it does not count either";
}

}  // namespace sotto::test
