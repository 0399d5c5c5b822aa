// SPDX-License-Identifier: MIT
// The table of methods, and what other series get.
#include "sotto/report/document/series_style.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "sotto/report/document/figure.hpp"

namespace sotto {
namespace {

using StyleKind = FigureSeries::Kind;

/// Each has a contrast of at least 4.5 to its page. Those before `vermilion` are for any series; their number and that
/// of the marks for any series have no common divisor, so counting both gives every pair once.
enum Colour { blue, green, ochre, mauve, indigo, olive, teal, vermilion, ink, grey, slate, brown, steel, plum };
struct Tone {
  const char* paper;
  const char* night;
};
constexpr Tone tones[] = {{"#0068A8", "#6CBDF2"}, {"#00744F", "#35CDA0"}, {"#8A5A00", "#F0B23C"},
                          {"#A2397A", "#E795C5"}, {"#5747B8", "#AFA5F5"}, {"#5E6400", "#CFD04A"},
                          {"#006F7D", "#5FD3E0"}, {"#B23A00", "#FF9A66"}, {"#2B2F36", "#F2F0EA"},
                          {"#5F656C", "#B5B9BF"}, {"#4A4A4A", "#C3C7CC"}, {"#75502F", "#D9B48F"},
                          {"#4B5F78", "#A9BDD6"}, {"#6B4A63", "#CDAFC6"}};
constexpr std::size_t free_colours = vermilion;
constexpr Colour theory_colours[] = {slate, brown, steel, plum};

/// Those before `cross` are for any series. A cross is kept for what is not private, a level for theory.
enum Mark { circle, square, up, diamond, down, bow_tie, right, left, cross, star, bar, level };
struct Outline {
  const char* name;
  const char* path;
};
constexpr Outline outlines[] = {
    {"circle", "M0.95,0A0.95,0.95,0,1,1,-0.95,0A0.95,0.95,0,1,1,0.95,0Z"},
    {"square", "M-0.85,-0.85L0.85,-0.85L0.85,0.85L-0.85,0.85Z"},
    {"triangle-up", "M0,-1.1L1.1,0.85L-1.1,0.85Z"},
    {"diamond", "M0,-1.3L1,0L0,1.3L-1,0Z"},
    {"triangle-down", "M0,1.1L1.1,-0.85L-1.1,-0.85Z"},
    {"bow-tie", "M-1.15,-0.95L0,-0.2L1.15,-0.95L1.15,0.95L0,0.2L-1.15,0.95Z"},
    {"triangle-right", "M1.1,0L-0.85,1.1L-0.85,-1.1Z"},
    {"triangle-left", "M-1.1,0L0.85,1.1L0.85,-1.1Z"},
    {"cross",
     "M-0.35,-1.1L0.35,-1.1L0.35,-0.35L1.1,-0.35L1.1,0.35L0.35,0.35L0.35,1.1L-0.35,1.1L-0.35,0.35L-1.1,0.35"
     "L-1.1,-0.35L-0.35,-0.35Z"},
    {"star",
     "M0,-1.35L0.34,-0.47L1.28,-0.42L0.55,0.18L0.79,1.09L0,0.58L-0.79,1.09L-0.55,0.18L-1.28,-0.42L-0.34,-0.47Z"},
    {"bar", "M-0.35,-1.25L0.35,-1.25L0.35,1.25L-0.35,1.25Z"},
    {"level", "M-1.5,-0.16L1.5,-0.16L1.5,0.16L-1.5,0.16Z"}};
constexpr std::size_t free_marks = cross;

struct Method {
  const char* name;
  const char* label;  ///< null: the name is one that people use
  Colour colour;
  Mark mark;
  std::vector<int> dash;
};

/// Names that stand for the same method have the same line here.
const std::vector<Method>& methods() {
  static const std::vector<int> solid{1, 0};
  static const std::vector<Method> all{
      {"our default", nullptr, blue, circle, solid},
      {"this plan", nullptr, blue, circle, solid},
      {"joining", nullptr, blue, circle, solid},
      {"the paper's plan", nullptr, green, square, {14, 3}},
      {"the paper's schedule, exactly normalised", nullptr, green, up, {18, 3}},
      {"constant noise, the paper's steps and accountant", nullptr, blue, square, {22, 3}},
      {"basic composition, round by round", nullptr, ochre, circle, {26, 3}},
      {"advanced composition, round by round", nullptr, mauve, circle, {30, 3}},
      {"masked sums, q = 1", nullptr, ochre, up, {10, 3, 3, 3}},
      {"masked sums, one colluder", nullptr, ochre, up, {10, 3, 3, 3}},
      {"masked sums", nullptr, ochre, up, {10, 3, 3, 3}},
      {"joining, trusting all but 1", nullptr, ochre, up, {10, 3, 3, 3}},
      {"masked sums, q = 3", nullptr, mauve, diamond, {16, 3, 3, 3}},
      {"masked sums, three colluders", nullptr, mauve, diamond, {16, 3, 3, 3}},
      {"node_alone", "node alone", indigo, down, {5, 2}},
      {"a node alone", "node alone", indigo, down, {5, 2}},
      {"node_alone_private", "node alone, published", indigo, bow_tie, {5, 4}},
      {"a node alone, published", "node alone, published", indigo, bow_tie, {5, 4}},
      {"curator", "trusted curator", teal, right, {7, 3}},
      {"minimiser", "x*, without privacy", ink, star, {3, 2}},
      {"no privacy", "x*, without privacy", ink, star, {3, 2}},
      {"no_privacy", "no noise, same steps", olive, left, {7, 5}},
      {"constant", "constant answer", grey, bar, {3, 4}},
      {"answering the more frequent level", "constant answer", grey, bar, {3, 4}},
      {"answering the most frequent level", "constant answer", grey, bar, {3, 4}},
      {"answering the mean", "constant answer", grey, bar, {3, 4}},
      {"answering the best constant", "constant answer", grey, bar, {3, 4}},
      {"one_shot", "one shot of noise", green, diamond, {5, 6}},
      {"huang_mitra_vaidya", "Huang, Mitra, Vaidya", ochre, bow_tie, {5, 8}},
      {"gossip_pairs", "Gaussian pairs on edges", mauve, down, {7, 7}},
      {"extra", "EXTRA", teal, diamond, {9, 5}},
      {"gradient_tracking", "gradient tracking", olive, square, {9, 7}},
      {"printed_hand_over_non_private", "the loop as printed", vermilion, cross, {9, 3, 2, 3}}};
  return all;
}

const Method* method_named(std::string_view name) {
  const auto found = std::find_if(methods().begin(), methods().end(), [&](const Method& m) { return m.name == name; });
  return found == methods().end() ? nullptr : &*found;
}

/// "our default" of "our default, delta = 1e-3" and of "first run: our default"; the longest that fits.
const Method* method_inside(std::string_view name) {
  if (const std::size_t colon = name.rfind(": "); colon != std::string_view::npos) name.remove_prefix(colon + 2);
  const Method* longest = nullptr;
  for (const Method& method : methods()) {
    const std::string_view own = method.name;
    const bool fits = name == own || (name.starts_with(own) && name.substr(own.size()).starts_with(", "));
    if (fits && (longest == nullptr || own.size() > std::string_view(longest->name).size())) longest = &method;
  }
  return longest;
}

SeriesStyle style_of(Colour colour, Mark mark, std::vector<int> dash) {
  return {.colour = tones[colour].paper,
          .night = tones[colour].night,
          .mark = outlines[mark].name,
          .path = outlines[mark].path,
          .dash = std::move(dash)};
}

/// Hands out what is left, for the series of one page.
class PageStyles {
 public:
  explicit PageStyles(const std::vector<Figure>& figures) {
    std::vector<const FigureSeries*> others;
    for (const Figure& figure : figures)
      for (const FigureSeries& one : figure.series) {
        if (styles_.contains(one.name)) continue;
        const Method* method = method_named(one.name);
        styles_[one.name] = method == nullptr ? SeriesStyle{} : style_of(method->colour, method->mark, method->dash);
        if (method == nullptr || !taken_.insert({method->colour, method->mark}).second) others.push_back(&one);
      }
    for (const FigureSeries* one : others) styles_[one->name] = left_for(*one);
  }

