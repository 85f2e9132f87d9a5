// Typed C++ values from JSON; the first half of the driver's wire format. See assay_driver.h.
#pragma once
#pragma GCC system_header  // no warnings about this file among the candidate's own

#include <bits/stdc++.h>

namespace assay_driver {

struct BadArguments : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// ---- what types are ----

template <class T, class = void>
struct IsListNode : std::false_type {};
template <class T>
struct IsListNode<
    T, std::void_t<decltype(std::declval<T&>().val), decltype(std::declval<T&>().next->next)>>
    : std::true_type {};
template <class T, class = void>
struct IsTreeNode : std::false_type {};
template <class T>
struct IsTreeNode<
    T, std::void_t<decltype(std::declval<T&>().val), decltype(std::declval<T&>().left->left),
                   decltype(std::declval<T&>().right->right)>> : std::true_type {};

template <class T, class = void>
struct IsRange : std::false_type {};
template <class T>
struct IsRange<T, std::void_t<typename T::value_type, decltype(std::declval<const T&>().begin()),
                              decltype(std::declval<const T&>().end())>> : std::true_type {};
template <class T, class = void>
struct IsKeyed : std::false_type {};  // sets and maps
template <class T>
struct IsKeyed<T, std::void_t<typename T::key_type>> : std::true_type {};
template <class T, class = void>
struct IsMap : std::false_type {};
template <class T>
struct IsMap<T, std::void_t<typename T::mapped_type>> : std::true_type {};
template <class T, class = void>
struct CanAppend : std::false_type {};
template <class T>
struct CanAppend<
    T, std::void_t<decltype(std::declval<T&>().push_back(std::declval<typename T::value_type>()))>>
    : std::true_type {};
template <class T, class = void>
struct IsTuple : std::false_type {};  // pair, tuple; arrays are ranges
template <class T>
struct IsTuple<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsSmartPointer : std::false_type {};
template <class T>
struct IsSmartPointer<std::unique_ptr<T>> : std::true_type {};
template <class T>
struct IsSmartPointer<std::shared_ptr<T>> : std::true_type {};

template <class T>
constexpr bool kIsInteger =
    std::is_integral_v<T> || std::is_same_v<T, __int128> || std::is_same_v<T, unsigned __int128>;
template <class>
constexpr bool kNever = false;

class Reader {
 public:
  explicit Reader(const std::string& text) : at_(text.data()), end_(at_ + text.size()) {}

  [[noreturn]] void Fail(const char* wanted) const {
    throw BadArguments(std::string("the argument is no ") + wanted + ": " +
                       std::string(at_, std::min<std::ptrdiff_t>(end_ - at_, 40)));
  }
  void Skip() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  char Peek() {
    Skip();
    return at_ < end_ ? *at_ : '\0';
  }
  bool Accept(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }
  bool AcceptWord(std::string_view word) {
    Skip();
    if (static_cast<std::size_t>(end_ - at_) < word.size() ||
        std::string_view(at_, word.size()) != word) {
      return false;
    }
    at_ += word.size();
    return true;
  }
  void Expect(char c, const char* what) {
    if (!Accept(c)) Fail(what);
  }
  // An object of one member with this name, as the protocol tags values: enters it.
  bool AcceptTag(std::string_view tag) {
    const char* start = at_;
    if (Accept('{') && Accept('"') && AcceptWord(tag) && Accept('"') && Accept(':')) return true;
    at_ = start;
    return false;
  }
  void EndTag() { Expect('}', "tagged value"); }

  std::string_view Number() {
    Skip();
    const char* start = at_;
    while (at_ < end_ && (std::isdigit(static_cast<unsigned char>(*at_)) || *at_ == '-' ||
                          *at_ == '+' || *at_ == '.' || *at_ == 'e' || *at_ == 'E')) {
      ++at_;
    }
    if (at_ == start) Fail("number");
    return {start, static_cast<std::size_t>(at_ - start)};
  }

  std::string String() {
    Expect('"', "string");
    std::string out;
    while (at_ < end_ && *at_ != '"') {
      if (*at_ != '\\') {
        out += *at_++;
        continue;
      }
      if (++at_ >= end_) break;
      const char c = *at_++;
      switch (c) {
        case 'n': out += '\n'; break;
        case 't': out += '\t'; break;
        case 'r': out += '\r'; break;
        case 'b': out += '\b'; break;
        case 'f': out += '\f'; break;
        case 'u': AppendUtf8(CodePoint(), &out); break;
        default: out += c;
      }
    }
    if (at_ >= end_) Fail("string");
    ++at_;
    return out;
  }

