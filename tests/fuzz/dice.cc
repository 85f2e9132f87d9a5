#include "dice.h"

namespace assay {
namespace {

const std::vector<std::string>& Words() {
  static const std::vector<std::string> words = {std::string("\0", 1),
                                                 "\n",
                                                 "\r\n",
                                                 " ",
                                                 "\t",
                                                 "\xff",
                                                 "\xef\xbb\xbf",
                                                 "\xed\xa0\x80",
                                                 "\"",
                                                 "'''",
                                                 "\\",
                                                 "{",
                                                 "}",
                                                 "[",
                                                 "]",
                                                 "(",
                                                 ")",
                                                 "0",
                                                 "-1",
                                                 "1e999",
                                                 "NaN",
                                                 "null",
                                                 "true",
                                                 "\xf0\x9f\x92\xa5",
                                                 "import os\n",
                                                 "os._exit(0)\n",
                                                 "while True: pass\n",
                                                 "#include </etc/passwd>\n",
                                                 "#define main x\n",
                                                 "int main(){}",
                                                 "return 0;",
                                                 "exit(1)",
                                                 "raise SystemExit\n",
                                                 "sys.stdout.write('1'*100)\n",
                                                 "System.exit(0);",
                                                 "process.exit(0)",
                                                 "$((1/0))",
                                                 "99999999999999999999"};
  return words;
}

}  // namespace

std::string Mutated(std::string text, std::string_view other, size_t most, Dice* dice) {
  for (size_t edits = dice->Below(most + 1); edits > 0; --edits) {
    const size_t at = dice->Below(text.size() + 1);
    const size_t length = std::min(dice->Below(40), text.size() - at);
    switch (dice->Below(7)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, text.substr(at, length)); break;
      case 2: text.insert(at, dice->Of(Words())); break;
      case 3: text.insert(at, dice->Bytes(4)); break;
      case 4:
        if (at < text.size()) text[at] = static_cast<char>(dice->Next());
        break;
      case 5: {
        const size_t from = dice->Below(other.size() + 1);
        text.insert(at, other.substr(from, dice->Below(80)));
        break;
      }
      default: text.resize(at); break;
    }
  }
  return text;
}

}  // namespace assay
