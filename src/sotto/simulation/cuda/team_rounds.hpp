// SPDX-License-Identifier: MIT
// Both stages of a group of trials, as a function over a team: who takes part in it, and how they wait for each other.
// On a device a team is the threads of a block; on a CPU one thread plays all of them. The arithmetic is that of Node
// and of RunRecorder, operation by operation, and so are the bits.
//
// A member makes a pair of coordinates of all nodes in one trial. It reads what it wrote itself, so members wait for
// each other only where a norm goes over all coordinates, and where messages are measured.
#pragma once

#include <cmath>

#include "sotto/random/box_muller.hpp"
#include "sotto/simulation/cuda/team_task.hpp"

namespace sotto {

/// What a compiler knows of a task before it is there. `plain`: a box, one plan for all, one mixture between
/// gradients, plain averaging, the last message as output; the rest is only looked at where it is not plain.
template <std::uint32_t nodes_, bool plain_, bool masked_ = false, bool single_ = false>
struct TeamKind {
  static constexpr std::uint32_t nodes = nodes_;  ///< 0: any number
  static constexpr bool plain = plain_, masked = masked_, single = single_;
  static constexpr bool in_place = plain && (masked || nodes != 0);  ///< TeamTask::in_place
};

/// Calls f with the kind that knows most of a task.
template <class F>
void run_as_kind(const TeamTask& task, const F& f) {
  if (!task.plain()) return f(TeamKind<0, false>{});
  if (task.masked) return task.single ? f(TeamKind<0, true, true, true>{}) : f(TeamKind<0, true, true>{});
  if (task.nodes == known_nodes)
    return task.single ? f(TeamKind<known_nodes, true, false, true>{}) : f(TeamKind<known_nodes, true>{});
  return task.single ? f(TeamKind<0, true, false, true>{}) : f(TeamKind<0, true>{});
}

/// A team has trials [first(), first() + lanes) of the task, `memory()` for them, and
///   each_pair(f)      calls f(pair, lane) for each pair of coordinates
///   each_point(n, f)  calls f(point, lane) for n points
///   each_trial(f)     calls f(lane)
///   wait()            ends all of them for all members
///   weight(k)      entry k of the dense matrix that all trials share, where the kind knows the number of nodes
template <class Team, class Kind>
class TeamRounds {
 public:
  SOTTO_ANYWHERE TeamRounds(Team& team, const TeamTask& task) : team_(team), task_(task), memory_(task.memory) {}

  SOTTO_ANYWHERE void run() {
    team_.each_pair([&](std::uint32_t pair, std::uint32_t lane) { clear(pair, lane); });
    team_.each_trial([&](std::uint32_t lane) { trial_number(memory_.ended, lane) = 0; });
    team_.wait();
    for (std::uint32_t g = 1; g <= task_.gradient_rounds; ++g) {
      gradient_round(g);
      said();
      const std::uint32_t mixing_rounds = Kind::plain || g == task_.gradient_rounds ? 1 : task_.mixing_rounds;
      for (std::uint32_t k = 1; k < mixing_rounds; ++k) {
        mixing_round(k);
        said();
      }
    }
    if (weighs()) {
      output_round();
      said();
    }
    if (!masked()) average();
    team_.each_trial([&](std::uint32_t lane) { finish(lane); });
  }

 private:
  using Field = TeamMemory::Field;
  static constexpr std::uint32_t lanes = team_lanes, of_point = 2 * team_lanes;
  struct Two {
    double even, odd;
  };
  /// A member's part of a field.
  struct Column {
    double* of;
    SOTTO_ANYWHERE Two operator[](std::uint32_t point) const {
      return {of[point * of_point], of[point * of_point + lanes]};
    }
    SOTTO_ANYWHERE void set(std::uint32_t point, const Two& values) const {
      of[point * of_point] = values.even;
      of[point * of_point + lanes] = values.odd;
    }
  };
  /// A member: what it looks up once for a round.
  struct Member {
    std::uint32_t pair, lane, trial;
    Column now, next;
    const double* minus_records;  ///< of node 0; those of the next one are two strides on
  };

