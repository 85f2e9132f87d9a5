"""Objects: sets, lists, intervals, tuples, vectors, matrices, ratios, congruences, parts."""

import random

from pairs import Item, category, frac, pick, signed


def three(rng: random.Random, low: int = 1, high: int = 30) -> list[int]:
    return sorted(rng.sample(range(low, high), 3))


@category()
def sets(rng: random.Random) -> Item:
    a, b, c = three(rng)
    return Item([rf"\{{{a},{b},{c}\}}", rf"\{{{c}, {a}, {b}\}}", rf"\left\{{{a},{b},{c}\right\}}",
                 rf"\{{{b};{a};{c}\}}",
                 rf"\lbrace {a},{b},{c}\rbrace", rf"\{{{a},{b},{c},{a}\}}",
                 rf"A=\{{{a},{b},{c}\}}"],
                [rf"\{{{a},{b}\}}", rf"\{{{a},{b},{c + 1}\}}", rf"\{{{a},{b},{c},{c + 1}\}}",
                 rf"\{{-{a},{b},{c}\}}",
                 rf"\{{{a}+{b},{c}\}}", rf"\varnothing", rf"({a},{b})"])


@category()
def bare_braces(rng: random.Random) -> Item:
    a, b, c = three(rng)
    return Item([f"{{{a},{b}}}", rf"\{{{a},{b}\}}", rf"\{{{b},{a}\}}", f"{{{b}, {a}}}", f"{a},{b}",
                 rf"{b} \text{{ and }} {a}"],
                [f"{{{a},{c}}}", f"{{{a}}}", f"{{{a},{b},{c}}}", f"{{{a}.{b}}}", f"{{{a}{b}}}",
                 f"{{{a},-{b}}}"],
                golds=[f"{{{a},{b}}}", rf"\{{{a},{b}\}}"])


@category()
def set_builders(rng: random.Random) -> Item:
    a = pick(rng, -9, 9, 0)
    return Item([rf"\{{x\mid x>{a}\}}", rf"({a},+\infty)", rf"\{{x|x>{a}\}}", rf"\{{x : x>{a}\}}",
                 rf"({a},\infty)",
                 rf"\left\{{x \mid x>{a}\right\}}", rf"\{{x\in\mathbb{{R}}\mid x>{a}\}}", f"x>{a}",
                 rf"\{{t\mid t>{a}\}}"],
                [rf"\{{x\mid x\ge {a}\}}", rf"\{{x\mid x<{a}\}}", rf"[{a},+\infty)",
                 rf"\{{x\mid x>{a + 1}\}}",
                 rf"\{{{a}\}}", rf"\{{x\in\mathbb{{Z}}\mid x>{a}\}}", rf"(-\infty,{a})",
                 rf"\{{x\mid x>-{a}\}}" if a > 0
                 else rf"\{{x\mid x>{-a}\}}"],
                golds=[rf"\{{x\mid x>{a}\}}", rf"({a},+\infty)"])


@category()
def punctured_lines(rng: random.Random) -> Item:
    a = pick(rng, 1, 9)
    return Item([rf"\mathbb{{R}}\setminus\{{{a}\}}", rf"\mathbb R-\{{{a}\}}",
                 rf"\mathbb{{R}}\backslash\{{{a}\}}",
                 rf"(-\infty,{a})\cup({a},\infty)", rf"\{{x\mid x\ne {a}\}}",
                 rf"\{{x\in\mathbb{{R}}: x\neq {a}\}}",
                 rf"x\neq {a}", rf"(-\infty,{a})\cup({a},+\infty)"],
                [rf"\mathbb R-\{{-{a}\}}", rf"\mathbb R", rf"(-\infty,{a})",
                 rf"(-\infty,{a}]\cup[{a},\infty)",
                 rf"\mathbb{{R}}\setminus\{{{a},{a + 1}\}}", rf"\{{x\mid x={a}\}}", rf"\{{{a}\}}",
                 rf"\mathbb{{Z}}\setminus\{{{a}\}}"],
                golds=[rf"\mathbb{{R}}\setminus\{{{a}\}}", rf"(-\infty,{a})\cup({a},\infty)"])