  const SeriesStyle& of(const std::string& name) const { return styles_.at(name); }

 private:
  SeriesStyle left_for(const FigureSeries& one) {
    const int n = of_kind_[one.kind]++;
    if (one.kind == StyleKind::theory)
      return style_of(theory_colours[static_cast<std::size_t>(n) % std::size(theory_colours)], level, {2, 2 + 2 * n});
    if (one.kind == StyleKind::non_private) return style_of(vermilion, warning_mark(), {9, 3, 2, 5 + 2 * n});
    const auto [colour, mark] = free_pair(method_inside(one.name));
    return style_of(colour, mark,
                    one.kind == StyleKind::plan ? std::vector{12 + 4 * n, 3, 6, 3} : std::vector{4, 9 + 2 * n});
  }

  /// The cross, while it is left; the colour warns by itself.
  Mark warning_mark() {
    for (int mark = cross; mark >= 0; --mark)
      if (taken_.insert({vermilion, static_cast<Mark>(mark)}).second) return static_cast<Mark>(mark);
    return cross;
  }

  /// In the colour of the method that it is a case of, while that has a mark left.
  std::pair<Colour, Mark> free_pair(const Method* near) {
    if (near != nullptr && near->colour < free_colours)
      for (std::size_t k = 0; k < free_marks; ++k)
        if (const auto pair = std::pair(near->colour, static_cast<Mark>((near->mark + k) % free_marks));
            taken_.insert(pair).second)
          return pair;
    for (std::size_t k = 0; k < free_colours * free_marks; ++k, ++next_)
      if (const auto pair = pair_at(next_); taken_.insert(pair).second) return pair;
    return pair_at(next_++);
  }