  SOTTO_ANYWHERE bool weighs() const { return !Kind::plain && task_.weighs; }
  SOTTO_ANYWHERE bool accelerated() const { return !Kind::plain && task_.accelerated; }
  SOTTO_ANYWHERE bool chebyshev() const { return !Kind::plain && task_.chebyshev; }
  SOTTO_ANYWHERE bool in_box() const { return Kind::plain || task_.in_box; }
  SOTTO_ANYWHERE bool masked() const { return Kind::plain ? Kind::masked : task_.masked; }
  SOTTO_ANYWHERE bool single() const { return Kind::plain ? Kind::single : task_.single; }
  SOTTO_ANYWHERE std::uint32_t nodes() const { return task_.nodes; }
  SOTTO_ANYWHERE std::uint32_t messages() const { return masked() ? 1 : nodes(); }

  SOTTO_ANYWHERE Column column(const Field& field, std::uint32_t pair, std::uint32_t lane) const {
    return {team_.memory() + (field.begin + pair * field.points * of_point + lane)};
  }
  SOTTO_ANYWHERE double& number(const Field& field, std::uint32_t point, std::uint32_t coordinate,
                                std::uint32_t lane) const {
    return team_
        .memory()[field.begin + (coordinate / 2 * field.points + point) * of_point + coordinate % 2 * lanes + lane];
  }
  SOTTO_ANYWHERE double& trial_number(std::uint32_t begin, std::uint32_t lane, std::uint32_t point = 0) const {
    return team_.memory()[begin + point * lanes + lane];
  }
  /// Of the batch. A lane beyond the last trial does what the last one does, and nothing of it comes out.
  SOTTO_ANYWHERE std::uint32_t trial(std::uint32_t lane) const {
    const std::uint32_t trial = team_.first() + lane;
    return trial < task_.trials ? trial : task_.trials - 1;
  }
  SOTTO_ANYWHERE bool is_trial(std::uint32_t lane) const { return team_.first() + lane < task_.trials; }
  SOTTO_ANYWHERE Field turn(const Field& field, std::uint32_t points, bool second) const {
    return {field.begin + (second ? of_point * points * task_.pairs() : 0), points};
  }
  SOTTO_ANYWHERE Field now() const { return turn(memory_.messages, messages(), !Kind::in_place && turned_); }
  SOTTO_ANYWHERE Field next() const { return turn(memory_.messages, messages(), !Kind::in_place && !turned_); }
  SOTTO_ANYWHERE Field mean_now() const { return turn(memory_.means, 1, turned_); }
  SOTTO_ANYWHERE Field mean_next() const { return turn(memory_.means, 1, !turned_); }
  template <class F>
  SOTTO_ANYWHERE void each_member(const F& f) const {
    team_.each_pair([&](std::uint32_t pair, std::uint32_t lane) {
      const std::uint32_t its = trial(lane);
      f(Member{pair, lane, its, column(now(), pair, lane), column(next(), pair, lane),
               task_.numbers + task_.minus_records.at(2 * pair * nodes(), its)});
    });
  }

  SOTTO_ANYWHERE void clear(std::uint32_t pair, std::uint32_t lane) const {
    const auto clear = [&](const Field& field) {
      for (std::uint32_t i = 0; i < field.points; ++i) column(field, pair, lane).set(i, {0, 0});
    };
    clear(now());
    clear(next());
    clear(memory_.before);
    clear(memory_.weighed);
    const auto x_at = [&](std::uint32_t c) {
      return c < task_.dimension ? task_.number(task_.minimiser, c, trial(lane)) : 0.0;
    };
    column(memory_.minimiser, pair, lane).set(0, {x_at(2 * pair), x_at(2 * pair + 1)});
  }

  // ---- what a member does with its two coordinates of a node ----

  SOTTO_ANYWHERE double clamped(double v) const { return std::fabs(v) > task_.size ? std::copysign(task_.size, v) : v; }
  SOTTO_ANYWHERE Two clamped(const Two& v) const { return {clamped(v.even), clamped(v.odd)}; }
  SOTTO_ANYWHERE static Two extrapolated(double factor, const Two& from, const Two& to) {
    return {multiply_add(factor, to.even - from.even, from.even), multiply_add(factor, to.odd - from.odd, from.odd)};
  }

