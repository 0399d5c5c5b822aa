// SPDX-License-Identifier: MIT
// How models do on the test file: figures and a table for the page.
#pragma once

#include "sotto/report/figure.hpp"
#include "sotto/report/page.hpp"
#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {

/// Method by method, and node by node where nodes differ. Nothing where there is no test file.
std::vector<Figure> test_figures(const Comparison& comparison);
std::vector<PageTable> test_tables(const Comparison& comparison);

}  // namespace sotto
