// ---- random numbers ------------------------------------------------------------------------

// A generator whose numbers depend on nothing but its seed: on no compiler and no library.
class random_t {
 public:
  random_t() : state_(0x9e3779b97f4a7c15ULL) {}

  void setSeed(int argc, char* argv[]) {
    uint64_t seed = 1469598103934665603ULL;
    for (int i = 1; i < argc; ++i) {
      for (const char* c = argv[i]; *c != '\0'; ++c) {
        seed = (seed ^ static_cast<unsigned char>(*c)) * 1099511628211ULL;
      }
      seed = (seed ^ 0x100U) * 1099511628211ULL;
    }
    state_ = seed;
  }
  void setSeed(long long seed) { state_ = static_cast<uint64_t>(seed) * 0x9e3779b97f4a7c15ULL + 1; }

  // [0, 1)
  double next() { return static_cast<double>(Draw() >> 11) / 9007199254740992.0; }
  double next(double most) { return next() * most; }
  double next(double from, double to) {
    if (from > to) testlib_impl::Die("random_t::next(from, to): from is greater than to");
    return from + next() * (to - from);
  }
  // [0, n)
  template <typename T>
  typename std::enable_if<std::is_integral<T>::value, T>::type next(T n) {
    if (n <= T(0)) testlib_impl::Die("random_t::next(n): n must be positive");
    return static_cast<T>(Below(static_cast<uint64_t>(n)));
  }
  // [from, to]
  template <typename T, typename U>
  typename std::enable_if<std::is_integral<T>::value && std::is_integral<U>::value,
                          typename std::common_type<T, U>::type>::type
  next(T from, U to) {
    typedef typename std::common_type<T, U>::type C;
    const C low = static_cast<C>(from), high = static_cast<C>(to);
    if (low > high) testlib_impl::Die("random_t::next(from, to): from is greater than to");
    const uint64_t width = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
    const uint64_t offset = width == 0 ? Draw() : Below(width);
    return static_cast<C>(static_cast<uint64_t>(low) + offset);
  }
  std::string next(const std::string& ptrn) { return pattern(ptrn).next(*this); }
  ASSAY_TESTLIB_PRINTF(2, 3) std::string next(const char* text, ...) {
    ASSAY_TESTLIB_FORMAT(ptrn, text)
    return next(ptrn);
  }
  long long nextBits(int bits) { return static_cast<long long>(Draw() >> (64 - bits)); }

  // The greatest of type + 1 draws; with a negative type the smallest of 1 - type.
  template <typename T>
  typename std::enable_if<std::is_integral<T>::value, T>::type wnext(T n, int type) {
    T result = next(n);
    for (int i = 0; i < std::abs(type); ++i) {
      const T other = next(n);
      result = type > 0 ? std::max(result, other) : std::min(result, other);
    }
    return result;
  }
  double wnext(double most, int type) { return most * wnext(type); }
  double wnext(int type) {
    double result = next();
    for (int i = 0; i < std::abs(type); ++i) {
      const double other = next();
      result = type > 0 ? std::max(result, other) : std::min(result, other);
    }
    return result;
  }
  template <typename T, typename U>
  typename std::common_type<T, U>::type wnext(T from, U to, int type) {
    typedef typename std::common_type<T, U>::type C;
    C result = next(static_cast<C>(from), static_cast<C>(to));
    for (int i = 0; i < std::abs(type); ++i) {
      const C other = next(static_cast<C>(from), static_cast<C>(to));
      result = type > 0 ? std::max(result, other) : std::min(result, other);
    }
    return result;
  }

  template <typename Container>
  typename Container::value_type any(const Container& container) {
    if (container.empty()) testlib_impl::Die("random_t::any(c): c is empty");
    auto at = container.begin();
    std::advance(at, next(static_cast<long long>(container.size())));
    return *at;
  }
  template <typename Iterator>
  typename std::iterator_traits<Iterator>::value_type any(Iterator first, Iterator last) {
    const long long size = static_cast<long long>(std::distance(first, last));
    if (size <= 0) testlib_impl::Die("random_t::any(first, last): the range is empty");
    std::advance(first, next(size));
    return *first;
  }
  template <typename Container>
  typename Container::value_type wany(const Container& container, int type) {
    if (container.empty()) testlib_impl::Die("random_t::wany(c, type): c is empty");
    auto at = container.begin();
    std::advance(at, wnext(static_cast<long long>(container.size()), type));
    return *at;
  }