  SOTTO_ANYWHERE static void add_term(bool is_first, double weight, const Two& y, Two& z) {
    z.even = is_first ? weight * y.even : multiply_add(weight, y.even, z.even);
    z.odd = is_first ? weight * y.odd : multiply_add(weight, y.odd, z.odd);
  }
  /// sum_j w_ij y_j in the order of the row.
  SOTTO_ANYWHERE Two mixture(std::uint32_t node, const Member& m) const {
    Two z{};
    if (!task_.row_weights.exists()) {
      for (std::uint32_t j = 0; j < nodes(); ++j)
        add_term(j == 0, task_.number(task_.dense_weights, node * nodes() + j, m.trial), m.now[j], z);
      return z;
    }
    const std::uint32_t* starts = task_.whole + task_.row_starts.begin;
    const std::uint32_t* columns = task_.whole + task_.row_columns.begin;
    const double* weights = task_.numbers + task_.row_weights.begin;
    for (std::uint32_t entry = starts[node]; entry < starts[node + 1]; ++entry)
      add_term(entry == starts[node], weights[entry], m.now[columns[entry]], z);
    return z;
  }
  /// Calls f(node, mixture) for every node.
  template <class F>
  SOTTO_ANYWHERE void each_mixture(const Member& m, const F& f) const {
    for (std::uint32_t i = 0; i < nodes(); ++i) f(i, mixture(i, m));
  }
  /// All mixtures take the place of the messages. Few nodes lie in registers.
  template <class F>
  SOTTO_ANYWHERE void mix_in_place(const Member& m, const F& f) const {
    for (std::uint32_t half = 0; half < of_point; half += lanes) {
      double y[Kind::nodes];
      SOTTO_UNROLL for (std::uint32_t j = 0; j < Kind::nodes; ++j) y[j] = m.now.of[j * of_point + half];
      SOTTO_UNROLL for (std::uint32_t i = 0; i < Kind::nodes; ++i) {
        double z = team_.weight(i * Kind::nodes) * y[0];
        SOTTO_UNROLL for (std::uint32_t j = 1; j < Kind::nodes; ++j) z =
            multiply_add(team_.weight(i * Kind::nodes + j), y[j], z);
        m.now.of[i * of_point + half] = f(z);
      }
    }
  }

  /// What a node does in a round.
  struct Step {
    double minus_step, noise_scale;
  };
  SOTTO_ANYWHERE Step step_of(std::uint32_t g, std::uint32_t node) const {
    const std::uint32_t entry = Kind::plain || task_.plans == 1 ? g - 1 : (g - 1) * task_.plans + node;
    return {task_.number(task_.steps, entry), task_.number(task_.noise_scales, entry)};
  }
  /// z - eta (n z - sum of records).
  SOTTO_ANYWHERE Two stepped(const Step& by, std::uint32_t node, const Member& m, const Two& z) const {
    const std::uint32_t stride = task_.minus_records.stride;
    const double* sum = m.minus_records + 2 * node * stride;
    return {multiply_add(by.minus_step, multiply_add(task_.record_count, z.even, sum[0]), z.even),
            multiply_add(by.minus_step, multiply_add(task_.record_count, z.odd, sum[stride]), z.odd)};
  }
  /// The product is rounded before it is added to a message.
  SOTTO_ANYWHERE Two noise(std::uint32_t g, const Step& by, std::uint32_t node, const Member& m) const {
    PhiloxCounter word{(single() ? m.pair / 2 : m.pair) | task_.stream << 28, g, node, task_.first_trial + m.trial};
    SOTTO_UNROLL for (int round = 0; round < 10; ++round) word =
        philox_round(word, {task_.keys.even[round], task_.keys.odd[round]});
    if (single()) {
      const bool upper = m.pair % 2 != 0;
      const auto both = single_gaussian_pair(upper ? word[2] : word[0], upper ? word[3] : word[1], task_.in_floats);
      return {by.noise_scale * double{both.even}, by.noise_scale * double{both.odd}};
    }
    const auto both =
        gaussian_pair(std::uint64_t{word[0]} << 32 | word[1], std::uint64_t{word[2]} << 32 | word[3], task_.in_doubles);
    return {by.noise_scale * both.even, by.noise_scale * both.odd};
  }
  SOTTO_ANYWHERE Two noisy(std::uint32_t g, const Step& by, std::uint32_t node, const Member& m, const Two& x) const {
    const Two added = noise(g, by, node, m);
    return {x.even + added.even, x.odd + added.odd};
  }
  /// x_1(T) = y_1(T+1) - n_1(T).
  SOTTO_ANYWHERE void keep_first(std::uint32_t g, const Member& m) const {
    if (g != task_.gradient_rounds || masked()) return;
    const Two y = m.next[0], added = noise(g, step_of(g, 0), 0, m);
    column(memory_.first, m.pair, m.lane).set(0, {y.even - added.even, y.odd - added.odd});
  }

