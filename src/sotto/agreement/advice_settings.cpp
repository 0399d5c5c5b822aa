// SPDX-License-Identifier: MIT
#include "sotto/agreement/advice_settings.hpp"

#include "sotto/settings/field_reader.hpp"
#include "sotto/settings/field_writer.hpp"

namespace sotto {
namespace {

template <class Visitor>
void advice_fields(Visitor& v, AdviceSettings& advice, bool on_files) {
  v.whole_or("auto", "trials", advice.trials, {0, 1'000'000},
             {.says = "of each candidate; 0 or \"auto\": as many as can be afforded"});
  v.whole(
      "most_rounds", advice.most_rounds, on_files ? 300 : 1000, {1, 10'000'000},
      {.says = "the largest T that is tried, besides algorithm.rounds; 300 on files", .usually = "1000; 300 on files"});
  v.real("signal", advice.signal, 2, within({0, 100}),
         {.says = "how far the margins spread that labels follow from: how much can be learned"});
  v.real("density", advice.density, 0.1, within({0, 1}),
         {.says = "of sparse rows: the share of columns that are not 0"});
  v.whole("numbers", advice.numbers, 50'000, {1000, 100'000'000'000},
          {.says = "at most so many coordinates are simulated; where rows are more, some are left out"});
}

}  // namespace

AdviceSettings read_advice(Reader& reader, bool on_files) {
  AdviceSettings advice;
  FieldReader fields(reader, "advice");
  advice_fields(fields, advice, on_files);
  if (advice.trials == 1) reader.refuse("advice.trials", "must be 2 at least: one trial has no standard error");
  return advice;
}

std::string advice_toml(AdviceSettings advice) {
  FieldWriter fields;
  advice_fields(fields, advice, false);
  return "\n[advice]\n" + fields.lines();
}

DocumentedSection advice_document() {
  AdviceSettings advice;
  FieldDocument fields("advice",
                       "for `sotto plan THIS-FILE --advise`, which simulates records drawn by what is declared");
  advice_fields(fields, advice, false);
  return fields.section();
}

}  // namespace sotto
