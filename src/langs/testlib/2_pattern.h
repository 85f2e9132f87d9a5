// ---- patterns ------------------------------------------------------------------------------

class random_t;

// The small dialect of regular expressions of readToken and rnd.next: characters, escapes with \,
// classes [a-z], [^a-z], groups, |, and the counts ?, *, +, {n}, {n,}, {,m}, {n,m}.
class pattern {
 public:
  pattern(const std::string& source) : source_(source) {  // NOLINT: implicit, as documented
    size_t at = 0;
    root_ = ParseChoice(&at);
    if (at != source_.size()) Malformed();
  }
  pattern(const char* source) : pattern(std::string(source)) {}  // NOLINT

  // Whether the whole text is of the pattern.
  bool matches(const std::string& text) const {
    const Places ends = Ends(*root_, text, Places(1, 0));
    return !ends.empty() && ends.back() == text.size();
  }
  // A random text of the pattern.
  std::string next(random_t& random) const;
  std::string src() const { return source_; }

 private:
  static const int kUnbounded = -1;
  struct Node {
    enum Kind { kSet, kSequence, kChoice, kRepeat } kind;
    std::string characters;  // of kSet
    std::vector<std::shared_ptr<Node>> parts;
    int least, most;  // of kRepeat
    explicit Node(Kind k) : kind(k), least(1), most(1) {}
  };
  typedef std::shared_ptr<Node> NodePtr;

  NORETURN void Malformed() const {
    testlib_impl::Die("Illegal pattern \"" + compress(source_) + "\"");
  }
  bool More(size_t at) const { return at < source_.size(); }

  NodePtr ParseChoice(size_t* at) const {
    NodePtr choice = std::make_shared<Node>(Node::kChoice);
    choice->parts.push_back(ParseSequence(at));
    while (More(*at) && source_[*at] == '|') {
      ++*at;
      choice->parts.push_back(ParseSequence(at));
    }
    return choice->parts.size() == 1 ? choice->parts[0] : choice;
  }
  NodePtr ParseSequence(size_t* at) const {
    NodePtr sequence = std::make_shared<Node>(Node::kSequence);
    while (More(*at) && source_[*at] != '|' && source_[*at] != ')') {
      sequence->parts.push_back(ParseCounts(ParseOne(at), at));
    }
    return sequence;
  }
  NodePtr ParseOne(size_t* at) const {
    if (source_[*at] == '(') {
      ++*at;
      NodePtr group = ParseChoice(at);
      if (!More(*at) || source_[*at] != ')') Malformed();
      ++*at;
      return group;
    }
    NodePtr set = std::make_shared<Node>(Node::kSet);
    if (source_[*at] == '[') {
      ParseClass(at, set.get());
    } else {
      set->characters = std::string(1, ParseCharacter(at));
    }
    return set;
  }
  char ParseCharacter(size_t* at) const {
    if (source_[*at] == '\\') ++*at;
    if (!More(*at)) Malformed();
    return source_[(*at)++];
  }
  void ParseClass(size_t* at, Node* set) const {
    ++*at;
    const bool inverted = More(*at) && source_[*at] == '^';
    if (inverted) ++*at;
    std::vector<bool> in(256, false);
    while (More(*at) && source_[*at] != ']') {
      const unsigned char first = static_cast<unsigned char>(ParseCharacter(at));
      unsigned char last = first;
      if (*at + 1 < source_.size() && source_[*at] == '-' && source_[*at + 1] != ']') {
        ++*at;
        last = static_cast<unsigned char>(ParseCharacter(at));
        if (last < first) Malformed();
      }
      for (int c = first; c <= last; ++c) in[static_cast<size_t>(c)] = true;
    }
    if (!More(*at)) Malformed();
    ++*at;
    for (int c = 1; c < 256; ++c) {
      if (in[static_cast<size_t>(c)] != inverted) set->characters += static_cast<char>(c);
    }
    if (set->characters.empty()) Malformed();
  }
  int ParseNumber(size_t* at) const {
    long long value = 0;
    bool any = false;
    for (; More(*at) && source_[*at] >= '0' && source_[*at] <= '9'; ++*at) {
      value = std::min<long long>(value * 10 + (source_[*at] - '0'), INT_MAX);
      any = true;
    }
    return any ? static_cast<int>(value) : kUnbounded;
  }
  NodePtr ParseCounts(NodePtr inner, size_t* at) const {
    while (More(*at)) {
      int least = 0, most = kUnbounded;
      const char c = source_[*at];
      if (c == '?') {
        most = 1;
      } else if (c == '+') {
        least = 1;
      } else if (c == '{') {
        ++*at;
        const int first = ParseNumber(at);
        least = std::max(first, 0);
        most = first;
        if (More(*at) && source_[*at] == ',') {
          ++*at;
          most = ParseNumber(at);
        } else if (first == kUnbounded) {
          Malformed();
        }
        if (!More(*at) || source_[*at] != '}' || (most != kUnbounded && most < least)) Malformed();
      } else if (c != '*') {
        break;
      }
      ++*at;
      NodePtr repeat = std::make_shared<Node>(Node::kRepeat);
      repeat->least = least;
      repeat->most = most;
      repeat->parts.push_back(inner);
      inner = repeat;
    }
    return inner;
  }

