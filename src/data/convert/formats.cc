#include "data/convert/formats.h"

#include <algorithm>
#include <array>

namespace assay {
namespace {

// Columns that only one data set has come first, and answers last: rows of code have answers, too.
const std::array kFormats = {
    LiveCodeBenchRows(), CodeforcesRows(), CodeContestsRows(), SyntheticRows(), VerlRows(),
    OpenInstructRows(),  TacoRows(),       AppsRows(),         AceCodeRows(),   JudgedContestRows(),
    DeepCoderRows(),     KodCodeRows(),    HumanEvalRows(),    MbppRows(),      CommonOjRows(),
    Gsm8kRows(),         MathAnswerRows(), MathSolutionRows(), LabelRows()};

}  // namespace

std::span<const RowFormat> RowFormats() {
  return kFormats;
}

const RowFormat* FindRowFormat(std::string_view name) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                  [&](const RowFormat& format) { return format.name == name; });
  return found == kFormats.end() ? nullptr : &*found;
}

}  // namespace assay
