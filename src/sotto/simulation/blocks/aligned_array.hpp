// SPDX-License-Identifier: MIT
// Doubles on a boundary of 64 bytes, as the kernels want them; zero at first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace sotto {

class AlignedArray {
 public:
  explicit AlignedArray(std::size_t size)
      : size_(size), values_(static_cast<double*>(::operator new(size * sizeof(double), alignment))) {
    std::fill_n(values_.get(), size, 0.0);
  }
  std::size_t size() const { return size_; }
  double* data() { return values_.get(); }
  const double* data() const { return values_.get(); }
  double& operator[](std::size_t k) { return values_.get()[k]; }
  double operator[](std::size_t k) const { return values_.get()[k]; }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(double* values) const { ::operator delete(values, alignment); }
  };
  std::size_t size_;
  std::unique_ptr<double, Free> values_;
};

}  // namespace sotto