  // ---- rounds ----

  /// Where W y goes beyond: by the factor of the mixture of this number, counted from the last noise.
  SOTTO_ANYWHERE Two beyond(std::uint32_t number, std::uint32_t node, const Member& m, const Two& z) const {
    if (!chebyshev() || number < 2) return z;
    return extrapolated(task_.number(task_.factors, number - 2, m.trial), m.next[node], z);
  }
  /// Node::weigh.
  SOTTO_ANYWHERE void weigh(std::uint32_t g, std::uint32_t node, const Member& m, const Two& z) const {
    if (!weighs() || g == 1) return;
    const Column weighed = column(memory_.weighed, m.pair, m.lane);
    weighed.set(node, plus_weighed(task_.number(task_.output_weights, g - 2), z, weighed[node]));
  }
  SOTTO_ANYWHERE static Two plus_weighed(double weight, const Two& z, const Two& mean) {
    return {multiply_add(weight, z.even, mean.even), multiply_add(weight, z.odd, mean.odd)};
  }
  /// The rest of Node::find_point, of what was projected.
  SOTTO_ANYWHERE Two moved_on(std::uint32_t g, std::uint32_t node, const Member& m, const Two& z) const {
    const Column of = column(memory_.before, m.pair, m.lane);
    const Two before = of[node];
    of.set(node, z);
    return extrapolated(task_.number(task_.reach, g - 1), before, z);
  }
  SOTTO_ANYWHERE Two point_in_box(std::uint32_t g, std::uint32_t node, const Member& m, Two z) const {
    weigh(g, node, m, z);
    if (accelerated()) z = moved_on(g, node, m, clamped(z));
    return clamped(z);
  }

  SOTTO_ANYWHERE void gradient_round(std::uint32_t g) const {
    if (!in_box()) return gradient_in_ball(g);
    each_member([&](const Member& m) {
      const Step of_all = step_of(g, 0);
      const auto said_by = [&](std::uint32_t node, const Two& z) {
        const Step by = Kind::plain ? of_all : step_of(g, node);
        return noisy(g, by, node, m, clamped(stepped(by, node, m, z)));
      };
      Two sum{0, 0};
      if (masked()) {
        const Two z = point_in_box(g, 0, m, m.now[0]);
        SOTTO_UNROLL_TWICE for (std::uint32_t i = 0; i < nodes(); ++i) add(said_by(i, z), sum);
        return say_mean(m, sum);
      }
      mix_to_points(g, m);
      SOTTO_UNROLL_TWICE for (std::uint32_t i = 0; i < nodes(); ++i) {
        const Two y = said_by(i, m.next[i]);
        m.next.set(i, y);
        add(y, sum);
      }
      set_mean(m, sum);
      keep_first(g, m);
    });
  }
  SOTTO_ANYWHERE void mix_to_points(std::uint32_t g, const Member& m) const {
    if constexpr (Kind::nodes != 0) return mix_in_place(m, [&](double z) { return clamped(z); });
    const std::uint32_t number = Kind::plain || g == 1 ? 1 : task_.mixing_rounds;
    each_mixture(m,
                 [&](std::uint32_t i, const Two& z) { m.next.set(i, point_in_box(g, i, m, beyond(number, i, m, z))); });
  }
  SOTTO_ANYWHERE static void add(const Two& term, Two& sum) {
    sum.even += term.even;
    sum.odd += term.odd;
  }
  SOTTO_ANYWHERE void set_mean(const Member& m, const Two& sum) const {
    const double N = messages();
    column(mean_next(), m.pair, m.lane).set(0, {sum.even / N, sum.odd / N});
  }
  /// With masked sums the members' mean is the one message.
  SOTTO_ANYWHERE void say_mean(const Member& m, const Two& sum) const {
    const double N = nodes();
    const Two mean{sum.even / N, sum.odd / N};
    m.next.set(0, mean);
    set_mean(m, {0 + mean.even, 0 + mean.odd});
  }