@category()
def families_of_solutions(rng: random.Random) -> Item:
    n = pick(rng, 2, 9)
    value = rf"\frac{{\pi}}{{{n}}}+2k\pi"
    return Item([value, rf"{value}, k\in\mathbb{{Z}}", rf"x={value}\ (k\in\mathbb Z)",
                 rf"x={value}", rf"2k\pi+\frac{{\pi}}{{{n}}},k\in\mathbb{{Z}}",
                 rf"x=2k\pi+\frac{{\pi}}{{{n}}} \quad (k \in \mathbf{{Z}})"],
                [rf"x=\frac{{\pi}}{{{n + 1}}}+2k\pi,k\in\mathbb{{Z}}", rf"\frac{{\pi}}{{{n}}}",
                 rf"x=\frac{{\pi}}{{{n}}}+k\pi,k\in\mathbb Z",
                 rf"-\frac{{\pi}}{{{n}}}+2k\pi,k\in\mathbb{{Z}}", r"k\in\mathbb{Z}",
                 rf"\frac{{\pi}}{{{n}}}+2\pi,k\in\mathbb Z"],
                golds=[rf"x={value}, k\in\mathbb{{Z}}", rf"{value}, k\in\mathbb{{Z}}",
                       rf"{value}\ (k\in\mathbb{{Z}})"])


@category()
def lists_of_values(rng: random.Random) -> Item:
    a, b, c = three(rng)
    return Item([f"{a}, {b}, {c}", f"{c}, {b}, {a}", rf"{a},\ {b},\ {c}",
                 rf"{a}, {b}\text{{ and }}{c}", f"{a}, {b}, and {c}",
                 rf"\{{{a},{b},{c}\}}", rf"{a};{b};{c}", f"x={a}, x={b}, x={c}", f"x={a},{b},{c}"],
                [f"{a}, {b}", f"{a}, {b}, {c + 1}", f"{a}, {b}, {c}, {c + 1}", f"{a}+{b}+{c}",
                 f"{a}, {a}, {c}", f"{a}{b}, {c}",
                 f"-{a}, {b}, {c}"], golds=[f"{a}, {b}, {c}", rf"{b},\ {a},\ {c}"])


@category()
def multiplicities(rng: random.Random) -> Item:
    a, b, _ = three(rng)
    return Item([f"{a}, {a}, {b}", f"{a}, {b}, {a}", rf"{b}, {a},\ {a}", f"{a};{a};{b}"],
                [f"{a}, {b}", f"{a}, {b}, {b}", f"{a}, {a}, {a}, {b}", f"{a}, {a}",
                 f"{a}, {a}, {b + 1}"])


@category()
def roots_of_equations(rng: random.Random) -> Item:
    a, b, c = three(rng)
    return Item([f"x_1={a},x_2={b}", f"x_1={a}, x_2={b}", f"{a},{b}", rf"x={a}\text{{ or }}x={b}",
                 rf"x={a} \text{{ or }} {b}",
                 rf"x_{{1}}={b},x_{{2}}={a}", rf"x={a}, x={b}", rf"\{{{a},{b}\}}",
                 rf"{a} \text{{ or }} {b}", f"x={a} or x={b}",
                 rf"x_1={a},\quad x_2={b}", rf"x={a}\lor x={b}"],
                [f"x_1={a},x_2={c}", f"x_1={a}", f"x_1=-{a},x_2={b}", f"x={a}", f"x_1={a},x_2={a}",
                 f"x_1={a},x_2={b},x_3={c}",
                 f"{a}.{b}", f"x_1x_2={a * b}"],
                golds=[f"{a},{b}", rf"x={a}\text{{ or }}x={b}"])


