// SPDX-License-Identifier: MIT
// Advice as text, as JSON, as a page and as a folder.
#pragma once

#include <string>
#include <vector>

#include "sotto/report/document/figure.hpp"
#include "sotto/report/document/provenance.hpp"
#include "sotto/report/document/table.hpp"
#include "sotto/study/advice.hpp"

namespace sotto {

std::string advice_text(const Advice& advice);

/// sotto.advice/2
std::string advice_json(const Advice& advice);

/// The prediction against epsilon, and against T at the promised one.
std::vector<Figure> advice_figures(const Advice& advice);

/// "Predicted accuracy": of drawn records, never of a file.
std::string predicted_title(const Measure& measure);

/// "log loss": as a person says it.
std::string words_of(const Measure& measure);

/// What the advice comes to over made-up worlds, beside what needs no cooperation, no privacy and no features.
ReportTable worlds_table(const Advice& advice, WorldRange PredictionRange::*which, const Measure& measure);

/// That records are made up, and nodes alike.
std::string made_up_sentence();

/// "Joining beats staying alone from about epsilon = 1.7 on (1.2 to 3 over 5 made-up worlds), judged by log loss."
std::string joining_sentence(const BreakEvenRange& pays, const Advice& advice);

/// Where the median of joining as advised is worse than that of an answer that looks at no feature: that, and whether
/// the same is true of a node alone. Otherwise empty.
std::string constant_sentence(const Advice& advice);

/// Whom to trust, and what other trust would bring, in sentences. Empty where there is no choice.
std::vector<std::string> trust_sentences(const Advice& advice);

/// "trusting all but 3", "trusting nobody".
std::string trust_words(std::uint32_t colluders);

/// The settings that are advised, as TOML to be put into a configuration.
std::string advised_settings(const Advice& advice);

Files advice_files(const Configuration& configuration, const Advice& advice, const RunIdentity& made_by);

}  // namespace sotto
