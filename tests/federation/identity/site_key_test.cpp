// SPDX-License-Identifier: MIT
// The file of a site's key: for its owner alone.
#include "sotto/federation/identity/site_key.hpp"

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <sys/stat.h>

#include "sotto/federation/identity/private_file.hpp"
#include "sotto/input/invalid_input.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

unsigned mode_of(const fs::path& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777U;
}

/// The text of the refusal, whose kind must be `store`.
template <class Action>
std::string refusal_of_store(const Action& action) {
  try {
    action();
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::store);
    return refused.what();
  }
  ADD_FAILURE() << "was not refused";
  return "";
}

/// The library would ask the terminal for its passphrase.
std::string encrypted(const EVP_PKEY& key) {
  const BioHandle text(BIO_new(BIO_s_mem()));
  PEM_write_bio_PKCS8PrivateKey(text.get(), &key, EVP_aes_256_cbc(), "word", 4, nullptr, nullptr);
  return content_of(*text);
}

TEST(SiteKeyFile, ReadsBackAsTheSameKey) {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "site.key";
  const SiteKey key = SiteKey::generate();
  key.write_new(path);
  const SiteKey read = SiteKey::read(path);
  EXPECT_EQ(read.public_key(), key.public_key());
  EXPECT_EQ(read.sign(SigningContext::audit, "a"), key.sign(SigningContext::audit, "a"));
  EXPECT_TRUE(folder.read("site.key").starts_with("-----BEGIN PRIVATE KEY-----\n"));
}

TEST(SiteKeyFile, IsForItsOwnerWhateverTheUmask) {
  const test::TemporaryFolder folder;
  for (const mode_t mask : {0000, 0022, 0777}) {
    const fs::path path = folder.path() / std::to_string(mask);
    const mode_t before = ::umask(mask);
    SiteKey::generate().write_new(path);
    ::umask(before);
    EXPECT_EQ(mode_of(path), 0600U) << mask;
  }
}

TEST(SiteKeyFile, IsNeverOverwritten) {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "site.key";
  const SiteKey key = SiteKey::generate();
  key.write_new(path);
  EXPECT_NE(refusal_of_store([&] { SiteKey::generate().write_new(path); }).find("File exists"), std::string::npos);
  EXPECT_EQ(SiteKey::read(path).public_key(), key.public_key());
}

TEST(SiteKeyFile, ThatOthersCanUseIsRefusedWithWhatMendsIt) {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "site.key";
  SiteKey::generate().write_new(path);
  for (const mode_t mode : {0644, 0640, 0604, 0620, 0601}) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    const std::string text = refusal_of_store([&] { SiteKey::read(path); });
    EXPECT_NE(text.find("chmod 600 "), std::string::npos) << text;
  }
  for (const mode_t mode : {0600, 0400}) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    EXPECT_NO_THROW(SiteKey::read(path));
  }
}

TEST(SiteKeyFile, ThatHoldsSomethingElseIsRefused) {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "other";
  const KeyHandle elliptic(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
  const KeyHandle right(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  const std::string pem = pem_of_key(*right);
  for (const std::string& text : {std::string(), pem.substr(0, pem.size() / 2), pem_of_key(*elliptic),
                                  encrypted(*right), std::string(70000, 'x') + pem}) {
    write_private_file(file_of_state("test", path), Secret(text));
    refusal_of_store([&] { SiteKey::read(path); });
    fs::remove(path);
  }
  refusal_of_store([&] { SiteKey::read(path); });
  refusal_of_store([&] { SiteKey::read(folder.path()); });
}

}  // namespace
}  // namespace sotto
