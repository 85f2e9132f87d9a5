"""Numbers: integers, fractions, decimals, radicals, logarithms, trigonometric values, counts."""

import math
import random
from fractions import Fraction

from pairs import Item, category, frac, pick, signed


@category()
def integers(rng: random.Random) -> Item:
    n = pick(rng, 12, 998)
    sign = rng.choice(["", "-"])
    return Item([f"{sign}{n}", f"{sign}{n}.0", f"{{{sign}{n}}}", f"{sign} {n}", f"{sign}{n}."],
                [f"{sign}{n + 1}", f"{'' if sign else '-'}{n}", f"{sign}{n}0", f"{sign}{n}.1",
                 f"{sign}{n}^2"])


@category()
def thousands(rng: random.Random) -> Item:
    high, mid, low = pick(rng, 1, 99), pick(rng, 100, 999), pick(rng, 100, 998)
    n = f"{high}{mid}{low}"
    return Item([n, f"{high},{mid},{low}", rf"{high}{{,}}{mid}{{,}}{low}", rf"{high}\,{mid}\,{low}",
                 f"{high} {mid} {low}", rf"{high},\!{mid},\!{low}"],
                [f"{high},{mid},{low + 1}", f"{high},{low},{mid}" if low != mid else f"{high}",
                 f"{high},{mid}", f"{high}.{mid}{low}", f"{high}{mid}.{low}",
                 f"-{high},{mid},{low}"])


@category()
def fractions(rng: random.Random) -> Item:
    while True:
        a, b = pick(rng, 2, 40), pick(rng, 3, 41)
        if math.gcd(a, b) == 1:
            break
    k = pick(rng, 2, 5)
    return Item([frac(a, b), f"{a}/{b}", rf"\dfrac{{{a}}}{{{b}}}", rf"\tfrac{{{a}}}{{{b}}}",
                 frac(a * k, b * k), rf"-\frac{{-{a}}}{{{b}}}", rf"{{{a} \over {b}}}",
                 rf"{a} \div {b}"],
                [frac(b, a), frac(a + 1, b), frac(a, b + 1), rf"-\frac{{{a}}}{{{b}}}", f"{a}.{b}",
                 f"{a}", f"{a},{b}"])


@category()
def short_fractions(rng: random.Random) -> Item:
    a, b = rng.choice([(1, 2), (3, 4), (2, 3), (5, 6), (3, 8), (7, 9), (4, 5), (5, 7)])
    return Item([rf"\frac{a}{b}", rf"\frac {a} {b}", rf"\frac{a}{{{b}}}", rf"\frac{{{a}}}{b}",
                 f"{a}/{b}", rf"\cfrac{{{a}}}{{{b}}}"],
                [rf"\frac{b}{a}", rf"\frac{a}{{{b}1}}", f"{a}{b}", rf"\frac{{1}}{{{a}{b}}}",
                 rf"-\frac{a}{b}"])


@category()
def mixed_numbers(rng: random.Random) -> Item:
    whole, (a, b) = pick(rng, 2, 9), rng.choice([(1, 2), (3, 4), (2, 3), (5, 6), (3, 8), (4, 5)])
    return Item([rf"{whole}\frac{{{a}}}{{{b}}}", f"{whole} {a}/{b}", frac(whole * b + a, b),
                 rf"{whole}+\frac{{{a}}}{{{b}}}", rf"{whole}\dfrac{a}{b}",
                 str(Fraction(whole * b + a, b))],
                [frac(whole * a, b) if whole * a != whole * b + a else "0",
                 rf"{whole + 1}\frac{{{a}}}{{{b}}}", rf"-{whole}\frac{{{a}}}{{{b}}}",
                 rf"{whole}-\frac{{{a}}}{{{b}}}", f"{whole}", f"{whole}{a}/{b}"])


