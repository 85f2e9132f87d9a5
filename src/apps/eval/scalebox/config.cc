#include "apps/eval/scalebox/config.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include "apps/cli/nearest.h"
#include "text/json_writer.h"
#include "text/yaml/scalar.h"

namespace assay {
namespace {

// What a key does with its value; returns what is wrong with it, or nothing.
using Take = std::function<std::string(const YAML::Node& value)>;

Take Text(std::string* to) {
  return [to](const YAML::Node& value) -> std::string {
    if (!value.IsScalar()) return MustBe("a text", value);
    *to = value.Scalar();
    return {};
  };
}

// One text or a list of them; appended.
Take Texts(std::vector<std::string>* to) {
  return [to](const YAML::Node& value) -> std::string {
    if (value.IsScalar()) {
      if (!value.Scalar().empty()) to->push_back(value.Scalar());
      return {};
    }
    if (!value.IsSequence()) return MustBe("a text or a list of texts", value);
    for (const YAML::Node& one : value) {
      if (!one.IsScalar()) return "must be a text or a list of texts";
      to->push_back(one.Scalar());
    }
    return {};
  };
}

Take Flag(bool* to) {
  return [to](const YAML::Node& value) -> std::string {
    if (!value.IsScalar() || !YAML::convert<bool>::decode(value, *to)) {
      return MustBe("true or false", value);
    }
    return {};
  };
}

Take Real(std::optional<double>* to) {
  return [to](const YAML::Node& value) -> std::string {
    *to = NumberOf<double>(value);
    return *to ? "" : MustBe("a number", value);
  };
}

Take Whole(std::optional<int64_t>* to, int64_t lowest) {
  return [to, lowest](const YAML::Node& value) -> std::string {
    *to = NumberOf<int64_t>(value);
    if (*to && **to >= lowest) return {};
    return MustBe(fmt::format("a whole number from {} on", lowest), value);
  };
}

// Reads one file. The table of keys is made anew for each, for it points into what is read.
class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  Result<ScaleboxConfig> Read(const YAML::Node& root) {
    if (!root.IsMap()) return Fault(root, "must be a map with run, benchmark, model and so on");
    const Sections sections = Table();
    for (const auto& section : root) {
      const std::string name = section.first.Scalar();
      const auto found = sections.find(name);
      if (found == sections.end()) return Unknown(section.first, "", name, sections);
      if (section.second.IsNull()) continue;
      if (!section.second.IsMap()) return Fault(section.second, name + ": must be a map");
      ASSAY_RETURN_IF_ERROR(ReadSection(name, section.second, found->second));
    }
    Finish();
    return std::move(config_);
  }

 private:
  using Keys = std::map<std::string, Take>;
  using Sections = std::map<std::string, Keys>;

  Error Fault(const YAML::Node& at, const std::string& what) const {
    return Error{ErrorCode::kInvalidArgument, "eval.scalebox", 0,
                 fmt::format("{}:{}: {}", file_, at.Mark().line + 1, what)};
  }

  template <typename Map>
  Error Unknown(const YAML::Node& at, const std::string& prefix, const std::string& name,
                const Map& known) const {
    std::vector<std::string> names;
    for (const auto& [key, value] : known) names.push_back(key);
    const std::string near = NearestName(name, names);
    return Fault(at, fmt::format("{}{}: unknown key{}", prefix, name,
                                 near.empty() ? "" : "; did you mean " + prefix + near + "?"));
  }

  Status ReadSection(const std::string& name, const YAML::Node& section, const Keys& keys) {
    for (const auto& entry : section) {
      const std::string key = entry.first.Scalar();
      const auto found = keys.find(key);
      if (found == keys.end()) return Unknown(entry.first, name + ".", key, keys);
      if (entry.second.IsNull()) continue;  // as if it weren't there
      const std::string wrong = found->second(entry.second);
      if (nested_) return *nested_;
      if (!wrong.empty()) {
        return Fault(entry.second, fmt::format("{}.{}: {}", name, key, wrong));
      }
    }
    return {};
  }

  // A key that does nothing here.
  Take Warn(std::string key, std::string why) {
    return [this, key = std::move(key), why = std::move(why)](const YAML::Node&) -> std::string {
      config_.warnings.push_back(key + ": " + why);
      return {};
    };
  }

  Take Launch(const std::string& key) {
    return Warn(key, "nobody starts a model here: start the server yourself");
  }

  Take Server() {
    return [this](const YAML::Node& value) -> std::string {
      if (!value.IsMap()) return MustBe("a map", value);
      const Keys keys = {{"host", Text(&host_)},
                         {"base_port", Whole(&port_, 1)},
                         {"dtype", Launch("model.vllm_server.dtype")},
                         {"wait_timeout", Launch("model.vllm_server.wait_timeout")}};
      const Status status = ReadSection("model.vllm_server", value, keys);
      if (!status.ok()) nested_ = status.error();
      return {};
    };
  }

