// SPDX-License-Identifier: MIT
// In place of NVIDIA's driver: one that is as old as STUB_DRIVER says, and answers nothing else.
#include <cstdlib>

extern "C" int cuDriverGetVersion(int* version);
extern "C" int cuDriverGetVersion(int* version) {
  const char* said = std::getenv("STUB_DRIVER");
  *version = said == nullptr ? 0 : std::atoi(said);
  return 0;
}
