// SPDX-License-Identifier: MIT
// What the table of `./dev bench` compares. Every *_bench.cpp brings its own rows; main.cpp puts them together.
#pragma once

#include <string>
#include <vector>

namespace sotto::bench {

/// What a figure should keep to. A row without a bar informs.
struct Bar {
  enum class Kind { none, at_most, at_least } kind = Kind::none;
  double value = 0;

  bool holds(double measured) const {
    if (kind == Kind::none) return true;
    return kind == Kind::at_most ? measured <= value : measured >= value;
  }
};
inline Bar at_most(double value) {
  return {Bar::Kind::at_most, value};
}
inline Bar at_least(double value) {
  return {Bar::Kind::at_least, value};
}

/// CPU time holds on a busy machine: of the thread, or what another process reports. The wall clock is for threads.
enum class Clock { cpu, wall };

/// Median time of one item (see `items` below) of the numerators, added, over that of the denominator.
struct Ratio {
  std::string title;
  std::vector<std::string> numerators;  ///< benchmarks, without what Google Benchmark appends to their names
  std::string denominator;
  Bar bar = {};
  Clock clock = Clock::cpu;
};

/// Items a second of CPU time, the median.
struct Rate {
  std::string title;
  std::string benchmark;
  Bar bar = {};
};

/// What a benchmark says of itself in a counter.
struct Figure {
  std::string title;
  std::string benchmark;
  std::string counter;
  Bar bar = {};
};

struct Rows {
  std::vector<Ratio> ratios;
  std::vector<Rate> rates = {};
  std::vector<Figure> figures = {};
};

/// The counter in which a benchmark says how many items one iteration makes (1 where it says nothing).
inline constexpr char items[] = "items";

Rows reference_rows();
Rows sampler_rows();
Rows montecarlo_rows();
Rows mixing_rows();
Rows threads_rows();
Rows numpy_rows();
Rows large_network_rows();
Rows census_rows();

}  // namespace sotto::bench