  template <class Each>
  void Array(Each each) {
    Expect('[', "array");
    if (Accept(']')) return;
    do {
      each();
    } while (Accept(','));
    Expect(']', "array");
  }

 private:
  unsigned Hex4() {
    unsigned value = 0;
    if (end_ - at_ < 4 || std::from_chars(at_, at_ + 4, value, 16).ptr != at_ + 4) Fail("string");
    at_ += 4;
    return value;
  }
  unsigned CodePoint() {
    const unsigned high = Hex4();
    if (high >= 0xD800 && high < 0xDC00 && end_ - at_ >= 6 && at_[0] == '\\' && at_[1] == 'u') {
      const char* before = at_;
      at_ += 2;
      const unsigned low = Hex4();
      if (low >= 0xDC00 && low < 0xE000) return 0x10000 + ((high - 0xD800) << 10) + low - 0xDC00;
      at_ = before;
    }
    return high;
  }
  static void AppendUtf8(unsigned c, std::string* out) {
    const auto tail = [&](int shift) { *out += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) {
      *out += static_cast<char>(c);
    } else if (c < 0x800) {
      *out += static_cast<char>(0xC0 | (c >> 6));
      tail(0);
    } else if (c < 0x10000) {
      *out += static_cast<char>(0xE0 | (c >> 12));
      tail(6);
      tail(0);
    } else {
      *out += static_cast<char>(0xF0 | (c >> 18));
      tail(12);
      tail(6);
      tail(0);
    }
  }

