"""Relations: equations of curves, inequalities, piecewise functions, labelled values, chains."""

import random

from pairs import Item, category, frac, pick, signed


@category()
def lines(rng: random.Random) -> Item:
    m, b = pick(rng, -7, 7, -1, 0, 1), pick(rng, -9, 9, 0)
    return Item([f"y={m}x{signed(b)}", f"{m}x-y{signed(b)}=0", f"{2 * m}x-2y{signed(2 * b)}=0",
                 f"{m}x{signed(b)}=y", f"y-({m}x{signed(b)})=0",
                 f"y={signed(b).lstrip('+')}{signed(m)}x", f"l: y={m}x{signed(b)}",
                 f"y{signed(-b)}={m}x"],
                [f"y={m}x{signed(-b)}", f"y={-m}x{signed(b)}", f"{m}x+y{signed(b)}=0",
                 f"x={m}y{signed(b)}", f"{m}x-y{signed(b + 11)}=0",
                 f"y={m}x", f"y>{m}x{signed(b)}", f"{m}x-2y{signed(b)}=0"],
                golds=[f"y={m}x{signed(b)}", f"{m}x-y{signed(b)}=0"])


@category()
def general_lines(rng: random.Random) -> Item:
    a, b, c = pick(rng, 2, 7), pick(rng, 2, 7), pick(rng, 1, 9)
    return Item([f"{a}x+{b}y-{c}=0", f"{a}x+{b}y={c}", f"y=-{frac(a, b)}x+{frac(c, b)}",
                 f"{3 * a}x+{3 * b}y={3 * c}", f"{b}y+{a}x-{c}=0",
                 f"-{a}x-{b}y+{c}=0", rf"y=\frac{{{c}-{a}x}}{{{b}}}"],
                [f"{a}x+{b}y+{c}=0", f"{a}x-{b}y={c}",
                 f"{b}x+{a}y={c}" if a != b else f"{a}x+{b}y=0", f"{a}x+{b}y={c + 1}", f"{a}x+{b}y",
                 f"y={frac(a, b)}x+{frac(c, b)}", rf"{a}x+{b}y\ge {c}"], golds=[f"{a}x+{b}y-{c}=0",
                                                                                f"{a}x+{b}y={c}"])


