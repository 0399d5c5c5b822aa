// SPDX-License-Identifier: MIT
// The keys of [sweep] itself, each once, for the visitors that read and write it. Its tables have keys of others.
#pragma once

#include "sotto/study/sweep.hpp"

namespace sotto {

template <class Visitor>
void sweep_fields(Visitor& v, Sweep& sweep) {
  v.text("title", sweep.title);
  v.text("caption", sweep.caption);
  v.text("x", sweep.x.key);
  v.values("values", sweep.x);
  v.choice("scale", sweep.scale);
  v.optional_choice("against", sweep.against);
  v.metrics("metrics", sweep.metrics);
  v.series("beside", sweep.beside);
  v.baselines("baselines");  // a sweep has them as series
}

}  // namespace sotto
