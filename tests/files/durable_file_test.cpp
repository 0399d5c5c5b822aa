// SPDX-License-Identifier: MIT
// A file that must survive: in which order it gets to the disk, what is there when that fails, and who may read it.
#include "sotto/files/durable_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

#include "support/temporary_folder.hpp"

namespace {

/// What the code under test asks of the disk, in its order. The C library's functions give way to these.
std::vector<std::string>& calls() {
  static std::vector<std::string> calls;
  return calls;
}

}  // namespace

extern "C" int fsync(int descriptor) {
  struct stat status {};
  ::fstat(descriptor, &status);
  calls().push_back(S_ISDIR(status.st_mode) ? "settle folder" : "settle " + std::to_string(status.st_size) + " bytes");
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}
extern "C" int rename(const char* from, const char* to) noexcept {
  calls().push_back("rename");
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

namespace sotto::test {
namespace {

class DurableFile : public ::testing::Test {
 protected:
  NamedFile file(const std::string& name = "file") const {
    return {.field = "--out", .path = (folder.path() / name).string(), .kind = FaultKind::store};
  }
  std::string refusal(const NamedFile& named, const std::string& bytes, const DurableRules& rules = {}) const {
    try {
      write_durably(named, bytes, rules);
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.kind(), FaultKind::store);
      return refused.faults().front().rule;
    }
    return "";
  }
  mode_t mode(const std::string& name = "file") const {
    struct stat status {};
    ::stat((folder.path() / name).c_str(), &status);
    return status.st_mode & 07777;
  }
  TemporaryFolder folder;
};

TEST_F(DurableFile, IsOnTheDiskBeforeItHasItsNameAndItsNameIsBeforeThisReturns) {
  calls().clear();
  write_durably(file(), "five\n");
  EXPECT_EQ(calls(), (std::vector<std::string>{"settle 5 bytes", "rename", "settle folder"}));
  EXPECT_EQ(folder.read("file"), "five\n");
  calls().clear();
  write_durably(file("new"), "four", {.if_there = IfThere::refuse});
  EXPECT_EQ(calls(), (std::vector<std::string>{"settle 4 bytes", "settle folder"})) << "a new name is linked";
  EXPECT_EQ(folder.entries(), (std::vector<std::string>{"file", "new"}));
}

TEST_F(DurableFile, OfManyPartsIsOneFileThatIsSettledOnce) {
  calls().clear();
  write_durably(file(), [](const TakeBytes& take) {
    for (const char* part : {"one", "", "two"}) take(part);
  });
  EXPECT_EQ(calls(), (std::vector<std::string>{"settle 6 bytes", "rename", "settle folder"}));
  EXPECT_EQ(folder.read("file"), "onetwo");
  const auto fails = [&] { write_durably(file(), [](const TakeBytes&) { throw std::runtime_error("no more"); }); };
  EXPECT_THROW(fails(), std::runtime_error);
  EXPECT_EQ(folder.read("file"), "onetwo");
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"file"});
}

TEST_F(DurableFile, TakesThePlaceOfAnotherAndLeavesItsReadersTheirs) {
  folder.write("file", "before");
  const Descriptor reader(::open(file().path.c_str(), O_RDONLY | O_CLOEXEC));
  write_durably(file(), "after");
  std::string read(6, '\0');
  ASSERT_EQ(::pread(reader.number(), read.data(), read.size(), 0), 6);
  EXPECT_EQ(read, "before");
  EXPECT_EQ(folder.read("file"), "after");
}

TEST_F(DurableFile, IsRefusedWhereItIsThereAndMustNotBe) {
  folder.write("file", "before");
  EXPECT_EQ(refusal(file(), "after", {.if_there = IfThere::refuse}), "cannot be made: File exists");
  EXPECT_EQ(folder.read("file"), "before");
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"file"});
}

TEST_F(DurableFile, OnAFullDiskTheOldBytesStayAndNothingElseDoes) {
  folder.write("file", "before");
  rlimit whole{};
  ::getrlimit(RLIMIT_FSIZE, &whole);
  const rlimit little{.rlim_cur = 1000, .rlim_max = whole.rlim_max};
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &little);
  const std::string why = refusal(file(), std::string(2000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &whole);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(why, "cannot be written: File too large");
  EXPECT_EQ(folder.read("file"), "before");
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"file"});
}

TEST_F(DurableFile, ThatCannotBeMadeIsRefusedWithTheReason) {
  EXPECT_EQ(refusal(file("nowhere/file"), "x"), "cannot be written: No such file or directory");
  folder.write("plain", "");
  EXPECT_EQ(refusal(file("plain/file"), "x"), "cannot be written: Not a directory");
  std::filesystem::create_directory(folder.path() / "taken");
  EXPECT_EQ(refusal(file("taken"), "x"), "cannot be replaced: Is a directory");
  EXPECT_EQ(folder.entries(), (std::vector<std::string>{"plain", "taken"}));
}

/// What is for its owner alone is so whatever the umask; any other file is as open as the umask lets it be.
TEST_F(DurableFile, HasTheModeThatWasAskedFor) {
  for (const mode_t mask : {0000, 0022, 0077, 0277}) {
    const mode_t before = ::umask(mask);
    write_durably(file("open"), "x");
    write_durably(file("private"), "x", {.mode = 0600});
    ::umask(before);
    EXPECT_EQ(mode("open"), 0666U & ~mask);
    EXPECT_EQ(mode("private"), 0600U);
  }
}

TEST_F(DurableFile, WhatAnEarlierProcessLeftIsNotTouched) {
  const std::string left = "file.partial-" + std::to_string(::getpid()) + "-1";
  folder.write(left, "of an earlier process of this number");
  write_durably(file(), "x");
  EXPECT_EQ(folder.read("file"), "x");
  EXPECT_EQ(folder.read(left), "of an earlier process of this number");
}

}  // namespace
}  // namespace sotto::test