  template <typename T, typename E>
  std::vector<E> perm(T size, E first) {
    if (size < 0) testlib_impl::Die("random_t::perm(size): size is negative");
    std::vector<E> result(static_cast<size_t>(size));
    for (size_t i = 0; i < result.size(); ++i)
      result[i] = static_cast<E>(first + static_cast<E>(i));
    for (size_t i = 1; i < result.size(); ++i) std::swap(result[i], result[Below(i + 1)]);
    return result;
  }
  template <typename T>
  std::vector<T> perm(T size) {
    return perm(size, T(0));
  }

  // `size` different numbers of [from, to].
  template <typename T>
  std::vector<T> distinct(int size, T from, T to) {
    if (size < 0 || from > to ||
        static_cast<uint64_t>(to - from) < static_cast<uint64_t>(size) - 1) {
      if (size != 0) testlib_impl::Die("random_t::distinct: there are not so many numbers");
    }
    std::vector<T> result;
    if (static_cast<uint64_t>(to - from) / 4 < static_cast<uint64_t>(size)) {
      result = perm(static_cast<T>(to - from + 1), from);
      result.resize(static_cast<size_t>(size));
      return result;
    }
    std::set<T> used;
    while (result.size() < static_cast<size_t>(size)) {
      const T value = next(from, to);
      if (used.insert(value).second) result.push_back(value);
    }
    return result;
  }
  template <typename T>
  std::vector<T> distinct(int size, T upper) {
    return distinct(size, T(0), T(upper - 1));
  }

  // `size` numbers, none below `least`, that add up to `sum`.
  template <typename T>
  std::vector<T> partition(int size, T sum, T least = T(1)) {
    if (size <= 0 || sum < least * static_cast<T>(size)) {
      testlib_impl::Die("random_t::partition: there is no such partition");
    }
    const T free = sum - least * static_cast<T>(size);
    std::vector<T> cuts(static_cast<size_t>(size) + 1, T(0));
    for (size_t i = 1; i + 1 < cuts.size(); ++i) cuts[i] = next(T(0), free);
    cuts.back() = free;
    std::sort(cuts.begin(), cuts.end());
    std::vector<T> result(static_cast<size_t>(size));
    for (size_t i = 0; i < result.size(); ++i) result[i] = least + cuts[i + 1] - cuts[i];
    return result;
  }

 private:
  uint64_t Draw() {  // SplitMix64
    uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  uint64_t Below(uint64_t n) {
    const uint64_t limit = UINT64_MAX - UINT64_MAX % n;
    uint64_t value = Draw();
    while (value >= limit) value = Draw();
    return value % n;
  }

  uint64_t state_;
};

static random_t rnd;

inline std::string pattern::Draw(const Node& node, random_t& random) {
  std::string text;
  switch (node.kind) {
    case Node::kSet: return std::string(1, node.characters[random.next(node.characters.size())]);
    case Node::kSequence:
      for (const NodePtr& part : node.parts) text += Draw(*part, random);
      return text;
    case Node::kChoice: return Draw(*node.parts[random.next(node.parts.size())], random);
    case Node::kRepeat: {
      if (node.most == kUnbounded)
        testlib_impl::Die("a pattern without bounds can't be drawn from");
      const int count = random.next(node.least, node.most);
      for (int i = 0; i < count; ++i) text += Draw(*node.parts[0], random);
      return text;
    }
  }
  return text;
}
inline std::string pattern::next(random_t& random) const {
  return Draw(*root_, random);
}

template <typename Iterator>
void shuffle(Iterator first, Iterator last) {
  const long long size = static_cast<long long>(last - first);
  for (long long i = 1; i < size; ++i) std::iter_swap(first + i, first + rnd.next(i + 1));
}
