// SPDX-License-Identifier: MIT
// Who shares a piece of work that falls into parts: one thread, or several.
#pragma once

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

}  // namespace sotto
