// SPDX-License-Identifier: MIT
// The datagrams of sd_notify(3), heard on a socket of the test's own.
#include "sotto/federation/host/service_manager.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

using namespace std::chrono_literals;
const auto begin = std::chrono::steady_clock::time_point() + 100h;

class Manager : public ::testing::Test {
 protected:
  void listen_as(const std::string& name) {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    std::memcpy(place.sun_path, name.data(), name.size());
    if (name[0] == '@') place.sun_path[0] = '\0';
    ASSERT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&place),
                     static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size())),
              0);
    ::setenv("NOTIFY_SOCKET", name.c_str(), 1);
  }
  void TearDown() override {
    for (const char* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"}) ::unsetenv(name);
    ::close(socket_);
  }
  std::string heard() const {
    char some[1024];
    const ssize_t count = ::recv(socket_, some, sizeof some, MSG_DONTWAIT);
    return count < 0 ? "" : std::string(some, static_cast<std::size_t>(count));
  }

  test::TemporaryFolder folder_;
  int socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
};

TEST_F(Manager, IsToldAtAPath) {
  listen_as((folder_.path() / "notify").string());
  ServiceManager manager = ServiceManager::of_environment();
  manager.ready();
  EXPECT_EQ(heard(), "READY=1");
  manager.stopping();
  EXPECT_EQ(heard(), "STOPPING=1");
}

TEST_F(Manager, IsToldAtANameThatIsNoFile) {
  listen_as("@sotto-test-" + std::to_string(::getpid()));
  ServiceManager::of_environment().ready();
  EXPECT_EQ(heard(), "READY=1");
}

TEST_F(Manager, HearsAStatusWhenItIsAnotherOneOnceASecondAtMost) {
  listen_as((folder_.path() / "notify").string());
  ServiceManager manager = ServiceManager::of_environment();
  manager.status("round 1", begin);
  EXPECT_EQ(heard(), "STATUS=round 1");
  manager.status("round 2", begin + 500ms);
  manager.status("round 1", begin + 2s);
  EXPECT_EQ(heard(), "");
  manager.status("round 3", begin + 2s);
  EXPECT_EQ(heard(), "STATUS=round 3");
}

TEST_F(Manager, HearsTwiceWithinItsWatchThatTheNodeLives) {
  listen_as((folder_.path() / "notify").string());
  ::setenv("WATCHDOG_USEC", "10000000", 1);
  ServiceManager manager = ServiceManager::of_environment();
  int count = 0;
  for (auto at = 0ms; at < 10s; at += 250ms) {
    manager.alive(begin + at);
    count += heard() == "WATCHDOG=1" ? 1 : 0;
  }
  EXPECT_EQ(count, 3) << "at 0 s, and before 5 s and 10 s";
}

TEST_F(Manager, OfAnotherProcessIsNotTold) {
  listen_as((folder_.path() / "notify").string());
  ::setenv("WATCHDOG_USEC", "10000000", 1);
  ::setenv("WATCHDOG_PID", "1", 1);
  ServiceManager manager = ServiceManager::of_environment();
  manager.alive(begin);
  EXPECT_EQ(heard(), "");
}

TEST_F(Manager, ThatIsNotThereStopsNothing) {
  ::setenv("NOTIFY_SOCKET", (folder_.path() / "nobody").c_str(), 1);
  ServiceManager manager = ServiceManager::of_environment();
  manager.ready();
  ::unsetenv("NOTIFY_SOCKET");
  ServiceManager::of_environment().ready();
}

}  // namespace
}  // namespace sotto
