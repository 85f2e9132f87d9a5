// A YAML file of ScaleBox's evaluation, read key by key into what `assay eval run` takes.
//
// Every key of theirs is known. Those that start a model server on GPUs, which nobody does here,
// are warned of; so are those that Assay decides otherwise. A key that nobody knows is an error
// that names the nearest one. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay {

struct ScaleboxConfig {
  // run
  bool sample_only = false;
  bool eval_only = false;
  std::string answers;  // of eval_only: their samples.jsonl
  std::string resume;   // the folder to go on in
  // benchmark
  std::string benchmark;
  std::vector<std::string> data;  // the special judges' file behind the data's
  std::string version, begin_date, end_date;
  std::vector<std::string> languages;
  // model
  std::string model;
  std::string endpoint;  // "http://host:port"; empty: not given
  bool thinking = false;
  std::optional<int64_t> concurrency;
  // sampling
  std::optional<double> temperature, top_p;
  std::optional<int64_t> max_tokens, samples;
  std::vector<std::string> stop;
  std::string extra_body = "{}";  // top_k, min_p, chat_template_kwargs
  // sandbox, output
  std::string judge_url;
  std::string out;

  std::vector<std::string> warnings;  // sentences for people, each with its key
};

// kInvalidArgument: "FILE:12: sampling.temperature: must be a number, not 'hot'".
Result<ScaleboxConfig> ParseScaleboxConfig(const std::string& text, const std::string& file);

}  // namespace assay