  /// Norms go over all coordinates: what is projected lies where all members see it.
  SOTTO_ANYWHERE void gradient_in_ball(std::uint32_t g) const {
    const std::uint32_t number = g == 1 ? 1 : task_.mixing_rounds;
    each_member([&](const Member& m) {
      const auto keep = [&](std::uint32_t i, const Two& z) {
        weigh(g, i, m, z);
        m.next.set(i, z);
      };
      if (masked()) return keep(0, m.now[0]);
      each_mixture(m, [&](std::uint32_t i, const Two& z) { keep(i, beyond(number, i, m, z)); });
    });
    if (accelerated()) {
      project(next());
      each_member([&](const Member& m) {
        for (std::uint32_t i = 0; i < messages(); ++i) m.next.set(i, moved_on(g, i, m, m.next[i]));
      });
    }
    project(next());
    const Field points = masked() ? memory_.unprojected : next();
    each_member([&](const Member& m) {
      const Column of = column(points, m.pair, m.lane);
      for (std::uint32_t i = 0; i < nodes(); ++i) of.set(i, stepped(step_of(g, i), i, m, m.next[masked() ? 0 : i]));
    });
    project(points);
    each_member([&](const Member& m) {
      const Column of = column(points, m.pair, m.lane);
      Two sum{0, 0};
      for (std::uint32_t i = 0; i < nodes(); ++i) {
        const Two y = noisy(g, step_of(g, i), i, m, of[i]);
        if (!masked()) m.next.set(i, y);
        add(y, sum);
      }
      masked() ? say_mean(m, sum) : set_mean(m, sum);
      keep_first(g, m);
    });
  }
  /// Onto the ball.
  SOTTO_ANYWHERE void project(const Field& field) const {
    team_.wait();
    team_.each_point(field.points, [&](std::uint32_t i, std::uint32_t lane) {
      trial_number(memory_.lengths, lane, i) = shortening(field, i, lane);
    });
    team_.wait();
    team_.each_pair([&](std::uint32_t pair, std::uint32_t lane) {
      const Column of = column(field, pair, lane);
      for (std::uint32_t i = 0; i < field.points; ++i) {
        const double factor = trial_number(memory_.lengths, lane, i);
        if (factor >= 0) of.set(i, {of[i].even * factor, of[i].odd * factor});
      }
    });
  }
  /// What a point of the ball is multiplied by; negative where it stays as it is. euclidean_norm, where squares do not
  /// overflow.
  SOTTO_ANYWHERE double shortening(const Field& field, std::uint32_t point, std::uint32_t lane) const {
    double squares = 0;
    for (std::uint32_t c = 0; c < task_.dimension; ++c) {
      const double v = number(field, point, c, lane);
      squares += v * v;
    }
    const double length = square_root(squares);
    return length <= task_.size ? -1.0 : task_.size / length;
  }

  /// Mixture `number` since the last noise, or since Stage II began.
  SOTTO_ANYWHERE void mixing_round(std::uint32_t number) const {
    each_member([&](const Member& m) {
      Two sum{0, 0};
      if constexpr (Kind::nodes != 0)
        mix_in_place(m, [](double z) { return z; });
      else
        each_mixture(m, [&](std::uint32_t i, const Two& z) { m.next.set(i, beyond(number, i, m, z)); });
      for (std::uint32_t i = 0; i < nodes(); ++i) add(m.next[i], sum);
      set_mean(m, sum);
    });
  }
  SOTTO_ANYWHERE void output_round() const {
    const double weight = task_.number(task_.output_weights, task_.gradient_rounds - 1);
    each_member([&](const Member& m) {
      Two sum{0, 0};
      const auto weigh_last = [&](std::uint32_t i, const Two& z) {
        const Two y = plus_weighed(weight, z, column(memory_.weighed, m.pair, m.lane)[i]);
        m.next.set(i, y);
        add(y, sum);
      };
      if (masked())
        weigh_last(0, m.now[0]);
      else
        each_mixture(m, weigh_last);
      set_mean(m, sum);
    });
  }

