// SPDX-License-Identifier: MIT
// Hands over a result.
#include "delivery.hpp"

#include "output.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

/// Stores a result in one place; what fails is kept, so that another place is still tried.
void attempt(const std::function<void()>& store, std::vector<Fault>& faults) {
  try {
    store();
  } catch (const InvalidInput& refused) {
    if (refused.kind() != FaultKind::store) throw;
    faults.insert(faults.end(), refused.faults().begin(), refused.faults().end());
  }
}

}  // namespace

bool deliver(const Delivery& delivery) {
  std::vector<Fault> faults;
  attempt([&] { print(delivery.result); }, faults);
  if (delivery.folder != nullptr) {
    attempt(
        [&] {
          delivery.write(*delivery.folder);
          if (!delivery.command.quiet()) remark("written", delivery.folder->target().string());
        },
        faults);
  }
  // stdout holds the result, one document; what could not be stored beside it is said on stderr.
  for (const Fault& fault : faults) remark("error", to_text(fault));
  return faults.empty();
}

}  // namespace sotto::app
