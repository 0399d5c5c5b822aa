// SPDX-License-Identifier: MIT
// Only plain files are opened, none makes the reader wait, and no fault says what is in one.
#include "sotto/files/opened_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <filesystem>

#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

class OpenToRead : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string refusal(const std::string& where, Links links = Links::followed) const {
    try {
      open_to_read({.field = "graph.file", .path = where}, links);
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.faults().at(0).field, "graph.file");
      EXPECT_EQ(refused.kind(), FaultKind::data);
      return refused.faults().at(0).rule;
    }
    return "";
  }

  test::TemporaryFolder folder_;
};

TEST_F(OpenToRead, TakesAPlainFileAndALinkToOne) {
  folder_.write("plain", "abc");
  fs::create_symlink("plain", path("link"));
  EXPECT_EQ(refusal(path("plain")), "");
  EXPECT_EQ(refusal(path("link")), "");
  EXPECT_EQ(read_whole_file({.field = "f", .path = path("link")}, 3), "abc");
}

TEST_F(OpenToRead, RefusesALinkInAFolderThatOthersMade) {
  folder_.write("plain", "abc");
  fs::create_symlink("plain", path("link"));
  EXPECT_EQ(refusal(path("link"), Links::refused), "must be a plain file, not a link");
  EXPECT_EQ(refusal(path("plain"), Links::refused), "");
}

/// A pipe without a writer would be waited for at its opening, /dev/zero for ever.
TEST_F(OpenToRead, RefusesAtOnceWhatIsNoFile) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  fs::create_symlink("pipe", path("link"));
  const int speaker = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un at{.sun_family = AF_UNIX, .sun_path = {}};
  ASSERT_LT(path("socket").size(), sizeof at.sun_path);
  path("socket").copy(at.sun_path, sizeof at.sun_path - 1);
  ASSERT_EQ(::bind(speaker, reinterpret_cast<const sockaddr*>(&at), sizeof at), 0);
  EXPECT_EQ(refusal(path("pipe")), "must be a plain file, not a pipe");
  EXPECT_EQ(refusal(path("link")), "must be a plain file, not a pipe");
  EXPECT_EQ(refusal(path("socket")), "must be a plain file, not a socket");
  EXPECT_EQ(refusal("/dev/zero"), "must be a plain file, not a device");
  EXPECT_EQ(refusal(folder_.path().string()), "must be a plain file, not a directory");
  ::close(speaker);
}

/// A reader that opened the pipe before it looked would let its writer in, who would then lose what it says.
TEST_F(OpenToRead, DoesNotOpenAPipeToFindOutThatItIsOne) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  refusal(path("pipe"));
  EXPECT_EQ(::open(path("pipe").c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC), -1) << "nobody reads it";
}

TEST_F(OpenToRead, SaysWhyAFileCannotBeOpened) {
  fs::create_symlink("nowhere", path("dangling"));
  EXPECT_EQ(refusal(path("absent")), "cannot be opened: No such file or directory");
  EXPECT_EQ(refusal(path("dangling")), "is a link that leads nowhere");
  EXPECT_EQ(refusal(""), "cannot be opened: No such file or directory");
  EXPECT_EQ(refusal(path("absent") + "/below"), "cannot be opened: No such file or directory");
}

TEST_F(OpenToRead, LeavesNoDescriptorToAChild) {
  folder_.write("plain", "abc");
  const OpenedFile file = open_to_read({.field = "f", .path = path("plain")});
  EXPECT_NE(::fcntl(file.descriptor(), F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_EQ(file.status().st_size, 3);
}

TEST_F(OpenToRead, AFileBeyondItsLimitIsRefusedWithoutAWordFromIt) {
  folder_.write("long", "name,age\nMARKER,44\nMARKER,45\n");
  EXPECT_EQ(read_whole_file({.field = "f", .path = path("long")}, 29).size(), 29u);
  try {
    read_whole_file({.field = "f", .path = path("long"), .kind = FaultKind::configuration}, 28);
    FAIL() << "was read";
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::configuration);
    EXPECT_EQ(refused.faults()[0].rule, "is longer than 28 bytes; this looks like rows of data");
  }
}

}  // namespace
}  // namespace sotto
