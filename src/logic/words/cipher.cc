#include <algorithm>
#include <array>

#include "logic/model/facts.h"
#include "logic/words/cipher_steps.h"
#include "logic/words/word_list.h"
#include "logic/words/words.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

using words::CipherStep;

constexpr size_t kMostCipherText = 200;
constexpr size_t kMostCipherSteps = 4;
constexpr size_t kMostCipherField = 16;  // of a method's name and of a key

struct CipherTask {
  bool encrypt = true;
  std::string text;
  std::vector<CipherStep> steps;
};

Result<CipherTask> ReadCipher(JsonValue facts) {
  CipherTask task;
  ASSAY_ASSIGN_OR_RETURN(const std::string wanted, ReadString(facts, "task", kMostCipherField));
  if (wanted != "encrypt" && wanted != "decrypt") {
    return BadFacts("task", "must be \"encrypt\" or \"decrypt\"");
  }
  task.encrypt = wanted == "encrypt";
  ASSAY_ASSIGN_OR_RETURN(task.text, ReadString(facts, "text", kMostCipherText));
  const bool letters =
      std::all_of(task.text.begin(), task.text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (task.text.empty() || !letters) return BadFacts("text", "must have letters A to Z, only");
  ASSAY_ASSIGN_OR_RETURN(std::vector<std::string> methods,
                         ReadStrings(facts, "methods", 1, kMostCipherSteps, kMostCipherField));
  ASSAY_ASSIGN_OR_RETURN(
      std::vector<std::string> keys,
      ReadStrings(facts, "keys", methods.size(), methods.size(), kMostCipherField));
  for (size_t i = 0; i < methods.size(); ++i) {
    task.steps.push_back({std::move(methods[i]), std::move(keys[i])});
    if (!words::IsCipherStep(task.steps.back())) {
      return BadFacts("keys", "item " + std::to_string(i) + " is no key of a cipher \"" +
                                  task.steps.back().method + "\"");
    }
  }
  return task;
}

std::string CipheredThroughout(const CipherTask& task, std::string text, bool encrypt) {
  const size_t count = task.steps.size();
  for (size_t i = 0; i < count; ++i) {
    text = encrypt ? words::Encrypted(task.steps[i], text)
                   : words::Decrypted(task.steps[count - 1 - i], text);
  }
  return text;
}

std::vector<std::string_view> CipherMethods(int difficulty, Dice* dice) {
  const std::vector<std::string_view> easy = {"caesar", "atbash"};
  const std::vector<std::string_view> plain = {"caesar", "keyword", "rail_fence", "atbash"};
  const std::vector<std::string_view> mixing = {"affine", "vigenere", "autokey", "keyword"};
  const std::vector<std::string_view> moving = {"columnar", "rail_fence"};
  const auto pick = [&](const auto& from) { return from[dice->Below(from.size())]; };
  if (difficulty == 1) return {pick(easy)};
  if (difficulty == 2) return {pick(plain)};
  if (difficulty == 3) return {pick(dice->Below(3) == 0 ? moving : mixing)};
  std::vector<std::string_view> methods = {pick(mixing), pick(moving)};
  if (difficulty == kHardest) methods.push_back(pick(dice->Below(2) == 0 ? plain : mixing));
  words::Shuffle(&methods, dice);
  return methods;
}

std::string CipherPrompt(const CipherTask& task) {
  std::string steps;
  for (size_t i = 0; i < task.steps.size(); ++i) {
    steps += "\n" + std::to_string(i + 1) + ". " + words::Explained(task.steps[i]);
  }
  const bool one = task.steps.size() == 1;
  std::string text = "All texts have only the letters A to Z, without spaces. ";
  text += task.encrypt ? "Encrypt the text below" : "The text below was encrypted";
  text += one ? " by this cipher:"
              : " by these ciphers, one after the other, each on what the one before it gave:";
  text += steps + "\n\nText: " + task.text + "\n\n";
  if (!task.encrypt) text += "Decrypt it: find the original text. ";
  return text + "Give the final answer in a code block: only the " +
         (task.encrypt ? "encrypted" : "decrypted") + " text, in capital letters.";
}

class CipherKind final : public Kind {
 public:
  std::string_view name() const override { return "cipher"; }
  std::string_view summary() const override {
    return "Encrypt or decrypt a text by ciphers that are explained.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    constexpr std::array<size_t, 5> kLetters = {7, 11, 16, 20, 28};
    CipherTask task;
    task.encrypt = dice->Below(2) == 0;
    for (const std::string_view method : CipherMethods(difficulty, dice)) {
      task.steps.push_back(words::DrawCipherStep(method, dice));
    }
    std::string plain;
    while (plain.size() < kLetters[static_cast<size_t>(difficulty - kEasiest)]) {
      plain += words::CommonWords()[dice->Below(words::CommonWords().size())];
    }
    for (char& c : plain) c = static_cast<char>(c - 'a' + 'A');
    task.text = task.encrypt ? plain : CipheredThroughout(task, plain, true);
    JsonWriter facts;
    facts.BeginObject().Key("task").String(task.encrypt ? "encrypt" : "decrypt");
    facts.Key("text").String(task.text).Key("methods").BeginArray();
    for (const CipherStep& step : task.steps) facts.String(step.method);
    facts.EndArray().Key("keys").BeginArray();
    for (const CipherStep& step : task.steps) facts.String(step.key);
    facts.EndArray().EndObject();
    return {std::string(name()), difficulty, CipherPrompt(task), facts.Take()};
  }

  // The other way than Solve: every cipher is one to one, so an answer is right when it leads back.
  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const CipherTask task, ReadCipher(facts));
    if (answer.size() > kMostAnswerBytes) return kUnreadable;
    std::string letters = words::JoinWords(words::AnswerWords(answer), "");
    for (char& c : letters) {
      if (c < 'a' || c > 'z') return kUnreadable;
      c = static_cast<char>(c - 'a' + 'A');
    }
    if (letters.empty()) return kUnreadable;
    if (letters.size() != task.text.size()) return Wrong("wrong_length");
    if (CipheredThroughout(task, letters, !task.encrypt) != task.text) return Wrong("wrong_text");
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const CipherTask task, ReadCipher(facts));
    return CipheredThroughout(task, task.text, task.encrypt);
  }
};

}  // namespace

const Kind& Cipher() {
  static const CipherKind kind;
  return kind;
}

}  // namespace assay::logic