  // Places in the text, ascending. A participant chooses how long the text is, so no step may take
  // more than a little time and room for each of its characters.
  typedef std::vector<size_t> Places;

  // Where a match of the node may end when it starts at one of `starts`.
  static Places Ends(const Node& node, const std::string& text, const Places& starts) {
    Places ends;
    if (starts.empty()) return ends;
    switch (node.kind) {
      case Node::kSet:
        for (size_t start : starts) {
          if (start < text.size() && node.characters.find(text[start]) != std::string::npos) {
            ends.push_back(start + 1);
          }
        }
        return ends;
      case Node::kSequence:
        ends = starts;
        for (const NodePtr& part : node.parts) ends = Ends(*part, text, ends);
        return ends;
      case Node::kChoice:
        for (const NodePtr& part : node.parts) {
          const Places some = Ends(*part, text, starts);
          ends.insert(ends.end(), some.begin(), some.end());
        }
        Sort(&ends);
        return ends;
      case Node::kRepeat: {
        std::string characters;
        return IsCharacter(*node.parts[0], &characters) ? RunEnds(node, characters, text, starts)
                                                        : RepeatEnds(node, text, starts);
      }
    }
    return ends;
  }
  static void Sort(Places* places) {
    std::sort(places->begin(), places->end());
    places->erase(std::unique(places->begin(), places->end()), places->end());
  }
  // Whether the node matches one character always, and which.
  static bool IsCharacter(const Node& node, std::string* characters) {
    if (node.kind == Node::kSet) *characters += node.characters;
    if (node.kind == Node::kSet) return true;
    if (node.kind == Node::kRepeat || node.parts.empty()) return false;
    if (node.kind == Node::kSequence && node.parts.size() > 1) return false;
    for (const NodePtr& part : node.parts) {
      if (!IsCharacter(*part, characters)) return false;
    }
    return true;
  }
  // Of a repeated character: one pass over the text.
  static Places RunEnds(const Node& node, const std::string& characters, const std::string& text,
                        const Places& starts) {
    bool in[256] = {};
    for (char c : characters) in[static_cast<unsigned char>(c)] = true;
    const size_t least = static_cast<size_t>(node.least);
    Places ends;
    size_t run = starts[0];       // where the run of such characters that ends at `at` begins
    size_t next = 0, last = run;  // the first start less than `least` before `at`, the one before
    bool any = false;
    for (size_t at = starts[0]; at <= text.size(); ++at) {
      if (at > starts[0] && !in[static_cast<unsigned char>(text[at - 1])]) run = at;
      for (; next < starts.size() && starts[next] + least <= at; ++next) {
        last = starts[next];
        any = true;
      }
      if (!any || last < run) continue;
      if (node.most == kUnbounded || at - last <= static_cast<size_t>(node.most)) {
        ends.push_back(at);
      }
    }
    return ends;
  }
  // Round by round; a place that was reached before leads nowhere new.
  static Places RepeatEnds(const Node& node, const std::string& text, Places front) {
    for (int round = 0; round < node.least; ++round) {
      Places next = Ends(*node.parts[0], text, front);
      if (next == front) break;
      front.swap(next);
    }
    std::vector<bool> seen(text.size() + 1, false);
    for (size_t place : front) seen[place] = true;
    Places ends = front;
    for (long long round = node.least; node.most == kUnbounded || round < node.most; ++round) {
      Places fresh;
      for (size_t place : Ends(*node.parts[0], text, front)) {
        if (!seen[place]) fresh.push_back(place);
        seen[place] = true;
      }
      if (fresh.empty()) break;
      ends.insert(ends.end(), fresh.begin(), fresh.end());
      front.swap(fresh);
    }
    Sort(&ends);
    return ends;
  }
  static std::string Draw(const Node& node, random_t& random);

  std::string source_;
  NodePtr root_;
};
