// SPDX-License-Identifier: MIT
// A session's secret on the disk: for one site and one session, and gone when it is forgotten.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "federation/masking/vectors.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

/// A fresh secret in a folder of its own.
struct Kept {
  Kept() { secret.keep(path, site, session); }
  std::string bytes() const { return folder.read("secret"); }
  void become(const std::string& bytes) const {
    fs::remove(path);
    write_private_file(file_of_state("test", path), Secret(bytes));
  }
  SessionSecret open() const { return SessionSecret::open(path, site, session); }

  test::TemporaryFolder folder{test::in_memory()};
  fs::path path = folder.path() / "secret";
  SiteKey site = SiteKey::generate();
  Digest session = digest_of("a session");
  SessionSecret secret = SessionSecret::draw();
};

/// What is said of a file that is refused; its kind must be `store`.
template <class Action>
std::string refusal_of(const Action& action) {
  try {
    action();
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::store);
    return refused.what();
  }
  return "was not refused";
}

bool is_refused_as_damaged(const Kept& kept) {
  return refusal_of([&] { kept.open(); }).find("is damaged, or was kept by another site") != std::string::npos;
}

TEST(KeptSecret, OpensAsTheSameSecret) {
  const Kept kept;
  const SessionSecret opened = kept.open();
  EXPECT_EQ(opened.public_key(), kept.secret.public_key());
  const PairContext context = test::published_context(SessionSecret::draw().public_key());
  EXPECT_EQ(opened.pair_key(context)->key.bytes(), kept.secret.pair_key(context)->key.bytes());
}

TEST(KeptSecret, IsForItsOwnerAloneAndTheOnlyFile) {
  const mode_t before = ::umask(0);
  const Kept kept;
  ::umask(before);
  struct stat status {};
  ASSERT_EQ(::stat(kept.path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0600U);
  EXPECT_EQ(kept.folder.entries(), std::vector<std::string>{"secret"});
  ASSERT_EQ(::chmod(kept.path.c_str(), 0640), 0);
  EXPECT_NE(refusal_of([&] { kept.open(); }).find("chmod 600"), std::string::npos);
}

TEST(KeptSecret, OpensForNoOtherSiteAndNoOtherSession) {
  Kept kept;
  const Digest session = kept.session;
  kept.session = digest_of("another session");
  EXPECT_TRUE(is_refused_as_damaged(kept));
  kept.session = session;
  kept.site = SiteKey::generate();
  EXPECT_TRUE(is_refused_as_damaged(kept));
}

TEST(KeptSecret, IsRefusedWithAnyBitChangedAndWithAnyOtherLength) {
  const Kept kept;
  const std::string bytes = kept.bytes();
  for (std::size_t k = 0; k < bytes.size(); ++k)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[k] = static_cast<char>(changed[k] ^ 1 << bit);
      kept.become(changed);
      EXPECT_TRUE(is_refused_as_damaged(kept)) << k;
    }
  for (const std::string& other : {std::string(), bytes.substr(0, 23), bytes.substr(0, bytes.size() - 1), bytes + '\0',
                                   bytes.substr(1), std::string(bytes.size(), '\0')}) {
    kept.become(other);
    EXPECT_TRUE(is_refused_as_damaged(kept)) << other.size();
  }
  kept.become(bytes);
  EXPECT_NO_THROW(kept.open());
}

/// The published secret is kept again: no eight bytes of it or of the site's key are in the file.
TEST(KeptSecret, ShowsNothingOfTheSecretAndIsAnotherFileEachTime) {
  const SiteKey site = test::published_site(test::published_low);
  const Digest session = digest_from_hex(test::published_session).value();
  const SessionSecret secret = test::published_secret(test::published_low);
  const test::TemporaryFolder folder;
  for (const char* name : {"a", "b"}) secret.keep(folder.path() / name, site, session);
  const std::string file = folder.read("a"), plain = test::from_hex(test::published_low.session_secret);
  for (std::size_t k = 0; k + 8 <= plain.size(); ++k) EXPECT_EQ(file.find(plain.substr(k, 8)), std::string::npos) << k;
  EXPECT_EQ(file.size(), 83u);
  EXPECT_NE(file.substr(23, 12), folder.read("b").substr(23, 12)) << "a nonce serves once";
  EXPECT_EQ(SessionSecret::open(folder.path() / "b", site, session).public_key(), secret.public_key());
}

TEST(KeptSecret, ThatIsThereIsNotReplaced) {
  const Kept kept;
  EXPECT_NE(refusal_of([&] { SessionSecret::draw().keep(kept.path, kept.site, kept.session); }).find("File exists"),
            std::string::npos);
  EXPECT_EQ(kept.open().public_key(), kept.secret.public_key());
}

TEST(KeptSecret, ThatIsMissingIsRefusedInASentence) {
  const Kept kept;
  fs::remove(kept.path);
  EXPECT_NE(refusal_of([&] { kept.open(); }).find("is missing: without it this site cannot go on in this session"),
            std::string::npos);
}

/// Another name of the same file shows what was left on the disk.
TEST(KeptSecret, ThatIsForgottenIsOverwrittenWithZerosAndGone) {
  const Kept kept;
  fs::create_hard_link(kept.path, kept.folder.path() / "other name");
  SessionSecret::forget(kept.path);
  EXPECT_EQ(kept.folder.entries(), std::vector<std::string>{"other name"});
  EXPECT_EQ(kept.folder.read("other name"), std::string(83, '\0'));
  EXPECT_NE(refusal_of([&] { kept.open(); }).find("is missing"), std::string::npos);
  EXPECT_NO_THROW(SessionSecret::forget(kept.path));
  EXPECT_NO_THROW(SessionSecret::forget(kept.folder.path() / "no folder" / "secret"));
}

TEST(KeptSecret, ForgettingTouchesNothingThatIsNoSuchFile) {
  const Kept kept;
  kept.folder.write("long", std::string(70000, 'x'));
  fs::create_symlink(kept.path, kept.folder.path() / "link");
  fs::create_directory(kept.folder.path() / "folder");
  for (const char* name : {"long", "link", "folder"})
    EXPECT_NE(refusal_of([&] { SessionSecret::forget(kept.folder.path() / name); }), "was not refused") << name;
  EXPECT_EQ(kept.folder.entries(), (std::vector<std::string>{"folder", "link", "long", "secret"}));
  EXPECT_EQ(kept.folder.read("long"), std::string(70000, 'x'));
  EXPECT_NO_THROW(kept.open());
}

}  // namespace
}  // namespace sotto