@category()
def decimals(rng: random.Random) -> Item:
    n, places = pick(rng, 1001, 9999), rng.choice([2, 3])
    while n % 2 == 0 or n % 5 == 0:
        n += 1
    value = f"{n / 10 ** places:.{places}f}"
    whole, part = value.split(".")
    return Item([value, f"{value}0", frac(n, 10 ** places), f"{n}/{10 ** places}",
                 rf"{n} \times 10^{{-{places}}}", rf"\frac{{{2 * n}}}{{{2 * 10 ** places}}}"],
                [f"{whole}.{int(part) + 1:0{places}d}" if int(part) + 1 < 10 ** places else whole,
                 f"{whole}", f"-{value}", f"{n}", f"{n / 10 ** (places + 1)}", f"{part}.{whole}"
                 if part != whole else "0"])


@category()
def repeating_decimals(rng: random.Random) -> Item:
    n = pick(rng, 1, 8)
    pair = pick(rng, 10, 98, 11, 22, 33, 44, 55, 66, 77, 88)
    if rng.random() < 0.5:
        return Item([rf"0.\overline{{{n}}}", frac(n, 9), rf"0.\dot{{{n}}}", rf"0.\bar{{{n}}}",
                     str(Fraction(n, 9))],
                    [f"0.{n}", frac(n, 10), rf"0.\overline{{{n + 1}}}", frac(n, 99),
                     rf"0.0\overline{{{n}}}"])
    return Item([rf"0.\overline{{{pair}}}", frac(pair, 99),
                 rf"0.\dot{{{pair // 10}}}\dot{{{pair % 10}}}"],
                [f"0.{pair}", frac(pair, 100), frac(pair, 90),
                 rf"0.{pair // 10}\overline{{{pair % 10}}}",
                 rf"0.\overline{{{pair + 1}}}"])


@category()
def percentages(rng: random.Random) -> Item:
    n = pick(rng, 11, 97, 50)
    return Item([rf"{n}\%", f"{n}%", frac(n, 100), f"{n / 100:.2f}", f"{n} percent",
                 rf"{n}\text{{ percent}}", f"{n} pct", f"{n}.0%"],
                [rf"{n + 1}\%", rf"{100 - n}\%", rf"{n}0\%", f"{n / 1000:.3f}", rf"-{n}\%",
                 rf"0.{n}\%"], golds=[rf"{n}\%", f"{n}%", rf"{n} \%"])


@category()
def scientific(rng: random.Random) -> Item:
    a, b = pick(rng, 11, 98, 20, 30, 40, 50, 60, 70, 80, 90), rng.choice([4, 5, 6, 7])
    m = f"{a // 10}.{a % 10}"
    return Item([rf"{m} \times 10^{{{b}}}", rf"{m} \cdot 10^{b}", f"{m}e{b}",
                 str(a * 10 ** (b - 1)),
                 f"{m}E+{b}", rf"{a} \times 10^{{{b - 1}}}", f"{m}*10^{b}"],
                [rf"{m} \times 10^{{{b + 1}}}", rf"{m} \times 10^{{-{b}}}", rf"{m} \times {b}",
                 rf"{a} \times 10^{{{b}}}", m, f"{m}e-{b}"])


@category()
def radicals(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), rng.choice([2, 3, 5, 6, 7, 10, 11, 13])
    return Item([rf"{a}\sqrt{{{b}}}", rf"\sqrt{{{a * a * b}}}", rf"\sqrt{{{b}}}\cdot{a}",
                 f"{a}*sqrt({b})",
                 rf"{a}\sqrt {b}" if b < 10 else rf"{a} \sqrt{{{b}}}", rf"{a}\times {b}^{{1/2}}",
                 rf"\frac{{{a * b}}}{{\sqrt{{{b}}}}}", f"{a}√{b}" if b < 10 else f"{a}√({b})"],
                [rf"\sqrt{{{a * b}}}", rf"{a}\sqrt{{{b + 1}}}", rf"{a + 1}\sqrt{{{b}}}",
                 rf"-{a}\sqrt{{{b}}}",
                 rf"{a}\sqrt[3]{{{b}}}", f"{a * b}", rf"{a}+\sqrt{{{b}}}" if (a, b) != (2,
                                                                                        4) else "0"])


