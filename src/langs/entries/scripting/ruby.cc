#include "langs/entries/scripting/scripting.h"

namespace assay {
namespace {

constexpr LanguageOption kRuby = {"ruby", "/usr/bin/ruby", "Ruby interpreter"};

LanguageTools Tools(const LanguageConfig& config) {
  const std::string ruby = config.Text(kRuby);
  // With gems, though a start without them is faster: test/unit is one.
  return {.source = "main.rb",
          .run = {ruby, "{main}"},
          .version_argv = {ruby, "--version"},
          .programs = {ruby}};
}

constexpr char kFailingTest[] = R"(require 'test/unit'
class TestSum < Test::Unit::TestCase
  def test_sum
    assert_equal(3, 1 + 1)
  end
end
)";

}  // namespace

LanguageEntry RubyLanguage() {
  return {.id = "ruby",
          .aliases = {"rb"},
          .extensions = {".rb"},
          .time_multiplier = 2,
          .fences = {"ruby", "rb"},
          .peer_fences = {{"ruby", {{"ruby"}}}},
          .options = {kRuby},
          .install_hint = "apt install ruby ruby-test-unit",
          .self_test = {.right = "puts 'ok'\n",
                        .assertion = kFailingTest,
                        .broken = "puts ('ok'\n",
                        .crash = "puts nil.length\n",
                        .assertion_sign = "Failure:"},
          .tools = Tools};
}

}  // namespace assay
