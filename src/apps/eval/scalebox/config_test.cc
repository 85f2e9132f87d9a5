#include "apps/eval/scalebox/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/eval/scalebox/arguments.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ScaleboxConfig Read(const std::string& text) {
  auto config = ParseScaleboxConfig(text, "config.yaml");
  EXPECT_TRUE(config.ok()) << config.error().message;
  return config.ok() ? std::move(config).value() : ScaleboxConfig{};
}

std::string WhyNot(const std::string& text) {
  const auto config = ParseScaleboxConfig(text, "config.yaml");
  EXPECT_FALSE(config.ok());
  return config.ok() ? "" : config.error().message;
}

TEST(ScaleboxConfig, EveryKeyOfTheirsIsTaken) {
  const ScaleboxConfig config = Read(R"(
run: {sample_only: false, eval_only: true, eval_path: old/samples.jsonl, resume_sample: true,
      resume_sample_path: old, use_server: true, use_ray: false}
benchmark:
  name: livecodebench
  data_path: lcb.jsonl
  version: release_v5
  begin_date: 2024-10-01
  end_date: "2025-02-01"
  special_judge_file: checkers.jsonl
  language: [cpp, rs]
model:
  model_path: /models/q
  model_name: q
  prompt_type: qwen3
  thinking: true
  num_gpus_total: 8
  num_gpus_per_model: 1
  npu: false
  mem_fraction: 0.9
  batch_size: 0
  max_model_len: 40960
  vllm_server: {base_port: 8000, host: 10.0.0.2, dtype: bfloat16, wait_timeout: 600}
sampling: {temperature: 0.6, top_p: 0.95, top_k: 20, min_p: 0, max_completion_tokens: 32768,
           n_sample: 4, stop_token: "</s>"}
sandbox: {endpoint: "http://127.0.0.1:8080", run_timeout: 10, compile_timeout: 10,
          total_timeout: 100, run_all_cases: true, save_full_scalebox_result: true, extra: {}}
output: {output_dir: out}
)");
  EXPECT_TRUE(config.eval_only);
  EXPECT_EQ(config.answers, "old/samples.jsonl");
  EXPECT_EQ(config.resume, "old");
  EXPECT_EQ(config.benchmark, "livecodebench");
  EXPECT_THAT(config.data, ElementsAre("lcb.jsonl", "checkers.jsonl"));
  EXPECT_EQ(config.begin_date + " " + config.end_date, "2024-10-01 2025-02-01");
  EXPECT_THAT(config.languages, ElementsAre("cpp", "rs"));
  EXPECT_EQ(config.model, "q");
  EXPECT_EQ(config.endpoint, "http://10.0.0.2:8000");
  EXPECT_EQ(config.concurrency, 16) << "their meaning of 0";
  EXPECT_EQ(config.temperature, 0.6);
  EXPECT_EQ(config.max_tokens, 32768);
  EXPECT_EQ(config.samples, 4);
  EXPECT_THAT(config.stop, ElementsAre("</s>"));
  EXPECT_EQ(config.extra_body, R"({"top_k":20,"chat_template_kwargs":{"enable_thinking":true}})");
  EXPECT_EQ(config.judge_url, "http://127.0.0.1:8080");
  EXPECT_EQ(config.out, "out");
  EXPECT_THAT(config.warnings,
              ::testing::Contains("model.model_path: nobody starts a model here: start the server "
                                  "yourself"));
  EXPECT_EQ(config.warnings.size(), 17u);
}

TEST(ScaleboxConfig, WhatIsEmptyIsNotGiven) {
  const ScaleboxConfig config = Read("run:\nsampling: {temperature: , top_k: -1, top_p: ~}\n");
  EXPECT_FALSE(config.temperature.has_value());
  EXPECT_FALSE(config.top_p.has_value());
  EXPECT_FALSE(config.samples.has_value());
  EXPECT_EQ(config.extra_body, "{}");
  EXPECT_EQ(config.endpoint, "");
  EXPECT_TRUE(config.warnings.empty());
}

TEST(ScaleboxConfig, PathsThatTheirFlagsSwitchOffAreNotUsed) {
  const ScaleboxConfig config =
      Read("run: {eval_only: false, eval_path: a, resume_sample: false, resume_sample_path: b}");
  EXPECT_EQ(config.answers + config.resume, "");
}

TEST(ScaleboxConfig, BecomesArgumentsOfARun) {
  const ScaleboxConfig config = Read(R"(
benchmark: {name: humaneval, data_path: rows.jsonl}
model: {model_name: q, vllm_server: {base_port: 8000}}
sampling: {temperature: 0.6, n_sample: 4, top_k: 20, stop_token: [a, b]}
output: {output_dir: out}
)");
  EXPECT_THAT(*RunArguments(config, {"--samples", "2", "--url=http://h"}),
              ElementsAre("humaneval", "--data=rows.jsonl", "--out=out",
                          "--endpoint=http://127.0.0.1:8000", "--model=q", "--temperature=0.6",
                          "--stop=a", "--stop=b", "--extra-body={\"top_k\":20}"));
  EXPECT_EQ(RunArguments(Read("benchmark: {name: a}"), {}).error().field, "output.output_dir");
  EXPECT_EQ(RunArguments({}, {}).error().field, "benchmark.name");
  const ScaleboxConfig again = Read(R"(
run: {eval_only: true, eval_path: old.jsonl}
benchmark: {name: humaneval, data_path: rows.jsonl}
output: {output_dir: out}
)");
  EXPECT_THAT(*RunArguments(again, {}), ElementsAre("humaneval", "--data=rows.jsonl", "--out=out",
                                                    "--generations=old.jsonl"));
}

TEST(ScaleboxConfig, UnknownKeysNameTheNearest) {
  EXPECT_EQ(WhyNot("sampling:\n  temprature: 1\n"),
            "config.yaml:2: sampling.temprature: unknown key; did you mean sampling.temperature?");
  EXPECT_EQ(WhyNot("sampilng: {}"), "config.yaml:1: sampilng: unknown key; did you mean sampling?");
  EXPECT_EQ(WhyNot("model: {vllm_server: {hots: a}}"),
            "config.yaml:1: model.vllm_server.hots: unknown key; did you mean "
            "model.vllm_server.host?");
}

TEST(ScaleboxConfig, WrongValuesNameKeyAndLine) {
  EXPECT_EQ(WhyNot("sampling:\n  top_p: 1\n  temperature: hot\n"),
            "config.yaml:3: sampling.temperature: must be a number, not 'hot'");
  EXPECT_THAT(WhyNot("sampling: {n_sample: 0}"), HasSubstr("a whole number from 1 on"));
  EXPECT_THAT(WhyNot("run: {eval_only: perhaps}"), HasSubstr("true or false"));
  EXPECT_THAT(WhyNot("benchmark: {name: [a]}"), HasSubstr("must be a text"));
  EXPECT_THAT(WhyNot("benchmark: 7"), HasSubstr("benchmark: must be a map"));
  EXPECT_THAT(WhyNot("[1]"), HasSubstr("must be a map with run"));
  EXPECT_THAT(WhyNot("a: [1"), HasSubstr("config.yaml:"));
}

}  // namespace
}  // namespace assay
