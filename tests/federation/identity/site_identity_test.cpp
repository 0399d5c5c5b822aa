// SPDX-License-Identifier: MIT
// The folder of a site's identity: made once, opened again, renewed under the same key.
#include "sotto/federation/identity/site_identity.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/input/invalid_input.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;
constexpr UnixTime made_at = 1'770'000'000;

template <class Action>
InvalidInput refused(const Action& action) {
  try {
    action();
  } catch (const InvalidInput& refusal) {
    return refusal;
  }
  ADD_FAILURE() << "was not refused";
  return InvalidInput(Fault{});
}

bool says(const InvalidInput& refusal, const std::string& part) {
  return std::string(refusal.what()).find(part) != std::string::npos;
}

TEST(SiteIdentity, OpensAsItWasMade) {
  const test::TemporaryFolder folder;
  const SiteIdentity made = SiteIdentity::create(folder.path() / "state", "hosp-a", 7, made_at);
  const SiteIdentity opened = SiteIdentity::open(folder.path() / "state");
  EXPECT_EQ(opened.name(), "hosp-a");
  EXPECT_EQ(opened.public_key(), made.public_key());
  EXPECT_EQ(opened.certificate_path(), made.certificate_path());
  const SiteCertificate certificate = opened.certificate();
  EXPECT_EQ(certificate.not_before, made_at - 300);
  EXPECT_EQ(certificate.not_after, made_at + 7 * seconds_per_day);
  EXPECT_DOUBLE_EQ(certificate.days_left(made_at + seconds_per_day), 6);
  EXPECT_EQ(certificate.serial.size(), 32U);
}

TEST(SiteIdentity, IsForItsOwnerAlone) {
  const test::TemporaryFolder folder;
  const mode_t before = ::umask(0);
  SiteIdentity::create(folder.path() / "state", "hosp-a");
  ::umask(before);
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    struct stat status {};
    ASSERT_EQ(::stat(entry.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 077U, 0U) << entry.path();
  }
  EXPECT_EQ(folder.entries("state"), std::vector<std::string>{"identity"}) << "no draft is left";
}

TEST(SiteIdentity, IsMadeOnceAndNothingOfItIsTouchedAgain) {
  const test::TemporaryFolder folder;
  const SiteIdentity made = SiteIdentity::create(folder.path(), "hosp-a");
  const InvalidInput refusal = refused([&] { SiteIdentity::create(folder.path(), "hosp-b"); });
  EXPECT_EQ(refusal.kind(), FaultKind::configuration);
  EXPECT_TRUE(says(refusal, "sotto id renew")) << refusal.what();
  EXPECT_EQ(SiteIdentity::open(folder.path()).name(), "hosp-a");
  EXPECT_EQ(SiteIdentity::open(folder.path()).public_key(), made.public_key());
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"identity"});
}

TEST(SiteIdentity, RefusesBadNamesAndDaysAtOnceAndMakesNothing) {
  const test::TemporaryFolder folder;
  for (const std::string& name :
       {std::string(), std::string("Hosp"), std::string("1a"), std::string("-a"), std::string("a b"),
        std::string("a.b"), std::string("a\0", 2), std::string("\xc3\xa9t\xc3\xa9"), std::string(41, 'a')})
    EXPECT_TRUE(says(refused([&] { SiteIdentity::create(folder.path(), name); }), "site name")) << name;
  for (const int days : {0, -1, 91})
    EXPECT_TRUE(says(refused([&] { SiteIdentity::create(folder.path(), "a", days); }), "days")) << days;
  EXPECT_EQ(refused([&] { SiteIdentity::create(folder.path(), "A", 0); }).faults().size(), 2U);
  EXPECT_TRUE(folder.entries().empty());
  EXPECT_NO_THROW(SiteIdentity::create(folder.path(), std::string(40, 'z'), 90));
}

TEST(SiteIdentity, RenewedHasAnotherCertificateAndKeyUnderTheSameSiteKey) {
  const test::TemporaryFolder folder;
  const SiteIdentity site = SiteIdentity::create(folder.path(), "hosp-a", 7, made_at);
  const StoredCredentials before = read_credentials(site.certificate_path());
  const SiteCertificate renewed = site.renew(30, made_at + seconds_per_day);
  const StoredCredentials after = read_credentials(site.certificate_path());
  EXPECT_EQ(site.certificate().serial, renewed.serial);
  EXPECT_EQ(renewed.not_after, made_at + 31 * seconds_per_day);
  EXPECT_NE(renewed.serial, describe_certificate(*before.credentials.certificate)->serial);
  EXPECT_EQ(EVP_PKEY_eq(before.credentials.key.get(), after.credentials.key.get()), 0);
  EXPECT_FALSE(before.stamp == after.stamp);
  EXPECT_EQ(stamp_of(site.certificate_path()), after.stamp);
  for (const StoredCredentials* stored : {&before, &after})
    EXPECT_TRUE(site.public_key().issued(*stored->credentials.certificate));
  EXPECT_EQ(SiteIdentity::open(folder.path()).public_key(), site.public_key());
}