  const char* at_;
  const char* end_;
};

template <class T>
void Read(Reader& in, T& value);

template <class T>
void ReadFloat(Reader& in, T& value) {
  const bool tagged = in.AcceptTag("$float");
  if (tagged) in.Expect('"', "number");
  if (in.AcceptWord("NaN") || in.AcceptWord("nan")) {
    value = std::numeric_limits<T>::quiet_NaN();
  } else if (in.AcceptWord("Infinity") || in.AcceptWord("inf")) {
    value = std::numeric_limits<T>::infinity();
  } else if (in.AcceptWord("-Infinity") || in.AcceptWord("-inf")) {
    value = -std::numeric_limits<T>::infinity();
  } else {
    // Out of range gives zero or infinity, as in other languages' parsers.
    value = static_cast<T>(std::strtold(std::string(in.Number()).c_str(), nullptr));
  }
  if (tagged) {
    in.Expect('"', "number");
    in.EndTag();
  }
}

template <class T>
void ReadInteger(Reader& in, T& value) {
  const std::string_view text = in.Number();
  if (text.find_first_of(".eE") != std::string_view::npos) {
    const long double number = std::strtold(std::string(text).c_str(), nullptr);
    if (number != std::floor(number) || std::fabs(number) > 9e18L) in.Fail("integer");
    value = static_cast<T>(number);
    return;
  }
  const bool negative = text[0] == '-';
  if (negative && std::is_unsigned_v<T>) in.Fail("non-negative integer");
  T result = 0;
  for (const char c : text.substr(negative ? 1 : 0)) {
    if (c < '0' || c > '9') in.Fail("integer");
    const T digit = static_cast<T>(negative ? '0' - c : c - '0');
    T scaled;
    if (__builtin_mul_overflow(result, static_cast<T>(10), &scaled) ||
        __builtin_add_overflow(scaled, digit, &result)) {
      in.Fail("integer in the range of its type");
    }
  }
  value = result;
}

template <class Node, class Value>
Node* NewNode(Value&& value) {
  if constexpr (std::is_constructible_v<Node, Value>) {
    return new Node(std::forward<Value>(value));
  } else {
    Node* node = new Node();
    node->val = std::forward<Value>(value);
    return node;
  }
}

template <class Node>
void ReadList(Reader& in, Node*& head) {
  head = nullptr;
  if (in.AcceptWord("null")) return;
  Node* last = nullptr;
  in.Array([&] {
    std::decay_t<decltype(head->val)> value{};
    Read(in, value);
    Node* node = NewNode<Node>(std::move(value));
    node->next = nullptr;
    (last == nullptr ? head : last->next) = node;
    last = node;
  });
}

template <class Node>
void ReadTree(Reader& in, Node*& root) {
  root = nullptr;
  if (in.AcceptWord("null")) return;
  std::deque<Node*> parents;
  bool right = false;
  in.Array([&] {
    Node* node = nullptr;
    if (!in.AcceptWord("null")) {
      std::decay_t<decltype(root->val)> value{};
      Read(in, value);
      node = NewNode<Node>(std::move(value));
      node->left = node->right = nullptr;
    }
    if (root == nullptr && parents.empty()) {
      root = node;
    } else {
      if (parents.empty()) in.Fail("tree");
      (right ? parents.front()->right : parents.front()->left) = node;
      if (right) parents.pop_front();
      right = !right;
    }
    if (node != nullptr) parents.push_back(node);
  });
}

template <class T>
void ReadMap(Reader& in, T& value) {
  using Key = typename T::key_type;
  const auto entry = [&](Key key) {
    typename T::mapped_type mapped{};
    Read(in, mapped);
    value.emplace(std::move(key), std::move(mapped));
  };
  const bool tagged = in.AcceptTag("$dict");
  if (tagged || in.Peek() == '[') {
    in.Array([&] {
      in.Expect('[', "pair");
      Key key{};
      Read(in, key);
      in.Expect(',', "pair");
      entry(std::move(key));
      in.Expect(']', "pair");
    });
    if (tagged) in.EndTag();
    return;
  }
  // A JSON object's names are strings; keys of other types are read from their text.
  in.Expect('{', "object");
  if (in.Accept('}')) return;
  do {
    const std::string name = in.String();
    in.Expect(':', "object");
    Key key{};
    if constexpr (std::is_same_v<Key, std::string>) {
      key = name;
    } else if constexpr (std::is_same_v<Key, char>) {
      if (name.size() != 1) in.Fail("character");
      key = name[0];
    } else {
      Reader inner(name);
      Read(inner, key);
    }
    entry(std::move(key));
  } while (in.Accept(','));
  in.Expect('}', "object");
}

template <class T>
void Read(Reader& in, T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    if (in.AcceptWord("true")) {
      value = true;
    } else if (in.AcceptWord("false")) {
      value = false;
    } else {
      int number = 0;
      ReadInteger(in, number);
      value = number != 0;
    }
  } else if constexpr (std::is_same_v<T, char>) {
    const std::string text = in.String();
    if (text.size() != 1) in.Fail("character");
    value = text[0];
  } else if constexpr (kIsInteger<T>) {
    ReadInteger(in, value);
  } else if constexpr (std::is_floating_point_v<T>) {
    ReadFloat(in, value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = in.String();
  } else if constexpr (IsOptional<T>::value) {
    if (in.AcceptWord("null")) {
      value.reset();
    } else {
      Read(in, value.emplace());
    }
  } else if constexpr (std::is_pointer_v<T>) {
    using Node = std::remove_pointer_t<T>;
    if constexpr (IsListNode<Node>::value) {
      ReadList(in, value);
    } else {
      static_assert(IsTreeNode<Node>::value, "this parameter's pointer type is not supported");
      ReadTree(in, value);
    }
  } else if constexpr (IsMap<T>::value) {
    ReadMap(in, value);
  } else if constexpr (IsKeyed<T>::value) {
    const bool tagged = in.AcceptTag("$set");
    in.Array([&] {
      typename T::value_type item{};
      Read(in, item);
      value.insert(std::move(item));
    });
    if (tagged) in.EndTag();
  } else if constexpr (CanAppend<T>::value) {
    in.Array([&] {
      typename T::value_type item{};
      Read(in, item);
      value.push_back(std::move(item));
    });
  } else if constexpr (IsRange<T>::value && IsTuple<T>::value) {  // std::array
    std::size_t i = 0;
    in.Array([&] {
      if (i == value.size()) in.Fail("array of the right length");
      Read(in, value[i++]);
    });
    if (i != value.size()) in.Fail("array of the right length");
  } else if constexpr (IsTuple<T>::value) {
    in.Expect('[', "array");
    bool first = true;
    std::apply(
        [&](auto&... items) {
          (((first ? void() : in.Expect(',', "array of the right length")), first = false,
            Read(in, items)),
           ...);
        },
        value);
    in.Expect(']', "array of the right length");
  } else {
    static_assert(kNever<T>, "this parameter's type is not supported");
  }
}

}  // namespace assay_driver
