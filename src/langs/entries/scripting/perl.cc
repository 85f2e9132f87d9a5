#include "langs/entries/scripting/scripting.h"
#include "langs/entry/program.h"

namespace assay {
namespace {

constexpr LanguageOption kPerl = {"perl", "/usr/bin/perl", "Perl interpreter"};

LanguageTools Tools(const LanguageConfig& config) {
  const std::string perl = config.Text(kPerl);
  return {.source = "main.pl",
          .run = {perl, "{main}"},
          // The order of a hash's keys is the same in every run.
          .env = {{"PERL_HASH_SEED", std::to_string(kHashSeed)}, {"PERL_PERTURB_KEYS", "0"}},
          .version_argv = {perl, "-e", "print \"Perl $^V\\n\""},
          .programs = {perl}};
}

}  // namespace

LanguageEntry PerlLanguage() {
  return {.id = "perl",
          .aliases = {"pl", "perl5"},
          .extensions = {".pl"},
          .time_multiplier = 2,
          .fences = {"perl", "pl"},
          .peer_fences = {{"perl", {{"perl", "Perl", "PERL"}}}},
          .options = {kPerl},
          .install_hint = "apt install perl libtest-deep-perl",
          .self_test = {.right = "print \"ok\\n\";\n",
                        .assertion = "use Test::More tests => 1;\nis(1 + 1, 3);\n",
                        .broken = "print \"ok;\n",
                        .crash = "my $zero = 0;\nprint 1 / $zero;\n",
                        .assertion_sign = "Failed test"},
          .tools = Tools};
}

}  // namespace assay