@category()
def cube_roots(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 6), rng.choice([2, 3, 5, 7])
    return Item([rf"{a}\sqrt[3]{{{b}}}", rf"\sqrt[3]{{{a ** 3 * b}}}", rf"{a}\cdot {b}^{{1/3}}",
                 rf"{a}\cdot {b}^{{\frac{{1}}{{3}}}}", rf"-\sqrt[3]{{-{a ** 3 * b}}}",
                 f"{a}*{b}^(1/3)"],
                [rf"{a}\sqrt{{{b}}}", rf"\sqrt[3]{{{a * b}}}", rf"{a}\cdot {b}^{{2/3}}",
                 rf"{a}\sqrt[4]{{{b}}}", rf"{a}\sqrt[3]{{{b + 1}}}"])


@category()
def nested_radicals(rng: random.Random) -> Item:
    a, b = rng.sample([2, 3, 5, 7, 11, 13], 2)
    return Item([rf"\sqrt{{{a}}}+\sqrt{{{b}}}", rf"\sqrt{{{a + b}+2\sqrt{{{a * b}}}}}",
                 rf"\sqrt{b if b < 10 else '{' + str(b) + '}'} + \sqrt{{{a}}}",
                 f"sqrt({a})+sqrt({b})",
                 rf"\sqrt{{{a + b}+\sqrt{{{4 * a * b}}}}}"],
                [rf"\sqrt{{{a + b}}}", rf"\sqrt{{{a}}}-\sqrt{{{b}}}",
                 rf"\sqrt{{{a + b}-2\sqrt{{{a * b}}}}}",
                 rf"\sqrt{{{a + b}+\sqrt{{{a * b}}}}}", rf"\sqrt{{{a}+\sqrt{{{b}}}}}"])


@category()
def denominators(rng: random.Random) -> Item:
    a, b = pick(rng, 1, 5), rng.choice([2, 3, 5, 6, 7])
    c = pick(rng, 3, 9, b)
    return Item([rf"\frac{{{a}}}{{\sqrt{{{b}}}}}", rf"\frac{{{a}\sqrt{{{b}}}}}{{{b}}}",
                 rf"\frac{{{a}}}{{{b}}}\sqrt{{{b}}}", f"{a}/sqrt({b})", f"{a}sqrt({b})/{b}",
                 rf"{a}\sqrt{{\frac{{1}}{{{b}}}}}"],
                [rf"\frac{{\sqrt{{{b}}}}}{{{a}}}" if a * a != b else "0",
                 rf"\frac{{{a}\sqrt{{{b}}}}}{{{c}}}",
                 rf"\frac{{{a}}}{{{b}}}", rf"-\frac{{{a}}}{{\sqrt{{{b}}}}}", f"{a}/sqrt({b + 1})",
                 rf"{a}\sqrt{{{b}}}"])


@category()
def powers(rng: random.Random) -> Item:
    a, n = pick(rng, 2, 7), pick(rng, 3, 8)
    value = a ** n
    return Item([rf"{a}^{{{n}}}", str(value), rf"{a}^{n}", f"{a}**{n}",
                 rf"{a}\cdot {a}^{{{n - 1}}}",
                 rf"({a}^{{{n}}})", rf"{a * a}^{{{n}/2}}"],
                [rf"{n}^{{{a}}}" if n ** a != value else "0", str(value + 1), f"{a}^{n + 1}",
                 f"{a * n}"
                 if a * n != value else "1", f"{a}^{{-{n}}}",
                 f"{a}{n}" if value != int(f"{a}{n}") else "1"])


@category()
def logarithms(rng: random.Random) -> Item:
    base, n = rng.choice([2, 3, 5, 7]), pick(rng, 3, 7)
    return Item([str(n), rf"\log_{{{base}}} {base ** n}", rf"\log_{base} {base ** n}",
                 rf"\log_{base}({base ** n})", rf"\frac{{\ln {base ** n}}}{{\ln {base}}}",
                 rf"\ln e^{{{n}}}",
                 rf"\lg 10^{{{n}}}", f"{n}.0"],
                [rf"\log_{{{base}}} {base ** (n + 1)}", rf"\log_{{{base + 1}}} {base ** n}",
                 rf"\frac{{\ln {base}}}{{\ln {base ** n}}}", rf"-\log_{base} {base ** n}",
                 rf"\ln {base ** n}", str(base ** n)])


