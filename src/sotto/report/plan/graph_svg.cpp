// SPDX-License-Identifier: MIT
#include "sotto/report/plan/graph_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sotto/graph/layout.hpp"
#include "sotto/graph/measures.hpp"

namespace sotto {
namespace {

constexpr double page_width = 960, margin = 56, head = 104, foot = 72;
constexpr double widest = page_width - 2 * margin, flattest = 280;
constexpr const char* ink = "#22304a";
constexpr const char* faint_ink = "#6b7690";
constexpr const char* paper = "#fdfcf9";
constexpr const char* rim = "#fdfcfa";  ///< around nodes: as light as the paper, and not so in the dark
constexpr double largest_node = 24;
constexpr double room_for_names = 20, largest_letter = 16;
constexpr NodeId most_numbered_nodes = 60;  ///< more numbers than this cannot be read

struct Colour {
  double red, green, blue;

  /// Of WCAG, from 0 to 1.
  double luminance() const {
    const auto linear = [](double part) {
      const double share = part / 255;
      return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  }
  /// White or nearly black, whichever can be read better on it.
  const char* ink_on() const { return luminance() > 0.18 ? "#0b1220" : "#ffffff"; }
};

/// From few neighbours to many: sand, shallows, sea, night.
Colour colour_at(double share) {
  constexpr Colour stops[] = {{246, 208, 106}, {126, 196, 158}, {48, 138, 168}, {42, 60, 118}};
  const double at = std::clamp(share, 0.0, 1.0) * 3;
  const auto k = std::min<std::size_t>(static_cast<std::size_t>(at), 2);
  const auto mix = [t = at - static_cast<double>(k)](double from, double to) { return from + t * (to - from); };
  return {mix(stops[k].red, stops[k + 1].red), mix(stops[k].green, stops[k + 1].green),
          mix(stops[k].blue, stops[k + 1].blue)};
}

std::string text_of(const Colour& c) {
  return fmt::format("#{:02x}{:02x}{:02x}", static_cast<int>(c.red), static_cast<int>(c.green),
                     static_cast<int>(c.blue));
}

/// A name comes from a file's.
std::string as_xml(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    if (c == '<')
      safe += "&lt;";
    else if (c == '&')
      safe += "&amp;";
    else if (static_cast<unsigned char>(c) >= 0x20)
      safe += c;
  }
  return safe;
}

class Drawing {
 public:
  Drawing(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights,
          const std::vector<std::string>& names)
      : settings_(settings),
        graph_(graph),
        weights_(weights),
        names_(names),
        degrees_(graph.degrees()),
        at_(layout(graph)) {
    place();
    node_size_ = std::clamp(0.36 * usual_gap(), 1.2, largest_node);
  }

  std::string svg() const {
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
               "height=\"{1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
               "<rect width=\"100%\" height=\"100%\" fill=\"{2}\"/>\n",
               page_width, page_height_, paper) +
           title() + edges() + nodes() + legend() + "</svg>\n";
  }

 private:
  /// Scales the layout to the page; a flat layout makes a flat page.
  void place() {
    double left = at_[0].x, right = left, top = at_[0].y, bottom = top;
    for (const Position& p : at_) {
      left = std::min(left, p.x), right = std::max(right, p.x);
      top = std::min(top, p.y), bottom = std::max(bottom, p.y);
    }
    const double room = widest - 2 * largest_node;
    const double scale = room / std::max({right - left, bottom - top, 1e-9});
    const double height = std::max(flattest, (bottom - top) * scale + 2 * largest_node);
    double more = 0;
    for (NodeId i = 0; i < names_.size(); ++i)
      if (names_[i] != std::to_string(i)) more = room_for_names;
    page_height_ = head + height + foot + 2 * more;
    middle_ = {page_width / 2, head + more + height / 2};
    for (Position& p : at_)
      p = {middle_.x + scale * (p.x - (left + right) / 2), middle_.y + scale * (p.y - (top + bottom) / 2)};
  }

