// SPDX-License-Identifier: MIT
// Memory on huge pages.
#include "sotto/arithmetic/large_array.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace sotto {
namespace {

constexpr std::size_t cache_line = 64, huge_page = std::size_t{2} << 20;
constexpr std::size_t large = 8 * huge_page;  // what is left empty in the last page is little then

std::size_t rounded_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

}  // namespace

void* large_memory(std::size_t bytes) {
  const std::size_t boundary = bytes >= large ? huge_page : cache_line;
  const std::size_t whole = bytes == 0 ? boundary : rounded_up(bytes, boundary);
  void* memory = whole < bytes ? nullptr : std::aligned_alloc(boundary, whole);
  if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
  // A wish: where it is refused, pages are small and the rest is the same.
  if (boundary == huge_page) static_cast<void>(madvise(memory, whole, MADV_HUGEPAGE));
#endif
  std::memset(memory, 0, whole);
  return memory;
}

void free_large_memory(void* memory) {
  std::free(memory);
}

}  // namespace sotto
