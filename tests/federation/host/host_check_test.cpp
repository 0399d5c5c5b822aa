// SPDX-License-Identifier: MIT
// What a node refuses to start with: entries that others can change or read, and too few descriptors.
#include "sotto/federation/host/host_check.hpp"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "sotto/input/invalid_input.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

class HostCheck : public ::testing::Test {
 protected:
  HostCheck() {
    fs::create_directories(state_ / "identity");
    for (const fs::path& folder : {state_, state_ / "identity"}) ::chmod(folder.c_str(), 0700);
    for (const char* name : {"identity/name", "identity/site.key", "identity/tls.pem", "state.sqlite"}) {
      std::ofstream(state_ / name) << "x";
      ::chmod((state_ / name).c_str(), 0600);
    }
  }
  /// The one fault that is said.
  template <class Check>
  static std::string refusal(const Check& check) {
    try {
      check();
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.faults().size(), 1u) << refused.what();
      return to_text(refused.faults().front());
    }
    return "";
  }
  std::string of_folders() const {
    return refusal([&] { check_folders(state_); });
  }
  std::string of_files() const {
    return refusal([&] { check_files(state_); });
  }

  test::TemporaryFolder folder_;
  fs::path state_ = folder_.path() / "state";
};

TEST_F(HostCheck, TakesWhatBelongsToItsUserAlone) {
  EXPECT_EQ(of_folders(), "");
  EXPECT_EQ(of_files(), "");
}

TEST_F(HostCheck, RefusesFoldersThatOthersCanWriteIn) {
  ::chmod(state_.c_str(), 0770);
  EXPECT_EQ(of_folders(), "--state = " + state_.string() +
                              ": has mode 0770, so that others than its owner can change what lies in it; mend it "
                              "with: chmod 700 " +
                              state_.string());
  ::chmod(state_.c_str(), 0755);  // looking is no changing
  EXPECT_EQ(of_folders(), "");
  ::chmod((state_ / "identity").c_str(), 0702);
  EXPECT_NE(of_folders().find("identity: has mode 0702"), std::string::npos) << of_folders();
}

/// Whoever can write in it puts another state in the place of this one.
TEST_F(HostCheck, RefusesAFolderAboveThatOthersCanWriteIn) {
  const fs::path above = folder_.path();
  ::chmod(above.c_str(), 0777);
  EXPECT_NE(of_folders().find("put another folder in the place of the state; mend it with: chmod go-w"),
            std::string::npos)
      << of_folders();
  ::chmod(above.c_str(), 01777);  // sticky, as /tmp is
  EXPECT_EQ(of_folders(), "");
  ::chmod(above.c_str(), 0755);
  EXPECT_EQ(of_folders(), "");
}

TEST_F(HostCheck, RefusesALogOfTheStoreThatOthersCanRead) {
  std::ofstream(state_ / "state.sqlite-wal") << "x";
  ::chmod((state_ / "state.sqlite-wal").c_str(), 0644);
  EXPECT_NE(of_files().find("state.sqlite-wal"), std::string::npos);
  ::chmod((state_ / "state.sqlite-wal").c_str(), 0600);
  EXPECT_EQ(of_files(), "");
}

TEST_F(HostCheck, RefusesKeysThatOthersCanRead) {
  for (const char* name : {"name", "site.key", "tls.pem"}) {
    const fs::path file = state_ / "identity" / name;
    for (const mode_t mode : {0640, 0604, 0620}) {
      ::chmod(file.c_str(), mode);
      EXPECT_NE(of_files().find("mend it with: chmod 600 " + file.string()), std::string::npos) << of_files();
    }
    ::chmod(file.c_str(), 0600);
  }
}

TEST_F(HostCheck, RefusesWhatIsNotThereOrNoPlainFile) {
  fs::remove(state_ / "identity/tls.pem");
  EXPECT_NE(of_files().find("is not there; make a new one with: sotto id renew"), std::string::npos) << of_files();
  fs::create_directory(state_ / "identity/tls.pem");
  EXPECT_NE(of_files().find("must be a plain file"), std::string::npos) << of_files();
  fs::remove_all(state_ / "identity");
  EXPECT_NE(of_folders().find("is not there; a new one: sotto id new"), std::string::npos) << of_folders();
}

/// Only who may give files away can make one.
TEST_F(HostCheck, RefusesWhatBelongsToSomebodyElse) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  const fs::path file = state_ / "identity/site.key";
  ASSERT_EQ(::chown(file.c_str(), 12345, 12345), 0);
  EXPECT_NE(of_files().find("belongs to user 12345, and this process runs as 0"), std::string::npos) << of_files();
  ASSERT_EQ(::chown(state_.c_str(), 12345, 12345), 0);
  EXPECT_NE(of_folders().find("belongs to user 12345"), std::string::npos) << of_folders();
}

TEST_F(HostCheck, RaisesTheSoftLimitOfDescriptorsAndRefusesWhereTheHardOneIsTooLow) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit low{.rlim_cur = 40, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
  EXPECT_EQ(refusal([] { check_descriptors(64); }), "");
  rlimit after{};
  ::getrlimit(RLIMIT_NOFILE, &after);
  EXPECT_EQ(after.rlim_cur, 64u);
  EXPECT_EQ(refusal([&] { check_descriptors(before.rlim_max + 1); }).substr(0, 14), "descriptors = ");
  ::setrlimit(RLIMIT_NOFILE, &before);
}

/// In a process of its own: neither can be taken back.
TEST(CoreDumps, AreSwitchedOffForFilesAndForProgramsThatCollectThem) {
  const pid_t child = ::fork();
  if (child == 0) {
    leave_no_core_dump();
    rlimit limit{.rlim_cur = 1, .rlim_max = 1};
    ::getrlimit(RLIMIT_CORE, &limit);
    ::_exit(limit.rlim_cur == 0 && limit.rlim_max == 0 && ::prctl(PR_GET_DUMPABLE) == 0 ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace sotto
