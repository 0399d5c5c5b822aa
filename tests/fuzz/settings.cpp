// SPDX-License-Identifier: MIT
// Any text as a configuration file.
#include "sotto/settings/settings.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/targets.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto::fuzz {

void settings(Bytes bytes) {
  const int file = memfd_create("configuration", 0);
  if (file < 0 || write(file, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error("no file in memory");
  try {
    Settings read;
    read.add_file("/proc/self/fd/" + std::to_string(file));
  } catch (const InvalidInput& refused) {
    if (refused.faults().empty() || !is_utf8(refused.what())) throw BrokenClaim("a refusal that cannot be shown");
  }
  close(file);
}

}  // namespace sotto::fuzz
