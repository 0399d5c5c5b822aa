// SPDX-License-Identifier: MIT
// Two launches a round: slopes of all records, then sums of all coordinates. Neighbouring threads have neighbouring
// trials.
#include "sotto/simulation/cuda/cuda_gradients.hpp"

#include "sotto/simulation/cuda/device_memory.cuh"
#include "sotto/simulation/cuda/linear_gradient.hpp"

namespace sotto {
namespace {

constexpr std::uint32_t threads = 128;
/// A compiler that believes a processor full keeps few loads under way.
constexpr std::uint32_t blocks_of_processor = 4;

template <bool dense, class Loss>
__global__ void __launch_bounds__(threads, blocks_of_processor) slopes_of_records(const __grid_constant__ LinearTask task, const Loss loss) {
  const std::size_t number = std::size_t{blockIdx.x} * threads + threadIdx.x;
  if (number < task.slope_count()) find_slopes<dense>(task, loss, number);
}

template <bool dense>
__global__ void __launch_bounds__(threads, blocks_of_processor) sums_of_coordinates(const __grid_constant__ LinearTask task) {
  const std::size_t number = std::size_t{blockIdx.x} * threads + threadIdx.x;
  if (number < task.sum_count()) add_up<dense>(task, number);
}

class CudaGradients final : public BlockGradients {
 public:
  CudaGradients(const LinearRecords& records, int device) : device_(device), loss_(records.loss) {
    check(cudaSetDevice(device_));
    const LinearArrays& a = records.arrays;
    task_ = {.shape = records.shape,
             .nodes = nodes_.copy_of(a.nodes),
             .node_of = node_of_.copy_of(a.node_of),
             .firsts = firsts_.copy_of(a.firsts),
             .begins = begins_.copy_of(a.begins),
             .columns = columns_.copy_of(a.columns),
             .column_begins = column_begins_.copy_of(a.column_begins),
             .records = records_.copy_of(a.records),
             .labels = labels_.copy_of(a.labels),
             .norms = norms_.copy_of(a.norms),
             .values = values_.copy_of(a.values),
             .column_values = column_values_.copy_of(a.column_values)};
  }

  void find(const TileShape& shape, const double* points, double* out) override {
    check(cudaSetDevice(device_));
    LinearTask task = task_;
    task.lanes = shape.lanes;
    task.point_size = shape.dimension;
    task.points = points_.copy_of(points, shape.size());
    task.gradients = gradients_.of_size(shape.size());
    task.slopes = slopes_.of_size(task.slope_count() * task.shape.margins);
    task.shape.dense ? launch<true>(task) : launch<false>(task);
    check(cudaMemcpy(out, task.gradients, shape.size() * sizeof(double), cudaMemcpyDeviceToHost));
  }

 private:
  template <bool dense>
  void launch(const LinearTask& task) const {
    std::visit(
        [&](const auto& loss) {
          slopes_of_records<dense><<<blocks_for(task.slope_count(), threads), threads>>>(task, loss);
        },
        loss_);
    check(cudaGetLastError());
    sums_of_coordinates<dense><<<blocks_for(task.sum_count(), threads), threads>>>(task);
    check(cudaGetLastError());
  }

  int device_;
  Loss loss_;
  LinearTask task_{};
  OnDevice<LinearNode> nodes_;
  OnDevice<std::uint32_t> node_of_, firsts_, begins_, columns_, column_begins_, records_;
  OnDevice<double> labels_, norms_, values_, column_values_, points_, gradients_, slopes_;
};

}  // namespace

std::unique_ptr<BlockGradients> cuda_gradients(const LinearRecords& records, int device) {
  return std::make_unique<CudaGradients>(records, device);
}

}  // namespace sotto
