// SPDX-License-Identifier: MIT
#include "sotto/workers/ranks.hpp"

#include <cstdlib>
#include <utility>

namespace sotto {
namespace {

class NoHalo final : public Halo {
 public:
  void gather(const double*, std::uint32_t, std::uint32_t) override {}
  void begin(double*) override {}
  void advance() override {}
  void finish() override {}
};

class Alone final : public Ranks {
 public:
  unsigned number() const override { return 0; }
  unsigned count() const override { return 1; }

  void post(unsigned, std::string) override { std::abort(); }  // there is nobody
  std::optional<Parcel> collect() override { return std::nullopt; }

  const std::atomic<bool>& agreed(const std::atomic<bool>& interrupt) override { return interrupt; }
  double maximum(double value) override { return value; }
  void begin_maximum(double value) override { under_way_ = value; }
  double end_maximum() override { return under_way_; }
  void add(std::span<std::int64_t>) override {}
  std::vector<std::string> exchange(std::vector<std::string> parcels) override { return parcels; }

  std::unique_ptr<Halo> make_halo(const Borders&, std::size_t) override { return std::make_unique<NoHalo>(); }
  std::vector<std::uint16_t> divide(const RowsOfRank& rows) override {
    return std::vector<std::uint16_t>(rows.starts.size() - 1, 0);
  }

 private:
  static thread_local double under_way_;
};

thread_local double Alone::under_way_ = 0;

}  // namespace

Ranks& alone() {
  static Alone alone;
  return alone;
}

}  // namespace sotto
