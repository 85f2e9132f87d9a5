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
    std::set<size_t> starts;
    starts.insert(0);
    return Ends(*root_, text, starts).count(text.size()) > 0;
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

  // Where a match of the node may end when it starts at one of `starts`.
  static std::set<size_t> Ends(const Node& node, const std::string& text,
                               const std::set<size_t>& starts) {
    std::set<size_t> ends;
    if (starts.empty()) return ends;
    switch (node.kind) {
      case Node::kSet:
        for (size_t start : starts) {
          if (start < text.size() && node.characters.find(text[start]) != std::string::npos) {
            ends.insert(start + 1);
          }
        }
        return ends;
      case Node::kSequence:
        ends = starts;
        for (const NodePtr& part : node.parts) ends = Ends(*part, text, ends);
        return ends;
      case Node::kChoice:
        for (const NodePtr& part : node.parts) {
          const std::set<size_t> some = Ends(*part, text, starts);
          ends.insert(some.begin(), some.end());
        }
        return ends;
      case Node::kRepeat: return RepeatEnds(node, text, starts);
    }
    return ends;
  }
  static std::set<size_t> RepeatEnds(const Node& node, const std::string& text,
                                     std::set<size_t> starts) {
    std::set<size_t> ends;
    // More rounds than the text is long can only be empty ones.
    const long long bound = static_cast<long long>(text.size()) + node.least + 1;
    const long long most = node.most == kUnbounded ? bound : std::min<long long>(node.most, bound);
    for (long long round = 0;; ++round) {
      if (round >= node.least) {
        const size_t before = ends.size();
        ends.insert(starts.begin(), starts.end());
        if (round > node.least && ends.size() == before) return ends;
      }
      if (round == most || starts.empty()) return ends;
      starts = Ends(*node.parts[0], text, starts);
    }
  }
  static std::string Draw(const Node& node, random_t& random);

  std::string source_;
  NodePtr root_;
};