@category()
def numbered_roots(rng: random.Random) -> Item:
    a, b, c = three(rng)
    return Item([f"x_1={a},x_2={b}", f"x_2={b}, x_1={a}", f"{a},{b}", rf"x_{{1}}={a},\ x_{{2}}={b}",
                 rf"x_1={a}\text{{ and }}x_2={b}"],
                [f"x_1={a},x_2={c}", f"x_1={a}", f"x_1={b},x_2={c}", f"{a},{c}",
                 f"x_1={a},x_2={b},x_3={c}", f"x_1={a},x_3={b}", f"({b},{a})"],
                golds=[f"x_1={a},x_2={b}", f"x_1={a}, x_2={b}"])


@category()
def intervals(rng: random.Random) -> Item:
    a, b, c = three(rng, -20, 20)
    left, right = rng.choice(["()", "[]", "[)", "(]"])
    other = {"(": "[", "[": "(", ")": "]", "]": ")"}
    low, high = ("<" if left == "(" else r"\le"), ("<" if right == ")" else r"\le")
    return Item([f"{left}{a},{b}{right}", rf"\left{left}{a}, {b}\right{right}",
                 rf"{a} {low} x {high} {b}", rf"x\in{left}{a},{b}{right}",
                 rf"\{{x\mid {a} {low} x {high} {b}\}}", f"{left}{a};{b}{right}",
                 rf"{left}\frac{{{2 * a}}}{{2}},{b}{right}"],
                [f"{left}{a},{c}{right}", f"{left}{a},{b}{other[right]}",
                 f"{other[left]}{a},{b}{right}", f"{left}{a - 1},{b}{right}",
                 rf"{left}{a},\infty)", rf"(-\infty,{a}]\cup[{b},\infty)",
                 rf"{left}{a},{b}{right}\cup[{c},{c + 1}]"],
                golds=[f"{left}{a},{b}{right}", rf"\left{left}{a}, {b}\right{right}",
                       rf"x\in{left}{a},{b}{right}"])


@category()
def unions(rng: random.Random) -> Item:
    a, b, c = three(rng, -20, 20)
    return Item([rf"(-\infty,{a})\cup({b},\infty)", rf"({b},+\infty)\cup(-\infty,{a})",
                 rf"x<{a}\text{{ or }}x>{b}",
                 rf"(-\infty,{a})\bigcup({b},\infty)", rf"(-\infty, {a}) \cup ({b}, +\infty)",
                 rf"x\in(-\infty,{a})\cup({b},\infty)",
                 rf"\{{x\mid x<{a}\text{{ or }}x>{b}\}}"],
                [rf"(-\infty,{a}]\cup({b},\infty)", rf"({a},{b})",
                 rf"(-\infty,{a})\cup({c},\infty)", rf"(-\infty,{a})",
                 rf"(-\infty,{a})\cap({b},\infty)", rf"x>{a}\text{{ or }}x>{b}",
                 rf"(-\infty,\infty)"],
                golds=[rf"(-\infty,{a})\cup({b},\infty)", rf"x\in(-\infty,{a})\cup({b},\infty)"])


@category()
def tuples(rng: random.Random) -> Item:
    a, b, c = three(rng)
    return Item([f"({a},{b},{c})", f"({a}, {b}, {c})", rf"\left({a},{b},{c}\right)",
                 rf"(x,y,z)=({a},{b},{c})", rf"({a};{b};{c})",
                 rf"(\frac{{{2 * a}}}{{2}},{b},{c})", rf"({a}.0,{b},{c})"],
                [f"({b},{a},{c})", f"({a},{b})", f"({a},{b},{c + 1})", f"({a},{b},{c},{c})",
                 f"(-{a},{b},{c})", f"{a}+{b}+{c}",
                 f"({c},{b},{a})"])