  // ---- Stage II ----

  SOTTO_ANYWHERE bool runs(std::uint32_t k, std::uint32_t lane) const {
    return all_alike() ||
           (k <= task_.whole_number(task_.averaging, 0, trial(lane)) && trial_number(memory_.ended, lane) == 0);
  }
  /// Whether all trials have the same number of averaging rounds.
  SOTTO_ANYWHERE bool all_alike() const { return task_.averaging.stride == 1 && task_.tolerance < 0; }
  SOTTO_ANYWHERE bool anybody_runs(std::uint32_t k) const {
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
      if (runs(k, lane)) return true;
    return false;
  }
  SOTTO_ANYWHERE void average() {
    const bool by_agreement = task_.tolerance >= 0;
    team_.each_trial([&](std::uint32_t lane) { set_averaged(lane, 0); });
    for (std::uint32_t k = 1; k <= task_.most_averaging && anybody_runs(k); ++k) {
      mixing_round(k);
      if (!all_alike()) take_back(k);
      said(k);
      team_.each_trial([&](std::uint32_t lane) {
        if (runs(k, lane)) set_averaged(lane, k);
      });
      if (!by_agreement) continue;
      team_.each_trial([&](std::uint32_t lane) {
        if (!runs(k, lane) || !(largest_relative_change(lane) <= task_.tolerance)) return;
        trial_number(memory_.ended, lane) = 1;
        set_averaged(lane, k | agreed);
      });
      team_.wait();
    }
  }
  SOTTO_ANYWHERE void set_averaged(std::uint32_t lane, std::uint32_t k) const {
    if (is_trial(lane)) task_.averaged[trial(lane)] = k;
  }
  /// The message of a trial whose Stage II has ended stays what it was.
  SOTTO_ANYWHERE void take_back(std::uint32_t k) const {
    each_member([&](const Member& m) {
      if (runs(k, m.lane)) return;
      for (std::uint32_t i = 0; i < nodes(); ++i) m.next.set(i, m.now[i]);
    });
  }
  SOTTO_ANYWHERE double largest_relative_change(std::uint32_t lane) const {
    double largest = 0;
    for (std::uint32_t i = 0; i < nodes(); ++i) {
      double change = 0, length = 0;
      for (std::uint32_t c = 0; c < task_.dimension; ++c) {
        const double was = number(next(), i, c, lane), moved = number(now(), i, c, lane) - was;
        change += moved * moved;
        length += was * was;
      }
      const double relative = change > 0 ? square_root(change / length) : 0.0;
      largest = largest < relative ? relative : largest;
    }
    return largest;
  }

  // ---- measuring ----

  /// y(t + 1) is what was `next`; k: which averaging round made it, 0 for none.
  SOTTO_ANYWHERE void said(std::uint32_t k = 0) {
    turned_ = !turned_;
    ++heard_;
    team_.wait();
    if (!task_.every_round && heard_ + 1 != task_.hand_over()) return;
    const std::uint32_t round = task_.every_round ? heard_ - 1 : 0;
    team_.each_point(messages(), [&](std::uint32_t i, std::uint32_t lane) { measure_message(i, lane); });
    team_.wait();
    team_.each_trial([&](std::uint32_t lane) {
      if (k == 0 || runs(k, lane)) measure(round, lane);
    });
  }

  SOTTO_ANYWHERE double x(std::uint32_t coordinate, std::uint32_t lane) const {
    return number(memory_.minimiser, 0, coordinate, lane);
  }
  SOTTO_ANYWHERE double squared_norm(std::uint32_t lane) const {
    return task_.number(task_.squared_norm, 0, trial(lane));
  }
  SOTTO_ANYWHERE double& value(std::uint32_t column, std::uint32_t lane) const {
    return task_.values[std::size_t{column} * task_.trials + trial(lane)];
  }
  SOTTO_ANYWHERE void set_end(EndValue which, std::uint32_t lane, double of) const {
    value(values_of_round * task_.measured() + static_cast<std::uint32_t>(which), lane) = of;
  }
  SOTTO_ANYWHERE static void add_square(double difference, double& sum) { sum += difference * difference; }