  Sections Table() {
    ScaleboxConfig& c = config_;
    const std::string limits = "a benchmark's own limits hold; they are in the report";
    const std::string exports = "`assay eval export` writes their files from any run";
    return {
        {"run",
         {{"sample_only", Flag(&c.sample_only)},
          {"eval_only", Flag(&c.eval_only)},
          {"eval_path", Text(&c.answers)},
          {"resume_sample", Flag(&resume_)},
          {"resume_sample_path", Text(&c.resume)},
          {"use_server", Launch("run.use_server")},
          {"use_ray", Launch("run.use_ray")}}},
        {"benchmark",
         {{"name", Text(&c.benchmark)},
          {"data_path", Texts(&c.data)},
          {"version", Text(&c.version)},
          {"begin_date", Text(&c.begin_date)},
          {"end_date", Text(&c.end_date)},
          {"special_judge_file", Texts(&judges_)},
          {"language", Texts(&c.languages)}}},
        {"model",
         {{"model_path", Launch("model.model_path")},
          {"model_name", Text(&c.model)},
          {"prompt_type", Text(&prompt_type_)},
          {"thinking", Flag(&c.thinking)},
          {"num_gpus_total", Launch("model.num_gpus_total")},
          {"num_gpus_per_model", Launch("model.num_gpus_per_model")},
          {"npu", Launch("model.npu")},
          {"mem_fraction", Launch("model.mem_fraction")},
          {"batch_size", Whole(&batch_, 0)},
          {"max_model_len", Launch("model.max_model_len")},
          {"vllm_server", Server()}}},
        {"sampling",
         {{"temperature", Real(&c.temperature)},
          {"top_p", Real(&c.top_p)},
          {"top_k", Whole(&top_k_, -1)},
          {"min_p", Real(&min_p_)},
          {"max_completion_tokens", Whole(&c.max_tokens, 1)},
          {"n_sample", Whole(&c.samples, 1)},
          {"stop_token", Texts(&c.stop)}}},
        {"sandbox",
         {{"endpoint", Text(&c.judge_url)},
          {"run_timeout", Warn("sandbox.run_timeout", limits)},
          {"compile_timeout", Warn("sandbox.compile_timeout", limits)},
          {"total_timeout", Warn("sandbox.total_timeout", limits)},
          {"run_all_cases", Warn("sandbox.run_all_cases", "the profile says which tests are run")},
          {"save_full_scalebox_result", Warn("sandbox.save_full_scalebox_result", exports)},
          {"extra", Warn("sandbox.extra", "a benchmark's own request is sent")}}},
        {"output", {{"output_dir", Text(&c.out)}}},
    };
  }

  // What depends on several keys.
  void Finish() {
    for (std::string& path : judges_) config_.data.push_back(std::move(path));
    if (config_.sample_only) {
      config_.warnings.push_back("run.sample_only: answers are judged while a model is asked");
    }
    if (!resume_) config_.resume.clear();
    if (!config_.eval_only) config_.answers.clear();
    if (port_) {
      config_.endpoint = fmt::format("http://{}:{}", host_.empty() ? "127.0.0.1" : host_, *port_);
    }
    if (batch_) config_.concurrency = *batch_ == 0 ? kTheirBatch : *batch_;
    if (!prompt_type_.empty()) {
      config_.warnings.push_back(
          "model.prompt_type: the endpoint's own chat template makes the prompt");
    }
    JsonWriter extra;
    extra.BeginObject();
    // Their values for "off".
    if (top_k_.value_or(-1) > 0) extra.Key("top_k").Int(*top_k_);
    if (min_p_.value_or(0) > 0) extra.Key("min_p").Double(*min_p_);
    // Of their templates only this one has two forms.
    if (prompt_type_ == "qwen3") {
      extra.Key("chat_template_kwargs").BeginObject();
      extra.Key("enable_thinking").Bool(config_.thinking).EndObject();
    }
    config_.extra_body = extra.EndObject().Take();
  }

  static constexpr int64_t kTheirBatch = 16;

  const std::string& file_;
  ScaleboxConfig config_;
  std::optional<Error> nested_;  // of a section within a section
  bool resume_ = false;
  std::vector<std::string> judges_;
  std::string prompt_type_, host_;
  std::optional<int64_t> port_, batch_, top_k_;
  std::optional<double> min_p_;
};

}  // namespace

Result<ScaleboxConfig> ParseScaleboxConfig(const std::string& text, const std::string& file) {
  try {
    return Reader(file).Read(YAML::Load(text));
  } catch (const YAML::Exception& error) {
    return Error{ErrorCode::kInvalidArgument, "eval.scalebox", 0,
                 fmt::format("{}:{}: {}", file, error.mark.line + 1, error.msg)};
  }
}

}  // namespace assay