@category()
def points(rng: random.Random) -> Item:
    a, b = pick(rng, -9, 9), pick(rng, -9, 9)
    return Item([f"({a},{b})", f"P({a},{b})", rf"P=({a},{b})", rf"\left({a},{b}\right)",
                 rf"A({a}, {b})", f"(x,y)=({a},{b})",
                 f"x={a},y={b}", rf"x={a}, \quad y={b}"],
                [f"({b},{a})" if a != b else f"({a},{a + 1})", f"P({a},{b + 1})", f"({a + 1},{b})",
                 f"x={a},y={b + 1}", f"{a}",
                 f"({a},{b},0)"], golds=[f"({a},{b})"])


@category()
def labelled_tuples(rng: random.Random) -> Item:
    a, b, c = three(rng)
    return Item([f"x={a}, y={b}", f"(x,y)=({a},{b})", f"y={b}, x={a}", f"(y,x)=({b},{a})",
                 rf"x={a}\text{{ and }}y={b}", rf"x={a},\ y={b}",
                 rf"\begin{{cases}}x={a}\\y={b}\end{{cases}}"],
                [f"x={b}, y={a}", f"(x,y)=({b},{a})", f"(y,x)=({a},{b})", f"x={a}, y={c}", f"x={a}",
                 f"y={a}, x={b}", f"x={a}, z={b}"],
                golds=[f"x={a}, y={b}", f"(x,y)=({a},{b})"])


@category()
def vectors(rng: random.Random) -> Item:
    a, b, c = (pick(rng, -9, 9, 0) for _ in range(3))
    rows = rf"{a}\\{b}\\{c}"
    return Item([rf"\begin{{pmatrix}}{rows}\end{{pmatrix}}",
                 rf"\begin{{bmatrix}}{rows}\end{{bmatrix}}", f"({a},{b},{c})",
                 rf"\left(\begin{{array}}{{c}}{rows}\end{{array}}\right)",
                 rf"\langle {a},{b},{c}\rangle",
                 rf"\vec{{v}}=\begin{{pmatrix}}{rows}\end{{pmatrix}}",
                 rf"\begin{{pmatrix}}{a}\\ {b}\\ \frac{{{2 * c}}}{{2}}\end{{pmatrix}}"],
                [rf"\begin{{pmatrix}}{a}\\{b}\\{c + 1}\end{{pmatrix}}",
                 rf"\begin{{pmatrix}}{a}\\{b}\end{{pmatrix}}",
                 rf"\begin{{pmatrix}}{-a}\\{b}\\{c}\end{{pmatrix}}",
                 rf"-\begin{{pmatrix}}{rows}\end{{pmatrix}}",
                 rf"\begin{{pmatrix}}{a}\\{b}\\{c}\\0\end{{pmatrix}}",
                 rf"2\begin{{pmatrix}}{rows}\end{{pmatrix}}"],
                golds=[rf"\begin{{pmatrix}}{rows}\end{{pmatrix}}"])


@category()
def unit_vectors(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), pick(rng, 2, 9)
    return Item([rf"{a}\mathbf{{i}}+{b}\mathbf{{j}}", rf"{b}\mathbf{{j}}+{a}\mathbf{{i}}",
                 rf"{a}\mathbf i + {b}\mathbf j",
                 rf"{a}\,\mathbf{{i}}+{b}\,\mathbf{{j}}",
                 rf"\mathbf{{v}}={a}\mathbf{{i}}+{b}\mathbf{{j}}"],
                [rf"{a}\mathbf{{i}}-{b}\mathbf{{j}}", rf"{a}\mathbf{{i}}",
                 rf"{a + 1}\mathbf{{i}}+{b}\mathbf{{j}}", f"{a}i+{b}", f"{a}+{b}",
                 rf"{a}\mathbf{{i}}+{b}\mathbf{{k}}",
                 rf"{a}\mathbf{{j}}+{b}\mathbf{{i}}" if a != b else rf"\mathbf{{i}}"])