  SOTTO_ANYWHERE void measure_message(std::uint32_t i, std::uint32_t lane) const {
    double error = 0, to_mean = 0;
    const double* y = &number(now(), i, 0, lane);
    const double* mean = &number(mean_now(), 0, 0, lane);
    const double* minimiser = &number(memory_.minimiser, 0, 0, lane);
    const std::uint32_t point = now().points * of_point, even = task_.dimension / 2 * of_point;
    for (std::uint32_t k = 0; k < even; k += of_point, y += point) {
      add_square(y[0] - minimiser[k], error);
      add_square(y[0] - mean[k], to_mean);
      add_square(y[lanes] - minimiser[k + lanes], error);
      add_square(y[lanes] - mean[k + lanes], to_mean);
    }
    if (task_.dimension % 2 != 0) {
      add_square(y[0] - minimiser[even], error);
      add_square(y[0] - mean[even], to_mean);
    }
    trial_number(memory_.errors, lane, i) = error;
    trial_number(memory_.to_mean, lane, i) = to_mean;
  }
  /// As RunRecorder has it.
  SOTTO_ANYWHERE void measure(std::uint32_t round, std::uint32_t lane) const {
    const double N = messages(), scale = squared_norm(lane);
    double of_mean = 0, errors = 0, worst = 0, apart = 0;
    for (std::uint32_t c = 0; c < task_.dimension; ++c)
      add_square(number(mean_now(), 0, c, lane) - x(c, lane), of_mean);
    for (std::uint32_t i = 0; i < messages(); ++i) {
      const double error = trial_number(memory_.errors, lane, i);
      errors += error;
      worst = error > worst ? error : worst;
      apart += trial_number(memory_.to_mean, lane, i);
    }
    if (!is_trial(lane)) return;
    double* to = &value(values_of_round * round, lane);
    to[0] = of_mean / scale;
    to[task_.trials] = errors / (N * scale);
    to[std::size_t{2} * task_.trials] = worst / scale;
    to[std::size_t{3} * task_.trials] = apart / (N * scale);
  }
  /// Of Proj_X(y_i).
  SOTTO_ANYWHERE double end_error(std::uint32_t node, std::uint32_t lane) const {
    const double factor = in_box() ? -1.0 : shortening(now(), node, lane);
    double error = 0;
    for (std::uint32_t c = 0; c < task_.dimension; ++c) {
      double v = number(now(), node, c, lane);
      if (in_box()) v = clamped(v);
      if (factor >= 0) v *= factor;
      add_square(v - x(c, lane), error);
    }
    return error / squared_norm(lane);
  }
  SOTTO_ANYWHERE void finish(std::uint32_t lane) const {
    if (!is_trial(lane)) return;
    if (masked()) set_averaged(lane, 0);
    const std::uint32_t released = task_.every_round ? task_.hand_over() - 2 : 0;
    const std::uint32_t last = task_.every_round ? released + (task_.averaged[trial(lane)] & ~agreed) : 0;
    const double error_released = value(values_of_round * released, lane);
    set_end(EndValue::normalised_error, lane, error_released);
    set_end(EndValue::squared_error, lane, error_released * squared_norm(lane));
    set_end(EndValue::disagreement, lane, value(values_of_round * last + 3, lane));
    const double first_end = end_error(0, lane);
    set_end(EndValue::first_node_end_error, lane, first_end);
    double sum = 0;
    for (std::uint32_t i = 0; i < nodes(); ++i) sum += masked() ? first_end : end_error(i, lane);
    set_end(EndValue::node_error, lane, sum / nodes());
    if (masked()) return;
    double error = 0;
    for (std::uint32_t c = 0; c < task_.dimension; ++c)
      add_square(number(memory_.first, 0, c, lane) - x(c, lane), error);
    set_end(EndValue::first_node_error, lane, error / squared_norm(lane));
  }

  Team& team_;
  const TeamTask& task_;
  const TeamMemory& memory_;
  bool turned_ = false;      ///< whether `next` holds y(t)
  std::uint32_t heard_ = 0;  ///< messages: y(2) is the first
};

}  // namespace sotto
