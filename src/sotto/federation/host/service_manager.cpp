// SPDX-License-Identifier: MIT
#include "sotto/federation/host/service_manager.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "sotto/input/number_text.hpp"

namespace sotto {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Nothing where it is not set, or no number above 0.
std::optional<std::int64_t> number_in(const char* name) {
  const std::optional<std::int64_t> number = number_of_text<std::int64_t>(variable(name));
  return number && *number > 0 ? number : std::nullopt;
}

}  // namespace

ServiceManager::ServiceManager(std::string socket, std::optional<Interval> watchdog)
    : name_(std::move(socket)),
      watchdog_(watchdog),
      socket_(name_.empty() ? -1 : ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {}

ServiceManager ServiceManager::of_environment() {
  const std::optional<std::int64_t> watched = number_in("WATCHDOG_PID"), micros = number_in("WATCHDOG_USEC");
  const bool is_for_us = micros && (!watched || *watched == ::getpid());
  return {variable("NOTIFY_SOCKET"), is_for_us ? std::optional(Interval(*micros)) : std::nullopt};
}

void ServiceManager::status(const std::string& line, std::chrono::steady_clock::time_point now) {
  if (line == last_status_ || now - last_told_ < std::chrono::seconds(1)) return;
  last_status_ = line;
  last_told_ = now;
  tell("STATUS=" + line);
}

void ServiceManager::alive(std::chrono::steady_clock::time_point now) {
  if (!watchdog_ || now - last_alive_ < *watchdog_ / 2 - std::chrono::milliseconds(250)) return;
  last_alive_ = now;
  tell("WATCHDOG=1");
}

/// Never waits: a manager that does not listen stops nothing.
void ServiceManager::tell(const std::string& text) const {
  sockaddr_un place{};
  if (socket_.number() < 0 || name_.size() >= sizeof place.sun_path) return;
  place.sun_family = AF_UNIX;
  std::memcpy(place.sun_path, name_.data(), name_.size());
  if (name_.front() == '@') place.sun_path[0] = '\0';  // a name that is no file
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
  [[maybe_unused]] const ssize_t sent =
      ::sendto(socket_.number(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&place), size);
}

}  // namespace sotto
