// MBPPDataset: a function that a list of asserts tests.
#include <algorithm>

#include "api/datasets/classes/table.h"
#include "grading/extract/freeform.h"

namespace assay {
namespace {

constexpr std::string_view kTask = "You are an expert Python programmer, and here is your task: ";

// The three examples that MBPP's numbers are made with; their line ends are the data's own.
constexpr std::string_view kExamples =
    "You are an expert Python programmer, and here is your task: Write a function to find the "
    "similar elements from the given two tuple lists. Your code should pass these tests:\n\n"
    "assert similar_elements((3, 4, 5, 6),(5, 7, 4, 10)) == (4, 5)\n"
    "assert similar_elements((1, 2, 3, 4),(5, 4, 3, 7)) == (3, 4)\n"
    "assert similar_elements((11, 12, 14, 13),(17, 15, 14, 13)) == (13, 14)\n[BEGIN]\n"
    "def similar_elements(test_tup1, test_tup2):\r\n"
    "  res = tuple(set(test_tup1) & set(test_tup2))\r\n  return (res)\n[DONE]\n"
    "You are an expert Python programmer, and here is your task: Write a python function to "
    "identify non-prime numbers. Your code should pass these tests:\n\n"
    "assert is_not_prime(2) == False\nassert is_not_prime(10) == True\n"
    "assert is_not_prime(35) == True\n[BEGIN]\nimport math\r\ndef is_not_prime(n):\r\n"
    "    result = False\r\n    for i in range(2,int(math.sqrt(n)) + 1):\r\n"
    "        if n % i == 0:\r\n            result = True\r\n    return result\n[DONE]\n"
    "You are an expert Python programmer, and here is your task: Write a function to find the "
    "largest integers from a given list of numbers using heap queue algorithm. Your code should "
    "pass these tests:\n\n"
    "assert heap_queue_largest( [25, 35, 22, 85, 14, 65, 75, 22, 58],3)==[85, 75, 65] \n"
    "assert heap_queue_largest( [25, 35, 22, 85, 14, 65, 75, 22, 58],2)==[85, 75]\n"
    "assert heap_queue_largest( [25, 35, 22, 85, 14, 65, 75, 22, 58],5)==[85, 75, 65, 58, 35]\n"
    "[BEGIN]\nimport heapq as hq\r\ndef heap_queue_largest(nums,n):\r\n"
    "  largest_nums = hq.nlargest(n, nums)\r\n  return largest_nums\n[DONE]\n";

std::string Join(const std::vector<std::string>& lines, size_t most) {
  std::string text;
  for (size_t i = 0; i < std::min(most, lines.size()); ++i) {
    if (i > 0) text += '\n';
    text += lines[i];
  }
  return text;
}

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int) {
  const std::vector<std::string> tests = row.Texts("test_list");
  std::string text;
  if (config.is_fewshot) text = kExamples;
  text += std::string(kTask) + row.Text("content") + " Your code should pass these tests:\n\n";
  // The last test is kept back for judging.
  text += config.is_fewshot ? Join(tests, 2) + "\n[BEGIN]\n" : Join(tests, tests.size());
  return UsualPrompt(row, std::move(text));
}

Trial MakeTrial(const TrialRequest& request) {
  std::vector<std::string> tests = request.row.Texts("test_list");
  if (tests.empty()) request.row.Fault("the row has no tests: no test is never a pass");
  if (request.config.is_fewshot && tests.size() > 1) tests.erase(tests.begin(), tests.end() - 1);
  std::string answer = request.completion;
  answer.resize(std::min(answer.find("[DONE]"), answer.size()));
  ExtractedCode extracted = ExtractFreeform(answer, "python", request.Fences("python"));
  for (const std::string_view stop : {"\nassert", "\n\"\"\"", "if __name__ =="}) {
    extracted.code.resize(std::min(extracted.code.find(stop), extracted.code.size()));
  }
  std::string setup;
  if (request.row.Has("labels")) {
    setup = request.row.Part("labels").TextOr("test_setup_code", "") + "\n";
  }
  Trial trial;
  trial.Times(request.config, 10, 20);
  trial.Extracted(extracted);
  trial.Asserts(std::move(setup), std::move(extracted.code), Join(tests, tests.size()), "");
  return trial;
}

}  // namespace

DatasetClass MbppClass() {
  return {.name = "MBPPDataset", .datasets = {"mbpp"}, .prompt = Prompt, .trial = MakeTrial};
}

}  // namespace assay
