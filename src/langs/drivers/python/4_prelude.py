# ---- the candidate's module ----

# What `from <module> import *` provides in CPython 3.8 to 3.13, built-in names left out. A superset
# is harmless, and a name that is missing here makes the driver import everything.
STAR_NAMES = {
    "string": """Formatter Template ascii_letters ascii_lowercase ascii_uppercase capwords digits
        hexdigits octdigits printable punctuation whitespace""",
    "re": """A ASCII DOTALL I IGNORECASE L LOCALE M MULTILINE Match NOFLAG Pattern PatternError
        RegexFlag S U UNICODE VERBOSE X error escape findall finditer fullmatch match purge
        search split sub subn template""",
    "datetime": """MAXYEAR MINYEAR UTC date datetime datetime_CAPI sys time timedelta timezone tzinfo""",
    "collections": """ChainMap Counter OrderedDict UserDict UserList UserString defaultdict deque namedtuple""",
    "heapq": """heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest""",
    "bisect": """bisect bisect_left bisect_right insort insort_left insort_right""",
    "copy": """Error copy deepcopy replace""",
    "math": """acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e
        erf erfc exp exp2 expm1 fabs factorial floor fma fmod frexp fsum gamma gcd hypot inf
        isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 modf nan
        nextafter perm pi prod radians remainder sin sinh sqrt sumprod tan tanh tau trunc ulp""",
    "random": """Random SystemRandom betavariate binomialvariate choice choices expovariate
        gammavariate gauss getrandbits getstate lognormvariate normalvariate paretovariate
        randbytes randint random randrange sample seed setstate shuffle triangular uniform
        vonmisesvariate weibullvariate""",
    "statistics": """NormalDist StatisticsError correlation covariance fmean geometric_mean harmonic_mean
        kde kde_random linear_regression mean median median_grouped median_high median_low
        mode multimode pstdev pvariance quantiles stdev variance""",
    "itertools": """accumulate batched chain combinations combinations_with_replacement compress count
        cycle dropwhile filterfalse groupby islice pairwise permutations product repeat
        starmap takewhile tee zip_longest""",
    "functools": """WRAPPER_ASSIGNMENTS WRAPPER_UPDATES cache cached_property cmp_to_key lru_cache partial
        partialmethod reduce singledispatch singledispatchmethod total_ordering update_wrapper
        wraps""",
    "operator": """add and_ attrgetter call concat contains countOf delitem eq floordiv ge getitem gt
        iadd iand iconcat ifloordiv ilshift imatmul imod imul index indexOf inv invert ior
        ipow irshift is_ is_not isub itemgetter itruediv ixor le length_hint lshift lt matmul
        methodcaller mod mul ne neg not_ or_ pos rshift setitem sub truediv truth xor""",
    "io": """BufferedIOBase BufferedRWPair BufferedRandom BufferedReader BufferedWriter BytesIO
        DEFAULT_BUFFER_SIZE FileIO IOBase IncrementalNewlineDecoder RawIOBase SEEK_CUR
        SEEK_END SEEK_SET StringIO TextIOBase TextIOWrapper UnsupportedOperation open_code
        text_encoding""",
    "json": """JSONDecodeError JSONDecoder JSONEncoder dump dumps load loads""",
    "typing": """AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable
        AsyncIterator Awaitable BinaryIO ByteString Callable ChainMap ClassVar Collection
        Concatenate Container ContextManager Coroutine Counter DefaultDict Deque Dict Final
        ForwardRef FrozenSet Generator Generic Hashable IO ItemsView Iterable Iterator
        KeysView List Literal LiteralString Mapping MappingView Match MutableMapping
        MutableSequence MutableSet NamedTuple Never NewType NoDefault NoReturn NotRequired
        Optional OrderedDict ParamSpec ParamSpecArgs ParamSpecKwargs Pattern Protocol ReadOnly
        Required Reversible Self Sequence Set Sized SupportsAbs SupportsBytes SupportsComplex
        SupportsFloat SupportsIndex SupportsInt SupportsRound TYPE_CHECKING Text TextIO Tuple
        Type TypeAlias TypeAliasType TypeGuard TypeIs TypeVar TypeVarTuple TypedDict Union
        Unpack ValuesView assert_never assert_type cast clear_overloads dataclass_transform
        final get_args get_origin get_overloads get_protocol_members get_type_hints
        is_protocol is_typeddict no_type_check no_type_check_decorator overload override
        reveal_type runtime_checkable""",
}
CALL_STARS = ("string re datetime collections heapq bisect copy math random statistics itertools "
              "functools operator io sys json builtins typing").split()