@category()
def log_constants(rng: random.Random) -> Item:
    a, b = rng.sample([2, 3, 5, 7], 2)
    return Item([rf"\ln {a * b}", rf"\ln {a}+\ln {b}", rf"\ln({a * b})", rf"\log_e {a * b}",
                 rf"-\ln\frac{{1}}{{{a * b}}}", rf"\frac{{1}}{{2}}\ln {a * a * b * b}"],
                [rf"\ln {a}\cdot\ln {b}", rf"\ln {a + b}" if a + b != a * b else "0",
                 rf"\ln {a}-\ln {b}", rf"\ln {a * b + 1}", str(a * b), rf"\log_2 {a * b}"])


@category()
def trig_values(rng: random.Random) -> Item:
    degrees, radians, sine = rng.choice([
        (30, r"\frac{\pi}{6}", r"\frac{1}{2}"), (45, r"\frac{\pi}{4}", r"\frac{\sqrt{2}}{2}"),
        (60, r"\frac{\pi}{3}", r"\frac{\sqrt{3}}{2}"),
        (15, r"\frac{\pi}{12}", r"\frac{\sqrt{6}-\sqrt{2}}{4}"),
        (75, r"\frac{5\pi}{12}", r"\frac{\sqrt{6}+\sqrt{2}}{4}")])
    return Item([sine, rf"\sin {degrees}^\circ", rf"\sin {radians}",
                 rf"\cos {90 - degrees}^{{\circ}}",
                 rf"\sin({radians})", rf"\sin {180 - degrees}^\circ",
                 rf"\sin\left({radians}\right)"],
                [rf"\sin {degrees + 1}^\circ", rf"-{sine}",
                 rf"\cos {degrees}^\circ" if degrees != 45
                 else r"\cos 40^\circ", rf"\tan {degrees}^\circ", rf"\sin {degrees}\pi", "1"])


@category()
def inverse_trig(rng: random.Random) -> Item:
    n, name, inside = rng.choice([(4, "arctan", "1"), (6, "arcsin", r"\frac{1}{2}"), (3, "arctan",
                                                                                      r"\sqrt{3}"),
                                  (3, "arccos", r"\frac{1}{2}"), (6, "arctan",
                                                                  r"\frac{1}{\sqrt{3}}"),
                                  (4, "arcsin", r"\frac{\sqrt{2}}{2}")])
    power = {"arctan": r"\tan^{-1}", "arcsin": r"\sin^{-1}", "arccos": r"\cos^{-1}"}[name]
    return Item([rf"\{name} {inside}", rf"\frac{{\pi}}{{{n}}}", rf"\pi/{n}", rf"{power} {inside}",
                 rf"\{name}({inside})", rf"\frac{{1}}{{{n}}}\pi"],
                [rf"\frac{{\pi}}{{{n + 1}}}", rf"-\{name} {inside}", rf"\frac{{{n}}}{{\pi}}",
                 r"\pi",
                 rf"\frac{{1}}{{{n}}}", rf"\frac{{2\pi}}{{{n}}}"])


@category()
def multiples_of_pi(rng: random.Random) -> Item:
    a, b = rng.choice([(2, 3), (3, 4), (5, 6), (7, 2), (9, 5), (8, 7)])
    return Item([rf"\frac{{{a}\pi}}{{{b}}}", rf"\frac{{{a}}}{{{b}}}\pi", rf"{a}\pi/{b}",
                 f"{a}*pi/{b}",
                 rf"\pi\cdot\frac{{{a}}}{{{b}}}", f"{a}π/{b}"],
                [rf"\frac{{{b}\pi}}{{{a}}}", rf"\frac{{{a}}}{{{b}\pi}}", frac(a, b),
                 rf"-\frac{{{a}\pi}}{{{b}}}",
                 rf"\frac{{{a}\pi^2}}{{{b}}}", rf"\frac{{{a + 1}\pi}}{{{b}}}",
                 rf"{a}+\frac{{\pi}}{{{b}}}"])


