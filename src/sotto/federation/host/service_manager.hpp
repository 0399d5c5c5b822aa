// SPDX-License-Identifier: MIT
// Tells the service manager of the host how a node stands, in the datagrams that systemd's sd_notify(3) describes.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "sotto/files/opened_file.hpp"

namespace sotto {

class ServiceManager {
 public:
  /// NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID. Without a socket nothing is ever said.
  static ServiceManager of_environment();

  void ready() { tell("READY=1"); }
  void stopping() { tell("STOPPING=1"); }
  /// To be called often. A line is said where it is another one than before, once a second at most; that the node lives
  /// is said twice within the time that the manager waits.
  void status(const std::string& line, std::chrono::steady_clock::time_point now);
  void alive(std::chrono::steady_clock::time_point now);

 private:
  using Interval = std::chrono::microseconds;
  ServiceManager(std::string socket, std::optional<Interval> watchdog);
  void tell(const std::string& text) const;

  std::string name_;
  std::optional<Interval> watchdog_;
  Descriptor socket_;
  std::string last_status_;
  std::chrono::steady_clock::time_point last_alive_{}, last_told_{};
};

}  // namespace sotto