@category()
def matrices(rng: random.Random) -> Item:
    a, b, c, d = (pick(rng, -9, 9, 0) for _ in range(4))
    body = rf"{a}&{b}\\{c}&{d}"
    return Item([rf"\begin{{pmatrix}}{body}\end{{pmatrix}}",
                 rf"\begin{{bmatrix}}{body}\end{{bmatrix}}",
                 rf"A=\begin{{pmatrix}}{body}\end{{pmatrix}}",
                 rf"\left[\begin{{array}}{{cc}}{body}\end{{array}}\right]",
                 rf"\begin{{pmatrix}} {a} & {b} \\ {c} & {d} \\ \end{{pmatrix}}",
                 rf"\frac{{1}}{{2}}\begin{{pmatrix}}{2 * a}&{2 * b}\\{2 * c}&{2 * d}\end{{pmatrix}}"],
                [rf"\begin{{pmatrix}}{a}&{b}\\{c}&{d + 1}\end{{pmatrix}}",
                 rf"\begin{{pmatrix}}{b}&{a}\\{c}&{d}\end{{pmatrix}}" if a != b else "0",
                 rf"\begin{{pmatrix}}{a}&{b}\end{{pmatrix}}",
                 rf"-\begin{{pmatrix}}{body}\end{{pmatrix}}",
                 rf"\frac{{1}}{{2}}\begin{{pmatrix}}{body}\end{{pmatrix}}",
                 rf"\begin{{pmatrix}}{a}&{c + 10}\\{b}&{d}\end{{pmatrix}}"],
                golds=[rf"\begin{{pmatrix}}{body}\end{{pmatrix}}"])


@category()
def determinants(rng: random.Random) -> Item:
    a, b, c, d = (pick(rng, 1, 9) for _ in range(4))
    value = a * d - b * c
    return Item([str(value), rf"\begin{{vmatrix}}{a}&{b}\\{c}&{d}\end{{vmatrix}}",
                 rf"\det\begin{{pmatrix}}{a}&{b}\\{c}&{d}\end{{pmatrix}}",
                 rf"{a}\cdot {d}-{b}\cdot {c}"],
                [rf"\begin{{vmatrix}}{a}&{b}\\{c}&{d + 1}\end{{vmatrix}}", str(value + 1),
                 rf"\begin{{vmatrix}}{b}&{a}\\{d}&{c}\end{{vmatrix}}" if value else "1",
                 rf"\begin{{pmatrix}}{a}&{b}\\{c}&{d}\end{{pmatrix}}"],
                golds=[str(value), f"{value}.0"])


@category()
def ratios(rng: random.Random) -> Item:
    a, b = rng.choice([(2, 3), (7, 32), (5, 4), (1, 6), (9, 7), (3, 8)])
    k = pick(rng, 2, 5)
    return Item([f"{a}:{b}", rf"{a} : {b}", rf"{a}\colon {b}", f"{a * k}:{b * k}",
                 rf"S_1:S_2={a}:{b}", f"S:S={a}:{b}",
                 rf"{a}\text{{ to }}{b}", f"{a} to {b}", rf"{a}∶{b}", f"AB:CD={a}:{b}"],
                [f"{b}:{a}", f"{a}:{b + 1}", f"{a + b}", f"{a}.{b}", rf"S_1:S_2={b}:{a}",
                 rf"{b}\text{{ to }}{a}", f"{a}:{b}:1",
                 f"{a},{b}", f"{a}-{b}"], golds=[f"{a}:{b}", rf"{a} : {b}"])


@category()
def labelled_ratios(rng: random.Random) -> Item:
    a, b = rng.choice([(2, 3), (7, 32), (5, 4), (1, 6), (9, 7), (3, 8)])
    return Item([f"{a}:{b}", f"S:S={a}:{b}", rf"{2 * a}:{2 * b}", rf"S:S = {a} : {b}"],
                [f"{b}:{a}", f"S:S={b}:{a}", f"{a}:{b + 1}", f"{a + b}", f"S:S={a}", f"{a},{b}"],
                golds=[f"S:S={a}:{b}"])