CALL_PLAIN = [m for m in CALL_STARS if m not in ("builtins", "typing")]
ASSERT_STARS = ["typing", "collections"]
ASSERT_PLAIN = ("math re sys copy datetime itertools collections heapq statistics functools hashlib "
                "string").split()
# Text that can reach a name without naming it: then nothing is left out of the prelude.
REFLECTION = (b"globals", b"locals", b"vars", b"eval", b"exec", b"dir(", b"modules", b"_getframe",
              b"__dict__", b"__builtins__", b"inspect")


def names_used(sources):
    """Names looked up beyond their own scope, and names bound at module level. Raises SyntaxError as
    compiling would."""
    used, bound = set(), set()

    def visit(table, is_module):
        for name, flags in table.symbols.items():
            scope = (flags >> _symtable.SCOPE_OFF) & _symtable.SCOPE_MASK
            is_global = scope in (_symtable.GLOBAL_IMPLICIT, _symtable.GLOBAL_EXPLICIT)
            in_function = table.type == _symtable.TYPE_FUNCTION
            if flags & _symtable.USE and (is_global or not in_function):
                used.add(name)
            if flags & (_symtable.DEF_LOCAL | _symtable.DEF_IMPORT):
                if is_module or scope == _symtable.GLOBAL_EXPLICIT:
                    bound.add(name)
        for child in table.children:
            visit(child, False)

    for source, filename in sources:
        visit(_symtable.symtable(source, filename, "exec"), True)
    return used, bound


def apply_prelude(namespace, sources, stars, plain):
    """The imports that code of this kind expects, without those the code cannot notice: an import of
    everything costs more than most tests. Returns the names the code uses."""
    used, bound = names_used(sources)
    known = set(dir(sys.modules["builtins"])) | {"__name__", "__file__", "__doc__"}
    offered = {m: set(STAR_NAMES[m].split()) if m in STAR_NAMES else
               {n for n in dir(sys) if n[0] != "_"} if m == "sys" else set() for m in stars}
    everything = any(word in (s if type(s) is bytes else s.encode("utf-8", "replace"))
                     for s, _ in sources for word in REFLECTION)
    if not everything:
        known.update(bound, plain, ("ListNode", "TreeNode", "np", "numpy"), *offered.values())
        everything = not used <= known
    imported = False
    for module in stars:
        if everything or used & offered[module] or module == "builtins" and imported:
            exec("from %s import *" % module, namespace)
            imported = True
    for module in plain:
        if everything or module in used:
            exec("import " + module, namespace)
    return used, bound


def fresh_main():
    module = type(sys)("__main__")
    # The candidate's classes say they are of module "main", and are looked for there (pickle).
    sys.modules["__main__"] = sys.modules["main"] = module
    namespace = module.__dict__
    namespace["__builtins__"] = sys.modules["builtins"]
    namespace["__file__"] = CODE_FILE
    sys.argv[:] = ["main.py"]
    return namespace


def run_candidate(programs, namespace):
    """Runs code as what is imported, not as a script: what stands under `__name__ == "__main__"` is a
    demonstration, which may read input that isn't there, or end the program."""
    namespace["__name__"] = "main"
    for program in programs:
        exec(program, namespace)
    namespace["__name__"] = "__main__"


def read_code():
    with open(CODE_FILE, "rb") as file:
        return file.read()
