// SPDX-License-Identifier: MIT
// How a method looks and what people call it: the same on every figure of every page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sotto {

struct Figure;

/// Colour, mark and dash of a series. Mark and dash tell it from others without its colour.
struct SeriesStyle {
  std::string colour = {};  ///< on paper; empty: not given yet
  std::string night = {};   ///< the same in the dark
  std::string mark = {};    ///< its name, such as "circle"
  std::string path = {};    ///< the mark's outline as SVG has it, about 2 wide
  std::vector<int> dash = {};
};

/// What people call a method of the data: "node alone" for node_alone, "first run: node alone" for first run:
/// node_alone. Other names stay as they are.
std::string label_of_method(std::string_view name);

/// At most so many series of a figure are shown before a reader asks for all.
inline constexpr std::size_t most_at_first = 6;

/// Gives every series of a page its label, its style and whether it is shown at first. A method of the table has the
/// style of the table; any other one takes what is left, near the method that its name begins with. No two names share
/// mark and colour while there is a pair left.
void give_styles(std::vector<Figure>& figures);

}  // namespace sotto