  /// From a node to the nearest other one, on average.
  double usual_gap() const {
    double sum = 0;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      double nearest = widest;
      for (std::size_t j = 0; j < at_.size(); ++j)
        if (i != j) nearest = std::min(nearest, std::hypot(at_[i].x - at_[j].x, at_[i].y - at_[j].y));
      sum += nearest;
    }
    return sum / static_cast<double>(at_.size());
  }

  std::string title() const {
    return fmt::format(
        "<title>{0}: {1} nodes, {2} edges</title>\n"
        "<text x=\"{3}\" y=\"52\" font-size=\"28\" font-weight=\"bold\" fill=\"{4}\">{0}</text>\n"
        "<text x=\"{3}\" y=\"80\" font-size=\"16\" fill=\"{5}\">{1} nodes, {2} edges, {6} weights, "
        "&#946; = {7:.4g}</text>\n",
        name_of(settings_.kind), graph_.node_count(), graph_.edge_count(), margin, ink, faint_ink,
        name_of(settings_.weights), weights_.mixing_rate().beta);
  }

  struct DrawnEdge {
    Edge ends;
    double weight;
  };

  /// Weak ones first, so that strong ones lie on top.
  std::vector<DrawnEdge> edges_by_weight() const {
    std::vector<DrawnEdge> all;
    for (NodeId i = 0; i < graph_.node_count(); ++i) {
      const WeightMatrix::Row row = weights_.row(i);
      for (std::size_t k = 0; k < row.columns.size(); ++k)
        if (row.columns[k] > i) all.push_back({{i, row.columns[k]}, row.weights[k]});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const DrawnEdge& p, const DrawnEdge& q) { return p.weight < q.weight; });
    return all;
  }

  std::string edges() const {
    const std::vector<DrawnEdge> all = edges_by_weight();
    // A crowded picture is drawn with finer and fainter lines.
    const double crowd = static_cast<double>(all.size()) / graph_.node_count();
    const double strength = std::clamp(2.4 / std::sqrt(std::max(crowd, 1.0)), 0.25, 0.85);
    std::string out = fmt::format("<g fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" stroke-linecap=\"round\">\n",
                                  ink, std::clamp(node_size_ / 6, 0.8, 2.4));
    for (const DrawnEdge& edge : all) {
      const double share = all.back().weight > 0 ? edge.weight / all.back().weight : 0;
      out += fmt::format("<path d=\"{}\" opacity=\"{:.2f}\"/>\n", line(edge.ends), strength * (0.12 + 0.88 * share));
    }
    return out + "</g>\n";
  }

  /// Straight; on a circle an edge that skips nodes bends towards the middle, or it would hide behind them.
  std::string line(Edge ends) const {
    const Position a = at_[ends.a], b = at_[ends.b];
    const std::string start = fmt::format("M{:.1f} {:.1f}", a.x, a.y), end = fmt::format("{:.1f} {:.1f}", b.x, b.y);
    const NodeId steps = ends.b - ends.a;
    if (!lies_on_a_circle(graph_) || std::min(steps, graph_.node_count() - steps) < 2) return start + "L" + end;
    const Position half{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const double depth = std::hypot(half.x - middle_.x, half.y - middle_.y), length = std::hypot(a.x - b.x, a.y - b.y);
    const double kept = 1 - std::min(0.3, 0.9 * length / std::max(depth, 1.0));
    const Position bent{middle_.x + kept * (half.x - middle_.x), middle_.y + kept * (half.y - middle_.y)};
    return start + fmt::format("Q{:.1f} {:.1f} ", bent.x, bent.y) + end;
  }

  /// 0 for the fewest neighbours, 1 for the most; the middle where all have as many.
  double share_of(std::size_t degree) const {
    if (degrees_.least == degrees_.most) return 0.7;
    return static_cast<double>(degree - degrees_.least) / static_cast<double>(degrees_.most - degrees_.least);
  }

  std::string nodes() const {
    const bool numbered = graph_.node_count() <= most_numbered_nodes;
    std::string out =
        fmt::format("<g stroke=\"{}\" stroke-width=\"{:.1f}\">\n", rim, std::clamp(node_size_ / 8, 0.8, 2.0));
    std::string labels = fmt::format("<g font-size=\"{:.1f}\" text-anchor=\"middle\">\n", 0.8 * node_size_);
    for (NodeId i = 0; i < graph_.node_count(); ++i) {
      const double share = share_of(graph_.degree(i));
      out += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"><title>node {}, degree {}"
          "</title></circle>\n",
          at_[i].x, at_[i].y, node_size_ * (0.7 + 0.3 * share), text_of(colour_at(share)), i, graph_.degree(i));
      if (numbered) labels += label(i, share);
    }
    return out + "</g>\n" + (numbered ? labels + "</g>\n" : "");
  }

  /// A number in its node; a name above it or below, away from the middle.
  std::string label(NodeId i, double share) const {
    const std::string number = std::to_string(i), name = i < names_.size() ? names_[i] : number;
    if (name == number)
      return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", at_[i].x,
                         at_[i].y + 0.28 * node_size_, colour_at(share).ink_on(), number);
    const double letter = std::min(0.8 * node_size_, largest_letter);
    const double half = std::min(0.32 * letter * static_cast<double>(name.size()), page_width / 2 - 4);
    const double away = at_[i].y < middle_.y ? -1.35 * node_size_ : 1.35 * node_size_ + 0.8 * letter;
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"{}\">{}</text>\n",
                       std::clamp(at_[i].x, half + 4, page_width - half - 4), at_[i].y + away, letter, ink,
                       as_xml(name));
  }

  std::string legend() const {
    const double y = page_height_ - 32;
    std::string out = fmt::format("<g font-size=\"14\" fill=\"{}\">\n", faint_ink);
    if (degrees_.least == degrees_.most) {
      out += fmt::format("<text x=\"{}\" y=\"{:.0f}\">every node has degree {}</text>\n", margin, y, degrees_.most);
    } else {
      out += fmt::format("<text x=\"{}\" y=\"{:.0f}\">degree {}</text>\n", margin, y, degrees_.least);
      const double start = margin + 62 + 8 * static_cast<double>(std::to_string(degrees_.least).size());
      for (int k = 0; k < 24; ++k)
        out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.0f}\" width=\"5.5\" height=\"10\" fill=\"{}\"/>\n", start + 5 * k,
                           y - 10, text_of(colour_at(k / 23.0)));
      out += fmt::format("<text x=\"{:.1f}\" y=\"{:.0f}\">{}</text>\n", start + 128, y, degrees_.most);
    }
    return out + fmt::format(
                     "<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\">a stronger line is a larger weight"
                     "</text>\n</g>\n",
                     page_width - margin, y);
  }

  const GraphSettings& settings_;
  const Graph& graph_;
  const WeightMatrix& weights_;
  const std::vector<std::string>& names_;
  DegreeRange degrees_;
  std::vector<Position> at_;
  Position middle_{};
  double node_size_ = 0;
  double page_height_ = 0;
};

}  // namespace

void refuse_too_large_for_svg(const Graph& graph) {
  if (graph.node_count() > most_drawn_nodes)
    throw InvalidInput({"graph.svg", std::to_string(graph.node_count()) + " nodes",
                        "a picture holds at most " + std::to_string(most_drawn_nodes)});
}

std::string graph_svg(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights,
                      const std::vector<std::string>& names) {
  refuse_too_large_for_svg(graph);
  return Drawing(settings, graph, weights, names).svg();
}

std::map<std::string, std::string> graph_colours_at_night() {
  return {{ink, "#dfe4ee"}, {faint_ink, "#a2a8b0"}, {paper, "#1b1f24"}, {rim, "#9aa5b8"}};
}

}  // namespace sotto
