#include <atomic>
#include <filesystem>
#include <memory>
#include <stop_token>

#include "langs/entries/scripting/ruby_gems.h"
#include "langs/entries/scripting/scripting.h"
#include "langs/entry/made_once.h"

namespace assay {
namespace {

constexpr LanguageOption kRuby = {"ruby", "/usr/bin/ruby", "Ruby interpreter"};

constexpr char kSource[] = "main.rb";

LanguageTools Tools(const LanguageConfig& config) {
  const std::string ruby = config.Text(kRuby);
  // Until it is known that a program doesn't notice, gems are there.
  const auto alike = std::make_shared<std::atomic<bool>>(false);
  const auto lay_out = [alike](const Problem&, std::string_view code, ProgramLayout* layout) {
    layout->sources = {{kSource, Blob::FromString(std::string(code))}};
    layout->main = kSource;
    if (alike->load() && !MayNoticeGems(code)) layout->options = WithoutGems();
    return Status();
  };
  const auto place = [=](const std::string& cache_dir, LanguageTools*) -> Result<PreparationWork> {
    std::error_code error;
    if (!std::filesystem::exists(ruby, error)) return PreparationWork();
    ASSAY_ASSIGN_OR_RETURN(const std::string folder,
                           PlaceMadeOnce(cache_dir, "ruby", KeyOfGems(ruby), "langs.ruby"));
    alike->store(KnownAlike(folder));
    if (alike->load()) return PreparationWork();
    return PreparationWork([=](const std::stop_token& stop) -> Status {
      ASSAY_RETURN_IF_ERROR(FindOutAboutGems(ruby, folder, stop));
      alike->store(true);
      return {};
    });
  };
  return {.source = kSource,
          .run = {ruby, "{options}", "{main}"},
          .version_argv = {ruby, "--version"},
          .programs = {ruby},
          .preparation = {.what = "Ruby's start without gems",
                          .without = "Ruby programs start with gems",
                          .place = place},
          .whole = lay_out};
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