  static std::pair<Colour, Mark> pair_at(std::size_t k) {
    return {static_cast<Colour>(k % free_colours), static_cast<Mark>(k % free_marks)};
  }

  std::map<std::string, SeriesStyle> styles_;
  std::set<std::pair<Colour, Mark>> taken_;
  std::map<StyleKind, int> of_kind_;
  std::size_t next_ = 0;
};

/// What a verdict speaks of, in the order in which it is shown.
constexpr std::string_view spoken_of[] = {"node alone",      "trusted curator",       "x*, without privacy",
                                          "constant answer", "node alone, published", "no noise, same steps"};

/// The number of them where no verdict names it. Theory comes beside x*.
std::size_t rank_of_baseline(const FigureSeries& one) {
  if (one.kind == StyleKind::theory) return 2;
  const Method* method = method_inside(one.name);
  const std::string_view label = method == nullptr || method->label == nullptr ? "" : method->label;
  return static_cast<std::size_t>(std::find(std::begin(spoken_of), std::end(spoken_of), label) - std::begin(spoken_of));
}

/// In how many panels a series is drawn.
std::size_t panels_with(const Figure& figure, const std::string& series) {
  std::set<std::string> metrics;
  for (const Observation& seen : figure.observations)
    if (seen.series == series) metrics.insert(seen.metric);
  return static_cast<std::size_t>(std::count_if(figure.panels.begin(), figure.panels.end(),
                                                [&](const Figure::Panel& p) { return metrics.contains(p.metric); }));
}

/// The plans first, those in most panels before others; but two places are kept for what the verdict compares them
/// with.
void choose_first(Figure& figure) {
  for (FigureSeries& one : figure.series) one.at_first = figure.series.size() <= most_at_first;
  if (figure.series.size() <= most_at_first) return;
  std::vector<FigureSeries*> plans, others;
  for (FigureSeries& one : figure.series) (one.kind == StyleKind::plan ? plans : others).push_back(&one);
  std::map<const FigureSeries*, std::size_t> panels;
  for (const FigureSeries* plan : plans) panels[plan] = panels_with(figure, plan->name);
  std::stable_sort(plans.begin(), plans.end(),
                   [&](const auto* a, const auto* b) { return panels.at(a) > panels.at(b); });
  std::stable_sort(others.begin(), others.end(),
                   [](const auto* a, const auto* b) { return rank_of_baseline(*a) < rank_of_baseline(*b); });
  const auto compared = std::count_if(others.begin(), others.end(), [](const auto* one) {
    return one->kind != StyleKind::theory && rank_of_baseline(*one) < std::size(spoken_of);
  });
  const std::size_t kept = std::min<std::size_t>(static_cast<std::size_t>(compared), 2);
  const std::size_t shown_plans = std::min(plans.size(), most_at_first - kept);
  for (std::size_t k = 0; k < shown_plans; ++k) plans[k]->at_first = true;
  for (std::size_t k = 0; k < std::min(others.size(), most_at_first - shown_plans); ++k) others[k]->at_first = true;
}

}  // namespace

std::string label_of_method(std::string_view name) {
  const std::size_t colon = name.rfind(": ");
  const std::size_t begin = colon == std::string_view::npos ? 0 : colon + 2;
  const Method* method = method_named(name.substr(begin));
  if (method == nullptr || method->label == nullptr) return std::string(name);
  return std::string(name.substr(0, begin)) + method->label;
}

void give_styles(std::vector<Figure>& figures) {
  const PageStyles styles(figures);
  for (Figure& figure : figures) {
    for (FigureSeries& one : figure.series) {
      one.label = label_of_method(one.name);
      one.style = styles.of(one.name);
    }
    choose_first(figure);
  }
}

}  // namespace sotto
