// SPDX-License-Identifier: MIT
// Who shares a piece of work that falls into parts: one thread, or several.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

namespace sotto {

class Crew {
 public:
  virtual ~Crew() = default;

  /// How many parts are worth making.
  virtual unsigned size() const = 0;
  /// Calls part(k) once for each k below `parts`, in any order and on any threads, and returns when all are done. An
  /// exception of a part comes out, that of the first one.
  virtual void share(std::size_t parts, const std::function<void(std::size_t)>& part) = 0;

 protected:
  Crew() = default;
  Crew(const Crew&) = default;
  Crew& operator=(const Crew&) = default;
};

/// The caller's own thread.
class OneWorker final : public Crew {
 public:
  unsigned size() const override { return 1; }
  void share(std::size_t parts, const std::function<void(std::size_t)>& part) override {
    for (std::size_t k = 0; k < parts; ++k) part(k);
  }
};

/// It has no state, so everybody may use the same.
inline Crew& one_worker() {
  static OneWorker worker;
  return worker;
}

/// Calls work(first, last) for parts of the items [0, count). There are some for each worker, since one may be slower
/// than another, and none is so small that to hand it over takes longer than its work.
template <class Work>
void share_out(Crew& crew, std::size_t count, const Work& work) {
  constexpr std::size_t for_each = 4, fewest_items = 1024;
  const std::size_t parts =
      crew.size() == 1 ? 1 : std::clamp<std::size_t>(count / fewest_items, 1, for_each * crew.size());
  if (parts == 1) return work(std::size_t{0}, count);
  crew.share(parts, [&](std::size_t k) { work(count * k / parts, count * (k + 1) / parts); });
}

}  // namespace sotto
