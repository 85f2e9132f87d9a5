"""Expressions: polynomials, rational functions, products of letters, functions, plain text."""

import random

from pairs import Item, category, frac, pick, signed, term


def quadratic(a: int, b: int, c: int, x: str = "x", square: str = "^2") -> str:
    return term(a, x + square, True) + term(b, x) + (signed(c) if c else "")


@category()
def polynomials(rng: random.Random) -> Item:
    p, q = pick(rng, -7, 7, 0), pick(rng, -7, 7, 0)
    text = quadratic(1, p + q, p * q)
    root = f"(x{signed(p)})(x{signed(q)})"
    return Item([text, root, rf"(x{signed(q)})\cdot(x{signed(p)})",
                 f"{p * q}+x^2{term(p + q, 'x')}",
                 text.replace("x^2", "x^{2}"),
                 rf"\left(x{signed(p)}\right)\left(x{signed(q)}\right)",
                 f"y={text}", f"f(x)={root}"],
                [quadratic(1, p + q + 1, p * q), quadratic(1, p + q, -p * q), quadratic(1, p + q,
                                                                                        p * q, "t"),
                 f"(x{signed(p)})(x{signed(q + 9)})", quadratic(2, p + q, p * q),
                 quadratic(1, p + q, p * q, square="^3"), f"x{signed(p)}"],
                golds=[text, root])


@category()
def letter_products(rng: random.Random) -> Item:
    a, b, c = rng.sample(["a", "b", "c", "p", "q", "r"], 3)
    n = pick(rng, 2, 9)
    shape = rng.randrange(3)
    if shape == 0:
        return Item([f"{a}{b}+{b}{c}+{c}{a}", f"{b}{a}+{a}{c}+{c}{b}", f"{a}({b}+{c})+{b}{c}",
                     rf"{a} {b} + {b} {c} + {c} {a}", rf"{a}\cdot {b}+{b}\cdot {c}+{c}\cdot {a}"],
                    [f"{a}{b}+{b}{c}+{c}", f"{a}{b}+{b}{c}-{c}{a}", f"{a}{b}{c}", f"{a}+{b}+{c}",
                     f"{a}{b}+{b}{c}", f"{a}{b}+{c}{c}+{c}{a}"])
    if shape == 1:
        return Item([f"{n}{a}{b}", f"{n}{b}{a}", rf"{n}\cdot {a}\cdot {b}", f"({n}{a}){b}",
                     f"{n}*{a}*{b}", rf"{n}{a}\times {b}"],
                    [f"{n}", f"{n}{a}", f"{n}{b}", f"{n}{a}{c}", f"{a}{b}", f"{n}{a}{b}{c}",
                     f"{n}{a}+{b}",
                     f"{n + 1}{a}{b}"])
    return Item([f"{a}^2+{n}{b}{c}", f"{n}{c}{b}+{a}^2", rf"{a}^{{2}}+{n} {b} {c}",
                 rf"{a}\cdot {a}+{n}{b}{c}"],
                [f"{a}^2+{n}", f"{a}^2+{n}{b}", f"{a}^2-{n}{b}{c}", f"{a}^2", f"{a}^2+{n}{a}{b}",
                 f"{n}{b}{c}"])


@category()
def products_of_sums(rng: random.Random) -> Item:
    x, y = rng.choice([("a", "b"), ("x", "y"), ("m", "n")])
    return Item([f"{x}^2-{y}^2", f"({x}+{y})({x}-{y})", f"({x}-{y})({y}+{x})", f"-({y}^2-{x}^2)",
                 f"-{y}^2+{x}^2"],
                [f"({x}-{y})^2", f"{y}^2-{x}^2", f"{x}^2+{y}^2", f"({x}+{y})^2", f"{x}-{y}",
                 f"{x}^2-{y}"])