TEST(SiteIdentity, AReaderOfTheOldFileKeepsTheOldBytesWhileItIsRenewed) {
  const test::TemporaryFolder folder;
  const SiteIdentity site = SiteIdentity::create(folder.path(), "hosp-a");
  const std::string before = folder.read("identity/tls.pem");
  std::FILE* reader = std::fopen(site.certificate_path().c_str(), "r");
  ASSERT_NE(reader, nullptr);
  std::string seen(before.size() + 1, '\0');
  std::size_t length = std::fread(seen.data(), 1, 1, reader);
  site.renew();
  length += std::fread(seen.data() + length, 1, seen.size() - length, reader);
  std::fclose(reader);
  seen.resize(length);
  EXPECT_EQ(seen, before);
  EXPECT_NE(folder.read("identity/tls.pem"), before);
  EXPECT_EQ(folder.entries("identity"), (std::vector<std::string>{"name", "site.key", "tls.pem"}));
}

/// While this lives a file of this process ends after some bytes, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*signal_)(int);
  rlimit before_{};
};

TEST(SiteIdentity, ThatFindsNoSpaceIsNotMadeAtAll) {
  const test::TemporaryFolder folder;
  for (const rlim_t space : {2, 100, 300}) {
    const FullDisk disk(space);
    EXPECT_EQ(refused([&] { SiteIdentity::create(folder.path(), "hosp-a"); }).kind(), FaultKind::store) << space;
    EXPECT_TRUE(folder.entries().empty()) << "no draft is left";
  }
}

TEST(SiteIdentity, ARenewalThatFindsNoSpaceLeavesTheOldCertificate) {
  const test::TemporaryFolder folder;
  const SiteIdentity site = SiteIdentity::create(folder.path(), "hosp-a");
  const std::string serial = site.certificate().serial;
  {
    const FullDisk disk(100);
    EXPECT_TRUE(says(refused([&] { site.renew(); }), "cannot be written"));
  }
  EXPECT_EQ(site.certificate().serial, serial);
  EXPECT_EQ(folder.entries("identity"), (std::vector<std::string>{"name", "site.key", "tls.pem"}))
      << "no draft is left";
}

TEST(SiteIdentity, ThatIsAbsentOrDamagedIsRefusedAsAStore) {
  const test::TemporaryFolder folder;
  const InvalidInput absent = refused([&] { SiteIdentity::open(folder.path()); });
  EXPECT_EQ(absent.kind(), FaultKind::store);
  EXPECT_TRUE(says(absent, "sotto id new")) << absent.what();
  SiteIdentity::create(folder.path(), "hosp-a");
  fs::resize_file(folder.path() / "identity/name", 0);
  EXPECT_TRUE(says(refused([&] { SiteIdentity::open(folder.path()); }), "site name"));
}

TEST(SiteIdentity, WithoutAUsableCertificateOpensSoThatItCanBeRenewed) {
  const test::TemporaryFolder folder;
  const SiteIdentity site = SiteIdentity::create(folder.path() / "a", "hosp-a");
  const SiteIdentity other = SiteIdentity::create(folder.path() / "b", "hosp-b");
  const auto refusal = [&] { return refused([&] { SiteIdentity::open(folder.path() / "a").certificate(); }); };
  fs::resize_file(site.certificate_path(), 100);
  EXPECT_TRUE(says(refusal(), "sotto id renew"));
  fs::remove(site.certificate_path());
  EXPECT_EQ(refusal().kind(), FaultKind::store);
  fs::copy_file(other.certificate_path(), site.certificate_path());
  EXPECT_TRUE(says(refusal(), "is not of this site and its key"));
  EXPECT_FALSE(says(refusal(), "hosp-b")) << "what the file holds";
  site.renew();
  EXPECT_NO_THROW(SiteIdentity::open(folder.path() / "a").certificate());
}

TEST(SiteIdentity, ACertificateWithAnotherOnesKeyIsRefused) {
  const test::TemporaryFolder folder;
  const SiteIdentity site = SiteIdentity::create(folder.path(), "hosp-a");
  const std::string first = folder.read("identity/tls.pem");
  site.renew();
  const std::string second = folder.read("identity/tls.pem");
  const auto key_at = [](const std::string& text) { return text.find("-----BEGIN PRIVATE KEY"); };
  folder.write("identity/tls.pem", first.substr(0, key_at(first)) + second.substr(key_at(second)));
  EXPECT_TRUE(says(refused([&] { read_credentials(site.certificate_path()); }), "with its Ed25519 key"));
}

}  // namespace
}  // namespace sotto