@category()
def angles(rng: random.Random) -> Item:
    n = rng.choice([2, 3, 4, 5, 6, 9, 10, 12])
    degrees = 180 // n
    return Item([rf"{degrees}^\circ", rf"{degrees}^{{\circ}}", rf"{degrees}°",
                 rf"{degrees}\text{{ degrees}}",
                 rf"{degrees}\degree", rf"{degrees}", f"{degrees} degrees",
                 rf"\angle A={degrees}^\circ"],
                [rf"{degrees + 1}^\circ", rf"{2 * degrees}^\circ", rf"-{degrees}^\circ",
                 rf"{degrees}\text{{ radians}}", rf"\frac{{\pi}}{{{n + 1}}}", rf"{degrees}\pi"],
                golds=[rf"{degrees}^\circ", rf"{degrees}^{{\circ}}"])


@category()
def complex_numbers(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), pick(rng, 2, 9)
    return Item([f"{a}+{b}i", f"{b}i+{a}", rf"{a}+{b}\,i", rf"{a}-(-{b}i)", rf"{a}+{b}\cdot i",
                 f"{a} + {b}*i", rf"i({b}-{a}i)", rf"\overline{{{a}-{b}i}}", f"z={a}+{b}i"],
                [f"{a}-{b}i", f"-{a}+{b}i", f"{b}+{a}i" if a != b else "0", f"{a + b}i", f"{a}+{b}",
                 f"{a + 1}+{b}i", rf"|{a}+{b}i|"], golds=[f"{a}+{b}i", f"{b}i+{a}"])


@category()
def moduli(rng: random.Random) -> Item:
    a, b, c = rng.choice([(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29)])
    return Item([str(c), f"|{a}+{b}i|", rf"\left|{a}-{b}i\right|", rf"\sqrt{{{a}^2+{b}^2}}",
                 rf"|{b}+{a}i|",
                 rf"\lvert {a}+{b}i\rvert", rf"|z|={c}"],
                [f"|{a}+{b + 1}i|", f"{a}+{b}i", rf"\sqrt{{{a}+{b}}}", str(c * c), f"-{c}",
                 rf"|{a}|+|{b}i|"],
                golds=[str(c), rf"\sqrt{{{c * c}}}"])


@category()
def binomials(rng: random.Random) -> Item:
    n = pick(rng, 6, 12)
    k = pick(rng, 2, n - 3)
    value = math.comb(n, k)
    return Item([rf"\binom{{{n}}}{{{k}}}", str(value), rf"{{{n} \choose {k}}}",
                 rf"C_{{{n}}}^{{{k}}}",
                 rf"\mathrm{{C}}_{{{n}}}^{{{k}}}", rf"\binom{{{n}}}{{{n - k}}}",
                 rf"\dbinom{{{n}}}{{{k}}}",
                 rf"\frac{{{n}!}}{{{k}!{n - k}!}}", f"C({n},{k})", rf"{{}}_{{{n}}}C_{{{k}}}"],
                [rf"\binom{{{n + 1}}}{{{k}}}", str(value + 1), rf"C_{{{n + 1}}}^{{{k}}}",
                 rf"\frac{{{n}}}{{{k}}}",
                 rf"\frac{{{n}!}}{{{k}!}}", f"({n},{k})", rf"\mathrm{{A}}_{{{n}}}^{{{k}}}"],
                golds=[str(value), rf"\binom{{{n}}}{{{k}}}", rf"\mathrm{{C}}_{{{n}}}^{{{k}}}"])


@category()
def factorials(rng: random.Random) -> Item:
    n = pick(rng, 4, 9)
    value = math.factorial(n)
    return Item([f"{n}!", str(value), rf"{n}\cdot {n - 1}!", rf"\frac{{{n + 1}!}}{{{n + 1}}}",
                 f"({n})!",
                 rf"\prod_{{k=1}}^{{{n}}} k", rf"\mathrm{{A}}_{{{n}}}^{{{n}}}"],
                [f"{n + 1}!", f"{n - 1}!", str(value - 1), str(n), f"{n}!!", f"-{n}!", f"{n}!+1"],
                golds=[str(value), f"{n}!"])