@category()
def rational_functions(rng: random.Random) -> Item:
    a, b = pick(rng, 1, 8), pick(rng, 2, 9)
    return Item([rf"\frac{{x+{a}}}{{{b}x-1}}", f"(x+{a})/({b}x-1)", rf"\frac{{-x-{a}}}{{1-{b}x}}",
                 rf"\dfrac{{{a}+x}}{{{b}x-1}}", rf"\frac{{2x+{2 * a}}}{{{2 * b}x-2}}",
                 rf"y=\frac{{x+{a}}}{{{b}x-1}}"],
                [rf"\frac{{x+{a}}}{{{b}x+1}}", rf"\frac{{{b}x-1}}{{x+{a}}}", f"x+{a}/{b}x-1",
                 rf"\frac{{x+{a + 1}}}{{{b}x-1}}", rf"\frac{{t+{a}}}{{{b}t-1}}",
                 f"(x+{a})({b}x-1)"],
                golds=[rf"\frac{{x+{a}}}{{{b}x-1}}", rf"\dfrac{{{a}+x}}{{{b}x-1}}"])


@category()
def radical_expressions(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    return Item([rf"\sqrt{{x^2+{a}}}", rf"(x^2+{a})^{{1/2}}", rf"\sqrt{{{a}+x^2}}",
                 f"sqrt(x^2+{a})",
                 rf"(x^2+{a})^{{\frac{{1}}{{2}}}}", rf"(x^2+{a})^{{0.5}}"],
                [rf"\sqrt{{x^2-{a}}}", rf"\sqrt{{x^2}}+{a}", rf"x^2+{a}", rf"\sqrt{{x+{a}}}",
                 rf"-\sqrt{{x^2+{a}}}",
                 rf"x+{frac(a, 2)}", rf"\sqrt[3]{{x^2+{a}}}"])


@category()
def exponentials(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 6), pick(rng, 2, 9)
    return Item([f"{b}e^{{{a}x}}", rf"{b}\cdot e^{{{a}x}}", rf"{b}(e^x)^{a}", rf"{b}\exp({a}x)",
                 f"{b}*e^({a}x)",
                 rf"{b}\mathrm{{e}}^{{{a}x}}", rf"\frac{{{b}}}{{e^{{-{a}x}}}}"],
                [f"{b}e^{{-{a}x}}", f"{b}e^{a}x", f"{b}e^{{{a + 1}x}}", f"{b}+e^{{{a}x}}",
                 f"{b}e^{{{a}t}}",
                 f"{b}^{{{a}x}}", f"{b * a}e^{{{a}x}}"])


@category()
def log_functions(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    return Item([rf"{a}\ln x", rf"\ln x^{{{a}}}", rf"{a}\ln(x)", rf"{a} \log_e x", rf"\ln(x^{a})",
                 rf"-{a}\ln\frac{{1}}{{x}}"],
                [rf"\ln {a}x", rf"(\ln x)^{{{a}}}", rf"{a}\ln(x+1)", rf"{a + 1}\ln x",
                 rf"{a}\log_2 x",
                 rf"{a}x", rf"-{a}\ln x"])


@category()
def trig_functions(rng: random.Random) -> Item:
    a = pick(rng, 2, 6)
    return Item([rf"{a}\sin 2x", rf"{2 * a}\sin x\cos x", rf"{a}\sin(2x)", rf"{2 * a}\cos x \sin x",
                 rf"{a}\cos(2x-\frac{{\pi}}{{2}})", rf"-{a}\sin(-2x)"],
                [rf"{2 * a}\sin x", rf"{a}\sin x\cos x", rf"{a}\sin^2 x", rf"{a}\cos 2x",
                 rf"{a}\sin 2",
                 rf"{a + 1}\sin 2x", rf"{a}\sin 2y", rf"{2 * a}\sin x+\cos x"])


@category()
def trig_identities(rng: random.Random) -> Item:
    n = pick(rng, 2, 9)
    return Item([rf"{n}-{n}\sin^2 x", rf"{n}\cos^2 x", rf"{n}(1-\sin^2 x)", rf"{n}(\cos x)^2",
                 rf"\frac{{{n}+{n}\cos 2x}}{{2}}", rf"\frac{{{n}}}{{1+\tan^2 x}}",
                 rf"\frac{{{n}}}{{\sec^2 x}}"],
                [rf"{n}\sin^2 x", rf"{n}\cos x^2", rf"\frac{{{n}-{n}\cos 2x}}{{2}}", rf"{n}\cos x",
                 rf"{n}",
                 rf"{n}\sec^2 x"], golds=[rf"{n}\cos^2 x", rf"{n}(1-\sin^2 x)"])


@category()
def absolute_values(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    return Item([f"|x-{a}|", f"|{a}-x|", rf"\left|x-{a}\right|", rf"\lvert x-{a} \rvert",
                 rf"\sqrt{{(x-{a})^2}}",
                 rf"\vert x-{a}\vert", f"abs(x-{a})"],
                [f"x-{a}", f"|x+{a}|", f"{a}-x", f"|x|-{a}", f"-|x-{a}|", f"(x-{a})^2",
                 f"|x-{a + 1}|"])


@category()
def function_values(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), pick(rng, 1, 9)
    return Item([f"{a}x+{b}", f"f(x)={a}x+{b}", f"y={a}x+{b}", f"f(x) = {b}+{a}x",
                 rf"f\left(x\right)={a}x+{b}",
                 f"g(x)={a}x+{b}", rf"f^{{-1}}(x)={a}x+{b}", rf"f(x)=\,{a}x+{b}"],
                [f"f(x)={a}x-{b}", f"f(x)={b}x+{a}" if a != b else "f(x)=0",
                 f"f(x)={a}+{b}x" if a != b else "0",
                 f"f(x)={a}(x+{b})" if b * a != b else "x", f"f(t)={a}t+{b + 1}", f"y={a + 1}x+{b}",
                 "f(x)"],
                golds=[f"{a}x+{b}"])


@category()
def inverse_functions(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), pick(rng, 1, 9)
    value = rf"\frac{{x-{b}}}{{{a}}}"
    return Item([rf"f^{{-1}}(x)={value}", value, rf"f^{{-1}}(x)=\frac{{1}}{{{a}}}x-{frac(b, a)}",
                 rf"f^{{-1}}\left(x\right)={value}", f"y=(x-{b})/{a}", f"(x-{b})/{a}"],
                [rf"f^{{-1}}(x)=\frac{{x+{b}}}{{{a}}}", rf"f^{{-1}}(x)={a}x+{b}",
                 rf"f^{{-1}}(x)=x-{frac(b, a)}",
                 rf"f^{{-1}}(x)=\frac{{{a}}}{{x-{b}}}", rf"\frac{{x-{b}}}{{{a + 1}}}",
                 rf"-{value}"],
                golds=[rf"f^{{-1}}(x)={value}", value])


@category()
def sequences(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), pick(rng, 1, 9)
    return Item([f"a_n={a}n+{b}", f"{a}n+{b}", f"a_{{n}}={b}+{a}n", rf"a_n={a}n+{b}\ (n\ge 1)",
                 rf"a_n={a}n+{b}, n\in\mathbb{{N}}^*",
                 rf"a_n={a}n+{b} \quad (n \in \mathbb{{N}}^{{*}})",
                 rf"a_n={a}n+{b},n\geq 1", rf"{a}n+{b}\ (n\in\mathbb N_+)",
                 rf"a_n={a + b}+{a}(n-1)"],
                [f"a_n={a}n-{b}", f"a_n={a}n", f"a_n={a}n+{b + 1}", rf"a_n={a + 1}n+{b}\ (n\ge 1)",
                 rf"a_n={b}, n\in\mathbb{{N}}^*", rf"n\ge 1", f"a_n={a}^n+{b}", f"a_n={a}m+{b}"],
                golds=[f"a_n={a}n+{b}", f"{a}n+{b}", rf"a_n={a}n+{b}\ (n\ge 1)",
                       rf"a_n={a}n+{b}, n\in\mathbb{{N}}^*"])


@category()
def power_sequences(rng: random.Random) -> Item:
    a = pick(rng, 2, 5)
    return Item([f"{a}^n-1", f"{a}^{{n}}-1", rf"a_n={a}^n-1", rf"{a}\cdot {a}^{{n-1}}-1",
                 f"-1+{a}^n",
                 rf"a_n={a}^{{n}}-1 (n\in \mathbb{{N}}^*)", f"{a}**n-1"],
                [f"{a}^{{n-1}}", f"{a}^n+1", f"{a}n-1", f"{a}^n", f"{a + 1}^n-1", f"n^{a}-1",
                 rf"{a}^{{2n}}-1"])


@category()
def plain_text(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), rng.choice([2, 3, 5, 7])
    return Item([rf"{a}x^2+\sqrt{{{b}}}x-\pi", f"{a}*x^2+sqrt({b})*x-pi", f"{a}x^2+sqrt({b})x-pi",
                 f"{a}x² + √{b} x − π", f"{a}*x**2 + {b}^(1/2)*x - pi", rf"-\pi+{a}x^2+\sqrt{b}x"],
                [f"{a}*x^2-sqrt({b})*x-pi", f"{a}*x+sqrt({b})*x-pi", f"{a}*x^2+sqrt({b})*x+pi",
                 f"{a}x² + √{b} − π", f"{a}*x^2+{b}*x-pi", f"{a}x^2+sqrt({b}x)-pi"],
                golds=[rf"{a}x^2+\sqrt{{{b}}}x-\pi"])


@category()
def unicode_signs(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), pick(rng, 2, 9)
    half, text = rng.choice([("½", r"\frac{1}{2}"), ("¾", r"\frac{3}{4}"), ("⅓", r"\frac{1}{3}")])
    return Item([rf"{a}x^3-{b}\cdot {text}y", f"{a}x³−{b}·{half}y", f"{a}x³ - {b}×{half} y",
                 f"−{b}×{half}y+{a}x^3",
                 rf"{a} x^{{3}} - {b} \times {text} y"],
                [f"{a}x²−{b}·{half}y", f"{a}x³+{b}·{half}y", f"{a}x³−{b}y", f"{a}x³−{b}·{half}x",
                 f"{a}x3−{b}·{half}y"],
                golds=[rf"{a}x^3-{b}\cdot {text}y"])


@category()
def close_expressions(rng: random.Random) -> Item:
    n = pick(rng, 20, 60)
    shape = rng.randrange(3)
    if shape == 0:
        return Item([f"10^{{{n}}}x+1", f"1+10^{{{n}}}x", rf"1+x\cdot 10^{{{n}}}"],
                    [f"10^{{{n}}}x", f"10^{{{n}}}x-1", f"10^{{{n}}}x+2", f"10^{{{n}}}(x+1)",
                     f"10^{{{n}}}"])
    if shape == 1:
        return Item([f"1-10^{{-{n}}}", rf"\frac{{10^{{{n}}}-1}}{{10^{{{n}}}}}", "0." + "9" * n],
                    ["1", f"1+10^{{-{n}}}", f"1-10^{{-{n + 1}}}", "0." + "9" * (n - 1),
                     "0." + "9" * (n + 1)])
    return Item([f"(x+1)^{{{n}}}-1", f"-1+(1+x)^{{{n}}}"],
                [f"(x+1)^{{{n}}}", f"x^{{{n}}}", f"(x+1)^{{{n}}}+1", f"(x-1)^{{{n}}}-1",
                 f"(x+1)^{{{n + 1}}}-1"])


@category()
def subscripts(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), pick(rng, 1, 9)
    return Item([f"{a}x_1+{b}x_2", f"{b}x_2+{a}x_1", f"{a}x_{{1}}+{b}x_{{2}}",
                 rf"{a}\cdot x_1+{b}\cdot x_2"],
                [f"{a}x_1+{b}x_1", f"{a}x_2+{b}x_1" if a != b else "x_1", f"{a}x+{b}x",
                 f"{a}x_1-{b}x_2",
                 f"{a}x_1+{b}x_3", f"{a}y_1+{b}y_2", f"{a}x_1"])


@category()
def greek_expressions(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), rng.choice([r"\alpha", r"\beta", r"\theta", r"\lambda"])
    return Item([rf"{a}{b}+\omega", rf"\omega+{a}{b}", rf"{a}\cdot{b}+\omega",
                 rf"{a} {b} + \omega"],
                [rf"{a}{b}-\omega", rf"{a}{b}", rf"{a}\gamma+\omega", rf"{a + 1}{b}+\omega",
                 rf"{a}{b}\omega",
                 rf"{a}+{b}+\omega"])


@category()
def complex_expressions(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    return Item([rf"{a}|z|^2", rf"{a}|z||z|", rf"|z|^2\cdot {a}", rf"{a}\left|z\right|^{{2}}"],
                [f"{a}z^2", f"|z|^2", f"{a}|z|", f"{a}|z|^3", f"-{a}|z|^2", f"{a}+|z|^2",
                 f"{a}|w|^2"])
