// SPDX-License-Identifier: MIT
// Lets the host's service manager watch a node: what the screen is told goes there too.
#pragma once

#include "sotto/federation/host/service_manager.hpp"
#include "sotto/federation/runner/node_status.hpp"

namespace sotto::app {

class Supervision final : public NodeObserver {
 public:
  explicit Supervision(NodeObserver& screen) : screen_(screen), manager_(ServiceManager::of_environment()) {}

  void happened(const NodeEvent& event) override;
  void changed(const NodeStatus& status) override;
  std::uint64_t lines_lost() const override { return screen_.lines_lost(); }

 private:
  NodeObserver& screen_;
  ServiceManager manager_;
};

}  // namespace sotto::app
