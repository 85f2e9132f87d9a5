// Decontamination's speed: rows of a JSONL file of about 1 KB a row against 20 benchmarks, 9- and
// 14-grams, exact and normalised, in one pass: reading, JSON and looking up, on one thread.
//
// Reports the CPU time of this process, so that a busy machine does not count against it, the wall
// time beside it, and the most memory it had. Usage: curate_ngrams [rows] [folder for the file]
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "data/rows/rows.h"
#include "lab/curate/ngrams/gram_index.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace {

using assay::curate::GramIndex;
using assay::curate::WordForm;

constexpr int kBenchmarks = 20;
constexpr int kTextsPerBenchmark = 2000;
constexpr size_t kTextBytes = 600;
constexpr size_t kRowBytes = 1024;
constexpr int kVocabulary = 20000;
// One row in so many has a passage of a benchmark.
constexpr int kPlantedEvery = 500;

// Deterministic, so that two commits are measured on the same rows.
class Random {
 public:
  uint64_t Below(uint64_t bound) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state_ >> 33) % bound;
  }

 private:
  uint64_t state_ = 20261124;
};

// Lengths and frequencies about as in English: few words are most of a text.
class Language {
 public:
  Language() {
    for (int i = 0; i < kVocabulary; ++i) {
      std::string word;
      const size_t letters =
          1 + static_cast<size_t>(i > 30 ? 3 + random_.Below(7) : random_.Below(4));
      while (word.size() < letters) word += static_cast<char>('a' + random_.Below(26));
      words_.push_back(i % 37 == 5 ? "$" + word + "^2$" : word);
    }
  }
  std::string Text(size_t bytes) {
    std::string text;
    while (text.size() < bytes) {
      const uint64_t bound = 1 + random_.Below(kVocabulary);
      text += words_[random_.Below(bound)];
      text += random_.Below(9) == 0 ? ", " : " ";
    }
    return text;
  }
  Random& random() { return random_; }

 private:
  Random random_;
  std::vector<std::string> words_;
};

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](timeval time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
  const int64_t rows = argc > 1 ? std::atoll(argv[1]) : 1000000;
  const std::filesystem::path folder = argc > 2 ? argv[2] : std::filesystem::temp_directory_path();
  const std::string path = folder / ("curate_ngrams." + std::to_string(::getpid()) + ".jsonl");

  Language language;
  std::vector<std::string> benchmark_texts;
  for (int i = 0; i < kBenchmarks * kTextsPerBenchmark; ++i) {
    benchmark_texts.push_back(language.Text(kTextBytes));
  }
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) {
    std::perror(path.c_str());
    return 2;
  }
  int64_t planted = 0;
  for (int64_t row = 0; row < rows; ++row) {
    std::string text = language.Text(kRowBytes - 30);
    if (row % kPlantedEvery == 0) {
      text.resize(kRowBytes / 2);
      text += " " + benchmark_texts[language.random().Below(benchmark_texts.size())];
      ++planted;
    }
    assay::JsonWriter json;
    json.BeginObject().Key("id").Int(row).Key("problem").String(text).EndObject();
    std::fputs((json.Take() + "\n").c_str(), file);
  }
  std::fclose(file);
  const auto bytes = static_cast<double>(std::filesystem::file_size(path));

  double before = CpuSeconds();
  GramIndex index({{9, 14}, {WordForm::kExact, WordForm::kNormalised}});
  for (size_t i = 0; i < benchmark_texts.size(); ++i) {
    index.Add({static_cast<uint32_t>(i / kTextsPerBenchmark), static_cast<int64_t>(i)},
              benchmark_texts[i]);
  }
  index.Finish();
  std::printf("%d benchmarks, %zu texts, %zu different n-grams: %.1f s of CPU, %zu MiB\n",
              kBenchmarks, index.texts(), index.grams(), CpuSeconds() - before,
              index.memory_bytes() >> 20);

  GramIndex::Scratch scratch;
  int64_t found = 0;
  const auto start = std::chrono::steady_clock::now();
  before = CpuSeconds();
  const assay::Status status = assay::ForEachRow(path, [&](std::string_view row) {
    assay::JsonError error;
    const auto document = assay::JsonDocument::Parse(row, &error);
    const std::string text = document->root().Find("problem").String();
    if (!index.Find(text, &scratch).empty()) ++found;
    return assay::Status();
  });
  const double cpu = CpuSeconds() - before;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  std::filesystem::remove(path);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.error().message.c_str());
    return 1;
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf(
      "%lld rows, %.0f MB: %.1f s of CPU, %.0f MB/s a core (%.1f s of wall time); "
      "%lld rows planted, %lld found; most memory %ld MiB\n",
      static_cast<long long>(rows), bytes / 1e6, cpu, bytes / 1e6 / cpu, wall.count(),
      static_cast<long long>(planted), static_cast<long long>(found), usage.ru_maxrss >> 10);
  return 0;
}