@category()
def long_ratios(rng: random.Random) -> Item:
    a, b, c = rng.sample([2, 3, 5, 7, 11], 3)
    return Item([f"{a}:{b}:{c}", f"{2 * a}:{2 * b}:{2 * c}", rf"{a} : {b} : {c}",
                 rf"a:b:c={a}:{b}:{c}"],
                [f"{b}:{a}:{c}", f"{a}:{b}", f"{a}:{b}:{c + 1}", f"{a + 1}:{b}:{c}",
                 rf"a:b:c={a}:{c}:{b}", f"{a}{b}:{c}"],
                golds=[f"{a}:{b}:{c}"])


@category()
def congruences(rng: random.Random) -> Item:
    m = pick(rng, 5, 13)
    a = pick(rng, 1, m - 2)
    return Item([rf"{a} \pmod{{{m}}}", rf"x\equiv {a}\pmod{{{m}}}",
                 rf"x \equiv {a + m} \pmod{{{m}}}", rf"{a}\bmod {m}",
                 rf"x\equiv {a} \ (\mathrm{{mod}}\ {m})", rf"x \equiv {a - m} \pmod{{{m}}}"],
                [rf"{a + 1} \pmod{{{m}}}", rf"x\equiv {a}\pmod{{{m + 1}}}",
                 rf"x\equiv -{a}\pmod{{{m}}}" if 2 * a != m else rf"0\pmod{{{m}}}",
                 rf"x\equiv {a}\pmod{{{2 * m}}}", rf"{m} \pmod{{{a + 1}}}"],
                golds=[rf"x\equiv {a}\pmod{{{m}}}"])


@category()
def residues(rng: random.Random) -> Item:
    m = pick(rng, 5, 13)
    a = pick(rng, 1, m - 2)
    return Item([str(a), rf"x\equiv {a}\pmod{{{m}}}", rf"2^{{100}}\equiv {a} \pmod{{{m}}}",
                 rf"{a} \pmod{{{m}}}"],
                [str(a + 1), rf"x\equiv {a + 1}\pmod{{{m}}}",
                 rf"2^{{100}}\equiv {a + 1} \pmod{{{m}}}", rf"-{a}"],
                golds=[str(a)])


@category()
def several_parts(rng: random.Random) -> Item:
    a, b, c = three(rng)
    return Item([f"(1) {a}; (2) {b}", f"(1) {a} (2) {b}", rf"(1)\ {a};\ (2)\ {b}",
                 f"(1) {a}, (2) {b}", f"(1){a};(2){b}",
                 rf"(1)\ \frac{{{2 * a}}}{{2}};\ (2)\ {b}"],
                [f"(1) {b}; (2) {a}", f"(1) {a}; (2) {c}", f"(1) {a}", f"{2 * a * b}",
                 f"(1) {a}; (2) {b}; (3) {c}", f"{a * b}",
                 f"(2) {a}; (1) {b}"], golds=[f"(1) {a}; (2) {b}", f"(1) {a} (2) {b}",
                                              f"(1){a};(2){b}"])


@category()
def infinities(rng: random.Random) -> Item:
    sign = rng.choice(["", "-"])
    other = "-" if not sign else ""
    return Item([rf"{sign}\infty", rf"{sign}∞", rf"{sign} \infty", rf"{sign}\infty .",
                 rf"{{{sign}\infty}}"],
                [rf"{other}\infty", "0", r"\frac{1}{\infty}", str(pick(rng, 2, 99)),
                 rf"\mathbb{{R}}", rf"({sign}\infty,0)"])


@category(items=1)
def empty_answers(rng: random.Random) -> Item:
    return Item([r"\varnothing", r"\emptyset", r"\{\}", "∅"],
                [r"\{0\}", "0", r"\mathbb{R}", r"\{\varnothing\}", rf"\{{{pick(rng, 1, 9)}\}}"])
