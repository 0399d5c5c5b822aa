// SPDX-License-Identifier: MIT
// Memory of a device, and what its driver answers.
#pragma once

#include <cuda_runtime.h>

#include <utility>
#include <vector>

#include "sotto/simulation/cuda/team_device.hpp"

namespace sotto {

inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  cudaGetLastError();
  if (error == cudaErrorMemoryAllocation) throw TooLittleMemory(cudaGetErrorString(error));
  throw DeviceFailure(cudaGetErrorString(error));
}

inline std::uint32_t blocks_for(std::size_t count, std::uint32_t threads) {
  return static_cast<std::uint32_t>((count + threads - 1) / threads);
}

/// It grows and is kept from task to task.
template <class T>
class OnDevice {
 public:
  OnDevice() = default;
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() { cudaFree(data_); }

  T* of_size(std::size_t size) {
    if (size > size_) {
      give_back();
      check(cudaMalloc(&data_, size * sizeof(T)));
      size_ = size;
    }
    return data_;
  }
  T* copy_of(const T* values, std::size_t count) {
    T* data = of_size(count == 0 ? 1 : count);
    if (count != 0) check(cudaMemcpy(data, values, count * sizeof(T), cudaMemcpyHostToDevice));
    return data;
  }
  T* copy_of(const std::vector<T>& values) { return copy_of(values.data(), values.size()); }
  std::vector<T> first(std::size_t count) const {
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  T* data() const { return data_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  void give_back() {
    cudaFree(std::exchange(data_, nullptr));
    size_ = 0;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace sotto
