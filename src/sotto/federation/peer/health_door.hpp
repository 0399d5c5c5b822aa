// SPDX-License-Identifier: MIT
// A small HTTP server on loopback: whether the node lives, whether it is ready, and its metrics.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "sotto/federation/peer/timeline.hpp"

namespace sotto {

struct HttpAnswer {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body = {};
};

class HealthDoor {
 public:
  using Answers = std::function<HttpAnswer(const std::string& path)>;
  /// Refuses (InvalidInput, network) a port that is taken. At most eight readers at once, each with 5 s; the next
  /// one takes the place of the one that has been silent longest.
  HealthDoor(EventLoop& loop, std::uint16_t port, Answers answers);
  ~HealthDoor();

 private:
  struct Inner;
  std::shared_ptr<Inner> inner_;
};

}  // namespace sotto
