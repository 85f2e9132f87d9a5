#include "langs/entries/scripting/scripting.h"

namespace assay {
namespace {

constexpr LanguageOption kRacket = {"racket", "/usr/bin/racket", "Racket program"};

LanguageTools Tools(const LanguageConfig& config) {
  const std::string racket = config.Text(kRacket);
  return {.source = "main.rkt",
          .run = {racket, "{main}"},
          // Of rackunit, whose failing checks end with 0.
          .failure_signs = {"--------------------\nFAILURE\n", "--------------------\nERROR\n"},
          .version_argv = {racket, "--version"},
          .programs = {racket}};
}

}  // namespace

LanguageEntry RacketLanguage() {
  return {.id = "racket",
          .aliases = {"rkt"},
          .extensions = {".rkt"},
          .time_multiplier = 2,
          .fences = {"racket", "rkt"},
          .peer_fences = {{"racket", {{"racket"}}}},
          .options = {kRacket},
          .install_hint = "apt install racket",
          .self_test = {.right = "#lang racket/base\n(displayln \"ok\")\n",
                        .assertion = "#lang racket/base\n(require rackunit)\n"
                                     "(check-equal? (+ 1 1) 3)\n",
                        .broken = "#lang racket/base\n(displayln \"ok\"\n",
                        .crash = "#lang racket/base\n(car '())\n",
                        .assertion_sign = "FAILURE"},
          .tools = Tools};
}

}  // namespace assay