@category()
def vertical_lines(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    return Item([f"x=-{a}", f"x+{a}=0", f"2x=-{2 * a}", f"-{a}=x"], [f"x={a}", f"y=-{a}",
                                                                     f"x=-{a + 1}", f"x-{a}=0",
                                                                     f"x>-{a}", f"x={a}y"],
                golds=[f"x=-{a}"])


@category()
def circles(rng: random.Random) -> Item:
    p, q, r = pick(rng, 1, 6), pick(rng, 1, 6), pick(rng, 2, 9)
    c = p * p + q * q - r * r
    constant = signed(c) if c else ""
    return Item([f"(x-{p})^2+(y+{q})^2={r * r}", f"x^2+y^2-{2 * p}x+{2 * q}y{constant}=0",
                 rf"(y+{q})^2+(x-{p})^2={r}^2",
                 rf"\left(x-{p}\right)^{{2}}+\left(y+{q}\right)^{{2}}={r * r}",
                 rf"(x-{p})^2+(y+{q})^2-{r * r}=0"],
                [f"(x+{p})^2+(y+{q})^2={r * r}", f"(x-{p})^2+(y+{q})^2={r}",
                 f"(x-{p})^2-(y+{q})^2={r * r}", f"(x-{p})^2+(y+{q})^2={r * r + 1}",
                 f"(x-{p})^2+(y+{q + 1})^2={r * r}", f"(x-{p})^2+(y-{q})^2={r * r}"],
                golds=[f"(x-{p})^2+(y+{q})^2={r * r}", f"x^2+y^2-{2 * p}x+{2 * q}y{constant}=0"])


@category()
def conics(rng: random.Random) -> Item:
    a, b = rng.choice([(4, 3), (9, 4), (25, 16), (16, 9), (2, 1), (5, 4)])
    under = rf"\frac{{y^2}}{{{b}}}" if b != 1 else "y^2"
    return Item([rf"\frac{{x^2}}{{{a}}}+{under}=1", rf"{under}+\frac{{x^2}}{{{a}}}=1",
                 f"{b}x^2+{a}y^2={a * b}",
                 rf"\frac{{x^{{2}}}}{{{a}}} + \frac{{y^{{2}}}}{{{b}}} = 1",
                 rf"C:\frac{{x^2}}{{{a}}}+{under}=1",
                 rf"\frac{{y^2}}{{{b}}}=1-\frac{{x^2}}{{{a}}}"],
                [rf"\frac{{x^2}}{{{a}}}-{under}=1", rf"\frac{{x^2}}{{{b}}}+\frac{{y^2}}{{{a}}}=1",
                 rf"\frac{{x^2}}{{{a + 1}}}+{under}=1",
                 rf"\frac{{x^2}}{{{a}}}+{under}=2", rf"\frac{{x}}{{{a}}}+\frac{{y}}{{{b}}}=1",
                 rf"\frac{{x^2}}{{{a}}}+{under}"],
                golds=[rf"\frac{{x^2}}{{{a}}}+{under}=1"])


@category()
def formulas_of_physics(rng: random.Random) -> Item:
    k = pick(rng, 2, 9)
    return Item([f"v^2=u^2+{k}as", f"v^2=u^2+{k}sa", rf"v^{{2}}=u^{{2}}+{k} a s", f"v^2-u^2={k}as",
                 rf"u^2=v^2-{k}as"],
                [f"v^2=u^2+{k}", f"v^2=u^2+{k}a", f"v^2=u^2+{k}s", f"v^2=u^2-{k}as", f"v^2=u^2",
                 f"v^2=u^2+{k + 1}as", f"v=u+{k}as"],
                golds=[f"v^2=u^2+{k}as"])


@category()
def inequalities(rng: random.Random) -> Item:
    a = pick(rng, 2, 20)
    sign, latex, flipped = rng.choice([(">", ">", "<"), (">=", r"\ge", r"\le"), (">=", r"\geqslant",
                                                                                 r"\leqslant")])
    closed = sign == ">="
    bracket = "[" if closed else "("
    return Item([f"x {latex} {a}", f"{a} {flipped} x", rf"{bracket}{a},\infty)",
                 rf"x\in{bracket}{a},+\infty)", f"x{sign}{a}", rf"2x {latex} {2 * a}",
                 rf"x-{a} {latex} 0"],
                [f"x {flipped} {a}", f"x {latex} {a + 1}", f"x {latex} -{a}", f"x={a}",
                 rf"{'(' if closed else '['}{a},\infty)",
                 f"y {latex} {a + 1}", rf"x {'>' if closed else chr(92) + 'ge'} {a}"],
                golds=[f"x {latex} {a}", rf"{bracket}{a},\infty)"])


@category()
def double_inequalities(rng: random.Random) -> Item:
    a, b = sorted(rng.sample(range(-9, 10), 2))
    return Item([rf"{a}<x\le {b}", rf"{b}\ge x>{a}", rf"({a},{b}]", rf"x\in({a},{b}]",
                 rf"x>{a}\text{{ and }}x\le {b}", rf"{a} < x \leq {b}",
                 rf"{2 * a}<2x\le {2 * b}"],
                [rf"{a}\le x\le {b}", rf"{a}<x<{b}", rf"({a},{b})", rf"{a}<x\le {b + 1}",
                 rf"x\le {b}", rf"{b}<x\le {b + 3}", rf"x<{a}\text{{ or }}x\ge {b}"],
                golds=[rf"{a}<x\le {b}", rf"({a},{b}]"])


@category()
def piecewise(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), pick(rng, 1, 9)
    def cases(left: str, right: str, cond1: str = r"x\ge 0", cond2: str = "x<0",
              word: str = "") -> str:
        return rf"\begin{{cases}}{left} & {word}{cond1}\\{right} & {word}{cond2}\end{{cases}}"
    one, two = f"{a}x+{b}", f"x^2-{b}"
    return Item([cases(one, two), cases(two, one, "x<0", r"x\ge 0"), cases(f"{b}+{a}x", two),
                 cases(one, two, word=r"\text{if }"),
                 "f(x)=" + cases(one, two), cases(one + ",", two + ","), cases(one, two,
                                                                               r"x\geq 0"),
                                                                               cases(one, two, word=r"\text{if } ")],
                [cases(two, one), cases(one, two, "x>0", r"x\le 0"), cases(one, f"x^2+{b}"),
                 cases(f"{a + 1}x+{b}", two), one,
                 cases(one, two, r"x\ge 1", "x<1"), cases(one, two, r"x\le 0", "x>0",
                                                          word=r"\text{if }")],
                golds=[cases(one, two), cases(one, two, word=r"\text{if }"), "f(x)=" + cases(one,
                                                                                             two)])


@category()
def labelled_values(rng: random.Random) -> Item:
    a = pick(rng, 2, 200)
    return Item([str(a), f"m+n={a}", rf"\tan\alpha={a}", f"x={a}", f"a+b+c={a}", f"S={a}",
                 f"S_{{10}}={a}", f"AB={a}", rf"|AB|={a}", f"f(2)={a}",
                 rf"\angle A={a}", rf"a_{{10}}={a}", rf"\triangle ABC={a}", f"n(A)={a}", rf"xy={a}",
                 rf"\frac{{a}}{{b}}={a}", rf"\overline{{AB}}={a}",
                 rf"\text{{Area}}={a}", rf"k_{{\max}}={a}"],
                [f"m+n={a + 1}", rf"\tan\alpha=-{a}", f"m+n", f"x={a + 2}", f"S_{{{a}}}",
                 f"AB={a}x", f"f({a})=1", f"m+n+{a}", f"f(2)={a + 1}", f"{a}=0.{a}"],
                golds=[str(a)])


@category()
def named_quantities(rng: random.Random) -> Item:
    a = pick(rng, 2, 200)
    return Item([str(a), rf"\text{{Area}}={a}", rf"\text{{Area}} = {a}.0"],
                [rf"\text{{Perimeter}}={a}", rf"\text{{Area}}={a + 1}", str(a + 1),
                 rf"\text{{Area}}", rf"\text{{Area}}\ne {a}"], golds=[rf"\text{{Area}}={a}"])


@category()
def labelled_fractions(rng: random.Random) -> Item:
    a, b = rng.choice([(3, 4), (5, 7), (2, 9), (11, 6)])
    value = frac(a, b)
    return Item([rf"\sin A={value}", rf"\cos\theta={value}", rf"\frac{{AB}}{{CD}}={value}",
                 rf"\tan\alpha={value}", f"y(1)={value}", rf"x={value}",
                 rf"\sin 2\alpha={value}",
                 rf"\overrightarrow{{a}}\cdot\overrightarrow{{b}}={value}",
                 rf"\cos\angle BAC={value}", rf"\sin^2 A={value}"],
                [rf"\sin A={frac(b, a)}", rf"\cos\theta=-{value}", rf"\tan\alpha={frac(a + 1, b)}",
                 r"\sin A", rf"\sin A\ne {value}", rf"\sin {value}"],
                golds=[value])


@category()
def chains(rng: random.Random) -> Item:
    a, b = pick(rng, 12, 60), pick(rng, 12, 60)
    return Item([f"{a}+{b}={a + b}", f"x={a}+{b}={a + b}", f"S={a}+{b}={a + b}", f"{a + b}",
                 f"{a}+{b}", rf"x=\frac{{{2 * (a + b)}}}{{2}}={a + b}"],
                [f"{a}+{b}={a + b + 1}", f"x={a + b + 3}={a + b}+3", f"{a + b}+1", f"{a}+{b}=x+1",
                 f"x={a}-{b}={a - b}", f"{a}\\cdot {b}={a * b}"],
                golds=[str(a + b)])


@category()
def chains_of_inequalities(rng: random.Random) -> Item:
    a, b, c = sorted(rng.sample(range(2, 40), 3))
    return Item([f"a<b<c", "c>b>a", "a < b < c"], ["a<c<b", "c<b<a", "a<b", r"a\le b\le c",
                                                   f"a<b<{c}", "a<b=c",
                                                   "b<a<c"]) if rng.random() < .3 else \
        Item([rf"{a}<m<{b}", rf"m\in({a},{b})", rf"{b}>m>{a}"], [rf"{a}<m<{c}", rf"{a}<m\le {b}",
                                                                 rf"m<{b}", rf"m>{a}", f"{a}<m",
                                                                 f"{b}<m<{c}", f"m={b}"])


@category()
def conditions_on_values(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    value = frac(f"x+{a}", "x-1")
    return Item([rf"{value}", rf"{value}, x\ne 1", rf"{value}\ (x\neq 1)", rf"y={value}, x\neq 1",
                 rf"{value},\quad x\ne 1", rf"{value} \text{{ for }} x\ne 1"],
                [rf"{frac(f'x-{a}', 'x-1')}, x\ne 1", rf"x\ne 1",
                 rf"{frac(f'x+{a}', 'x+1')}\ (x\neq 1)", rf"{frac(f'x+{a + 1}', 'x-1')}, x\ne 1",
                 f"x+{a}, x-1"],
                golds=[rf"{value}, x\ne 1", value, rf"{value}\ (x\neq 1)"])


@category()
def contradicting_conditions(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    value = frac(f"x+{a}", "x-1")
    return Item([rf"{value}, x\ne 1", rf"{value}\ (x\neq 1)", value],
                [rf"{value}, x\ne 2", rf"{value}\ (x\neq {a + 1})", rf"{value}, x> {a}",
                 rf"{value}\ (x<-{a})", rf"{value}, x=1"],
                golds=[rf"{value}, x\ne 1", rf"{value}\ (x\neq 1)"])


@category()
def equations_to_solve(rng: random.Random) -> Item:
    a = pick(rng, 2, 99)
    return Item([str(a), f"x={a}", f"x={a}.0"],
                [f"x+1={a}", f"{a}=x-2", f"2x-{a}=0", f"x-{a}=1",
                 rf"\frac{{x}}{{{a}}}+\frac{{y}}{{2}}=1", f"x+{a}", f"x>{a}", f"x^2-{a}={a}"],
                golds=[str(a)])


@category()
def sums_of_letters(rng: random.Random) -> Item:
    return Item(["a+b+c", "c+a+b", "a + b + c", "(a+b)+c"],
                ["a+b+k", "a+b+C", "a+b+c+5", "a+b", "a+b+2c", "a+b-c", "a+b+5+c"], golds=["a+b+c"])


@category()
def systems(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 20), pick(rng, 2, 20)
    return Item([rf"\begin{{cases}}x={a}\\y={b}\end{{cases}}", f"x={a}, y={b}", f"(x,y)=({a},{b})",
                 rf"\left\{{\begin{{array}}{{l}}x={a}\\y={b}\end{{array}}\right.",
                 rf"\begin{{cases}}y={b},\\x={a}\end{{cases}}",
                 rf"\begin{{aligned}}x&={a}\\y&={b}\end{{aligned}}"],
                [rf"\begin{{cases}}x={b + 1}\\y={a + 2}\end{{cases}}",
                 rf"\begin{{cases}}x={a}\\y={b + 1}\end{{cases}}", f"x={a}",
                 rf"\begin{{cases}}x={a}\\z={b}\end{{cases}}",
                 rf"\begin{{cases}}x={a}\\y=-{b}\end{{cases}}"],
                golds=[rf"\begin{{cases}}x={a}\\y={b}\end{{cases}}"])


@category()
def several_solutions(rng: random.Random) -> Item:
    a, b, c, d = rng.sample(range(1, 30), 4)
    return Item([f"({a},{b}),({c},{d})", f"({c},{d}),({a},{b})",
                 rf"({a},{b})\text{{ and }}({c},{d})", rf"\{{({a},{b}),({c},{d})\}}",
                 f"({a},{b});({c},{d})",
                 rf"({a},{b}),\ ({c},{d})", rf"(x,y)=({a},{b}),({c},{d})",
                 rf"({a},{b}) \text{{ or }} ({c},{d})"],
                [f"({a},{b})", f"({b},{a}),({c},{d})", f"({a},{b}),({d},{c})",
                 f"({a},{b}),({c},{d}),({a},{d})", f"({a},{d}),({c},{b})", f"{a},{b},{c},{d}"],
                golds=[f"({a},{b}),({c},{d})", rf"\{{({a},{b}),({c},{d})\}}"])


@category()
def identities_of_names(rng: random.Random) -> Item:
    x, y, z = rng.sample(["a", "b", "c", "p", "q"], 3)
    n = pick(rng, 2, 9)
    return Item([f"{x}={n}{y}", f"{n}{y}={x}", f"{x}-{n}{y}=0", rf"{x} = {n} {y}"],
                [f"{y}={n}{x}", f"{x}={n}{z}", f"{x}={n + 1}{y}", f"{x}={n}", f"{x}=-{n}{y}",
                 f"{x}>{n}{y}", f"{x}={n}+{y}"],
                golds=[f"{x}={n}{y}"])