@category()
def bases(rng: random.Random) -> Item:
    base = pick(rng, 2, 9)
    digits = [pick(rng, 1, base - 1)] + [pick(rng, 0, base - 1) for _ in range(3)]
    text = "".join(map(str, digits))
    other = text[:-1] + str((digits[-1] + 1) % base)
    return Item([rf"{text}_{base}", rf"{text}_{{{base}}}", rf"({text})_{{{base}}}",
                 rf"{text}_{{({base})}}"],
                [rf"{other}_{base}", rf"{other}_{{{base}}}", rf"{text}0_{{{base}}}",
                 rf"{text}_{{{base + 1}}}",
                 rf"-{text}_{{{base}}}"])


@category()
def whole_number_functions(rng: random.Random) -> Item:
    a, b = pick(rng, 4, 30), pick(rng, 4, 30)
    g, m = math.gcd(a, b), math.lcm(a, b)
    if rng.random() < 0.3:
        n, d = pick(rng, 20, 90), 7
        return Item([str(n // d), rf"\lfloor \frac{{{n}}}{{{d}}} \rfloor",
                     rf"\left\lfloor {n}/{d}\right\rfloor",
                     rf"\lceil \frac{{{n}}}{{{d}}}\rceil-1" if n % d else rf"\lceil \frac{{{n}}}{{{d}}}\rceil"],
                    [rf"\lfloor \frac{{{n + 7}}}{{{d}}} \rfloor",
                     rf"\frac{{{n + 1 if (n + 1) % 7 else n + 2}}}{{{d}}}",
                     str(n // d + 1), rf"\lceil \frac{{{n}}}{{{d}}}\rceil+1"])
    return Item([str(m), rf"\operatorname{{lcm}}({a},{b})", rf"\mathrm{{lcm}}({b}, {a})",
                 rf"\frac{{{a}\cdot {b}}}{{\gcd({a},{b})}}", f"lcm({a},{b})"],
                [rf"\gcd({a},{b})" if g != m else "1.5", str(m + 1),
                 rf"\frac{{{a}}}{{{b}}}" if m * b != a else "1.5",
                 f"({a},{b})", rf"\operatorname{{lcm}}({a},{b})+1"])


@category()
def plus_minus(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), rng.choice([2, 3, 5, 7])
    return Item([rf"{a}\pm\sqrt{{{b}}}", rf"{a}+\sqrt{{{b}}}, {a}-\sqrt{{{b}}}",
                 rf"x={a}\pm\sqrt{{{b}}}",
                 rf"\{{{a}-\sqrt{{{b}}},{a}+\sqrt{{{b}}}\}}",
                 rf"{a}-\sqrt{{{b}}}\text{{ and }}{a}+\sqrt{{{b}}}",
                 rf"x_1={a}+\sqrt{{{b}}},x_2={a}-\sqrt{{{b}}}",
                 rf"x={a}+\sqrt{{{b}}}\text{{ or }}x={a}-\sqrt{{{b}}}"],
                [rf"{a}+\sqrt{{{b}}}", rf"{a}-\sqrt{{{b}}}", rf"-{a}\pm\sqrt{{{b}}}",
                 rf"{a}\pm\sqrt{{{b + 1}}}",
                 rf"\pm\sqrt{{{b}}}", rf"{a}+\sqrt{{{b}}},{a}+\sqrt{{{b}}}", rf"x={a}{signed(b)}"])


@category()
def approximations(rng: random.Random) -> Item:
    n = pick(rng, 12345, 98765)
    while n % 10 == 0:
        n += 1
    value = f"{n / 1000:.3f}"
    return Item([value, rf"\approx {value}", rf"x \approx {value}", rf"\approx{value}0",
                 rf"A\approx {value}",
                 rf"\text{{approximately }}{value}", f"about {value}"],
                [rf"\approx {(n + 1) / 1000:.3f}", rf"x\approx {(n + 10) / 1000:.3f}",
                 rf"\approx -{value}",
                 rf"x \approx {n / 100:.3f}", f"about {(n + 1000) / 1000:.3f}"], golds=[value])
