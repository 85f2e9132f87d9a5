#include "logic/words/word_list.h"

#include <algorithm>

#include "logic/model/answer.h"
#include "logic/model/facts.h"
#include "text/json_writer.h"

namespace assay::logic::words {
namespace {

constexpr std::string_view kCommonWords =
    "able about above acorn acre actor adapt after again agent agree air alarm album alert "
    "anchor angle ankle apple apron arch area arrow autumn badge baker banana barn basin basket "
    "beach bean bear bell bench berry bird blanket boat bone book border bottle branch bread "
    "bridge bright brook broom brother bucket butter button cabin cable camel candle "
    "canyon carpet carrot castle cave cedar chain chair cherry circle clay clock cloud coast "
    "copper corner cotton crane crown cup dance dawn desert diamond dinner door dragon drum eagle "
    "earth echo edge elbow ember engine evening fabric falcon farmer feather fence fern field "
    "finger fire flame flute forest fountain fox garden garlic gate ghost giant glass glove goat "
    "grain grape gravel guitar hammer harbor harvest hat hazel heron hill honey horse house "
    "island ivory jacket jungle kettle key kitchen kite ladder lake lantern leaf lemon letter "
    "lion lizard magnet maple market meadow melon mirror monkey moon morning mountain needle nest "
    "night noble north oak ocean olive onion orange orchard otter oven owl paint paper parrot "
    "path pearl pencil pepper piano pillow pine planet plum pocket pond potato queen quiet rabbit "
    "rain raven ribbon river road robin rocket root rose saddle salt sand scarf school shadow "
    "shell silver sister snow spoon spring star stone storm sugar summer table tailor teacher "
    "thunder tiger timber tower train tree tulip turtle umbrella valley velvet violin wagon water "
    "whale wheat wheel window winter wolf yard yellow zebra";

// Those of cipher are the most, when all letters stand alone.
constexpr size_t kMostWordsOfAnswer = 256;

bool PartsWords(char c) {
  switch (c) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case ',':
    case ';':
    case '"':
    case '\'':
    case '`':
    case '[':
    case ']': return true;
    default: return false;
  }
}

}  // namespace

const std::vector<std::string>& CommonWords() {
  static const std::vector<std::string> kWords = [] {
    std::vector<std::string> words;
    for (const std::string_view word : WordsOf(kCommonWords)) words.emplace_back(word);
    return words;
  }();
  return kWords;
}

int Between(int least, int most, Dice* dice) {
  return least + static_cast<int>(dice->Below(static_cast<size_t>(most - least + 1)));
}

std::vector<std::string> DrawWords(size_t count, Dice* dice) {
  std::vector<std::string> words = CommonWords();
  Shuffle(&words, dice);
  words.resize(count);
  return words;
}

Result<std::vector<std::string>> ReadWords(JsonValue facts, std::string_view member,
                                           size_t least_words, size_t most_words,
                                           size_t least_letters) {
  ASSAY_ASSIGN_OR_RETURN(std::vector<std::string> read,
                         ReadStrings(facts, member, least_words, most_words, kMostLetters));
  for (const std::string& word : read) {
    const bool letters =
        std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (!letters || word.size() < least_letters) {
      return BadFacts(member, "each word must have " + std::to_string(least_letters) + " to " +
                                  std::to_string(kMostLetters) + " letters a to z");
    }
  }
  return read;
}

std::vector<std::string> AnswerWords(std::string_view answer) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : answer) {
    if (PartsWords(c)) {
      inside = false;
      continue;
    }
    if (!inside && words.size() == kMostWordsOfAnswer) return {};
    if (!inside) words.emplace_back();
    inside = true;
    words.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return words;
}

std::string JoinWords(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

std::string StringsJson(const std::vector<std::string>& strings) {
  JsonWriter writer;
  writer.BeginArray();
  for (const std::string& each : strings) writer.String(each);
  writer.EndArray();
  return writer.Take();
}

}  // namespace assay::logic::words
