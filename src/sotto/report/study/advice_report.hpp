// SPDX-License-Identifier: MIT
// Advice as text, as JSON, as a page and as a folder.
#pragma once

#include <string>
#include <vector>

#include "sotto/report/document/figure.hpp"
#include "sotto/report/document/provenance.hpp"
#include "sotto/study/advice.hpp"

namespace sotto {

std::string advice_text(const Advice& advice);

/// sotto.advice/1
std::string advice_json(const Advice& advice);

/// The prediction against epsilon, and against T at the promised one.
std::vector<Figure> advice_figures(const Advice& advice);

/// "Predicted accuracy": of drawn records, never of a file.
std::string predicted_title(const Measure& measure);

/// "Joining beats staying alone from epsilon = 1.7 on."
std::string joining_sentence(const BreakEven& pays, const Advice& advice);

/// Whom to trust, and what other trust would bring, in sentences. Empty where there is no choice.
std::vector<std::string> trust_sentences(const Advice& advice);

/// "trusting all but 3", "trusting nobody".
std::string trust_words(std::uint32_t colluders);

/// The settings that are advised, as TOML to be put into a configuration.
std::string advised_settings(const Advice& advice);

Files advice_files(const Configuration& configuration, const Advice& advice, const RunIdentity& made_by);

}  // namespace sotto
