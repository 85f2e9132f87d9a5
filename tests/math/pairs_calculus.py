"""Calculus: sums, products and integrals of closed form, limits, derivatives, antiderivatives."""

import random
from fractions import Fraction

from pairs import Item, category, frac, pick


@category()
def finite_sums(rng: random.Random) -> Item:
    n, a = pick(rng, 4, 12), pick(rng, 2, 5)
    value = sum(a * k + 1 for k in range(1, n + 1))
    return Item([str(value), rf"\sum_{{k=1}}^{{{n}}} ({a}k+1)",
                 rf"\sum_{{i=1}}^{{{n}}}\left({a}i+1\right)",
                 rf"\sum\limits_{{k=1}}^{{{n}}}({a}k+1)",
                 rf"\sum_{{k=0}}^{{{n - 1}}} ({a}k+{a + 1})"],
                [rf"\sum_{{k=1}}^{{{n + 1}}} ({a}k+1)", rf"\sum_{{k=0}}^{{{n}}} ({a}k+1)",
                 rf"\sum_{{k=1}}^{{{n}}} {a}k",
                 str(value + 1), rf"\prod_{{k=1}}^{{{n}}} ({a}k+1)",
                 rf"\sum_{{k=1}}^{{{n}}} ({a}k-1)"],
                golds=[str(value), f"{value}.0"])


@category()
def closed_sums(rng: random.Random) -> Item:
    a = pick(rng, 2, 6)
    return Item([rf"\sum_{{k=1}}^{{n}} {a}k", rf"\frac{{{a}n(n+1)}}{{2}}",
                 rf"\sum_{{i=1}}^{{n}} {a}i",
                 rf"{a}\sum_{{k=1}}^n k", frac(f"{a}n^2+{a}n", 2)],
                [rf"\sum_{{k=1}}^{{n}} {a + 1}k", rf"\frac{{{a}n(n-1)}}{{2}}", rf"{a}n(n+1)",
                 rf"\sum_{{k=1}}^{{n-1}} {a}k",
                 rf"{a}n", rf"\sum_{{k=1}}^{{n}} k^{a}"],
                golds=[rf"\frac{{{a}n(n+1)}}{{2}}", frac(f"{a}n^2+{a}n", 2)])


@category()
def infinite_sums(rng: random.Random) -> Item:
    r = pick(rng, 2, 9)
    value = Fraction(r, r - 1)
    return Item([rf"\sum_{{k=0}}^{{\infty}} \frac{{1}}{{{r}^k}}",
                 rf"\sum_{{n=0}}^\infty \left(\frac{{1}}{{{r}}}\right)^n",
                 str(value), rf"\sum_{{k=0}}^{{\infty}} {r}^{{-k}}", rf"1+\frac{{1}}{{{r - 1}}}"],
                [rf"\sum_{{k=1}}^{{\infty}} \frac{{1}}{{{r}^k}}",
                 rf"\sum_{{k=0}}^{{\infty}} \frac{{1}}{{{r + 1}^k}}",
                 str(value + 1), rf"\sum_{{k=0}}^{{\infty}} \frac{{(-1)^k}}{{{r}^k}}",
                 rf"\frac{{1}}{{{r}}}"],
                golds=[str(value), rf"\frac{{{r}}}{{{r - 1}}}"])


@category()
def definite_integrals(rng: random.Random) -> Item:
    n, b = pick(rng, 1, 5), pick(rng, 1, 4)
    value = Fraction(b ** (n + 1), n + 1)
    return Item([rf"\int_0^{b} x^{n} dx", rf"\int_{{0}}^{{{b}}} x^{{{n}}}\,dx",
                 rf"\int_0^{b} t^{n}\,\mathrm{{d}}t", str(value),
                 rf"\frac{{{b ** (n + 1)}}}{{{n + 1}}}", rf"\int\limits_0^{b} x^{n}\,{{\rm d}}x"],
                [rf"\int_0^{b + 1} x^{n} dx",
                 rf"\int_0^{b} x^{n + 1} dx" if b != 1 or n > 9 else r"\int_0^1 5x\,dx",
                 rf"\int_0^{b} 7x^{n} dx", str(value + 1), rf"-\int_0^{b} x^{n} dx", f"x^{n + 1}"],
                golds=[str(value), rf"\frac{{{b ** (n + 1)}}}{{{n + 1}}}"])


@category()
def divergent_sums(rng: random.Random) -> Item:
    r = pick(rng, 2, 9)
    value = Fraction(-1, r - 1)
    return Item([str(value), rf"-\frac{{1}}{{{r - 1}}}"],
                [rf"\sum_{{k=0}}^{{\infty}} {r}^k", rf"\sum_{{k=0}}^{{\infty}} ({r})^k",
                 rf"\sum_{{k=0}}^{{\infty}} (-{r})^k", r"\sum_{k=1}^\infty \frac{1}{k}",
                 rf"\int_{{-1}}^{1} \frac{{1}}{{{2 * (r - 1)}x^2}}dx",
                 rf"\int_{{-1}}^{{{1}}} x^{{-2}}dx"],
                golds=[str(value), rf"-\frac{{1}}{{{r - 1}}}"])


@category()
def trig_integrals(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    return Item([rf"\int_0^{{\pi}} {a}\sin x\,dx", str(2 * a), rf"{a}\int_0^\pi \sin x\,dx",
                 rf"{a}\int_0^\pi \sin t \, dt"],
                [rf"\int_0^{{\pi}} {a}\cos x\,dx", rf"\int_0^{{\pi/2}} {a}\sin x\,dx", str(a),
                 rf"\int_0^{{2\pi}} {a}\sin x\,dx",
                 rf"\int_0^{{\pi}} {a + 1}\sin x\,dx"], golds=[str(2 * a), f"{2 * a}.0"])


@category()
def derivatives(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), pick(rng, 1, 9)
    value = f"{a}x^2+{b}"
    return Item([rf"\frac{{dy}}{{dx}}={value}", f"f'(x)={value}", f"y'={value}", value,
                 rf"\frac{{\mathrm{{d}}y}}{{\mathrm{{d}}x}}={value}",
                 rf"f^{{\prime}}(x)={b}+{a}x^2", rf"\dfrac{{dy}}{{dx}}={value}",
                 rf"\frac{{d}}{{dx}}f(x)={value}"],
                [rf"\frac{{dy}}{{dx}}={a}x^2-{b}", f"f'(x)={a}x+{b}",
                 rf"\frac{{dy}}{{dx}}={a + 1}x^2+{b}", f"y'={b}",
                 r"\frac{dy}{dx}", f"f'(x)={a}x^2", rf"\frac{{y}}{{x}}"],
                golds=[value, rf"\frac{{dy}}{{dx}}={value}", f"f'(x)={value}"])


@category()
def differential_equations(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    return Item([rf"\frac{{dy}}{{dx}}={a}y", rf"y'={a}y", rf"\frac{{dy}}{{dx}}-{a}y=0",
                 rf"\frac{{\mathrm{{d}}y}}{{\mathrm{{d}}x}}={a}y"],
                [rf"\frac{{y}}{{x}}={a}y", rf"\frac{{dy}}{{dx}}={a}x", rf"\frac{{dx}}{{dy}}={a}y",
                 rf"\frac{{dy}}{{dx}}=-{a}y",
                 rf"\frac{{dy}}{{dx}}={a + 1}y", rf"y={a}y"],
                golds=[rf"\frac{{dy}}{{dx}}={a}y"])


@category()
def antiderivatives(rng: random.Random) -> Item:
    a, k = pick(rng, 2, 6), pick(rng, 2, 9)
    value = f"x^{a}+{k}x"
    return Item([f"{value}+C", f"{value} + c", f"C+{value}", f"{k}x+x^{a}+C", f"{value}+k",
                 rf"{value}+\mathrm{{C}}",
                 rf"{value}+C_1", f"{value}+{k}+C", rf"x^{{{a}}}+{k}x+\text{{C}}", rf"{value}+5+C"],
                [f"x^{a}+C", f"x^{a}-{k}x+C", f"x^{a + 1}+{k}x+C", f"{k}x^{a}+x+C", f"C{value}",
                 "C", f"x^{a}+{k + 1}x+C",
                 f"{value}+Cx", f"x^{a}+{k}t+C"],
                golds=[f"{value}+C", f"{value}+c"])


@category()
def antiderivatives_up_to_a_constant(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    return Item([rf"{a}\sin^2 x+C", rf"-{a}\cos^2 x+C", rf"-{frac(a, 2)}\cos 2x+C",
                 rf"{a}\sin^2 x+c", rf"{a}-{a}\cos^2 x + C"],
                [rf"{a}\cos^2 x+C", rf"{frac(a, 2)}\cos 2x+C", rf"{a}\sin x+C",
                 rf"{a + 1}\sin^2 x+C", rf"-{a}\cos x+C"],
                golds=[rf"{a}\sin^2 x+C", rf"-{frac(a, 2)}\cos 2x+C"])


@category()
def no_constant_of_integration(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    return Item([f"x^2+{a}", f"{a}+x^2", "x^{2}" + f"+{a}"],
                ["x^2", f"x^2+{a + 1}", "x^2+C", f"x^2-{a}", f"x^2+{a}+C", f"x^2+{a}+c"])


@category()
def limits(rng: random.Random) -> Item:
    a, b = pick(rng, 2, 9), pick(rng, 1, 9)
    value = Fraction(a, b)
    return Item([str(value), frac(a, b), rf"\lim_{{x\to 0}} f(x)={frac(a, b)}",
                 rf"\lim_{{n\to\infty}}a_n={frac(a, b)}"],
                [str(value + 1), rf"\lim_{{x\to 0}} f(x)={frac(a + 1, b)}", frac(b, a) if a != b else "2",
                 rf"\lim_{{x\to 0}} f(x)=-{frac(a, b)}", r"\infty"],
                golds=[str(value), frac(a, b)])


@category()
def probabilities(rng: random.Random) -> Item:
    b = pick(rng, 5, 13)
    a = pick(rng, 1, b - 1)
    value = frac(a, b)
    return Item([value, rf"P(A\mid B)={value}", f"P(A|B)={value}", f"P={value}", rf"P(A)={value}",
                 rf"P(X=3)={value}",
                 rf"P(X\le 2)={value}", rf"\mathrm{{P}}(A \mid B)={value}", rf"\Pr(A)={value}"],
                [rf"P(A\mid B)={frac(b - a, b) if 2 * a != b else frac(a, b + 1)}",
                 rf"P(A\mid B)={frac(a, b + 1)}", f"P(A)={frac(a + b, b)}",
                 "P(A)", f"P(X={a})", rf"P(A\mid B)=-{value}",
                 rf"1-{value}" if 2 * a != b else "1"],
                golds=[value])


@category()
def conditional_probabilities(rng: random.Random) -> Item:
    b = pick(rng, 5, 13)
    a = pick(rng, 1, b - 1)
    value = frac(a, b)
    return Item([value, rf"P(A\mid B)={value}", f"P(A|B)={value}", rf"P(A \vert B)={value}",
                 rf"P(A\mid B)={a}/{b}",
                 rf"P\left(A\mid B\right)={value}"],
                [frac(a, b + 1), rf"P(A\mid B)={frac(a, b + 1)}", rf"P(A|B)=-{value}",
                 rf"P(A\mid B)", rf"P(B\mid A)={value}"],
                golds=[rf"P(A\mid B)={value}", f"P(A|B)={value}"])


@category()
def statistics(rng: random.Random) -> Item:
    a = pick(rng, 2, 40)
    return Item([str(a), f"E(X)={a}", rf"E[X]={a}", rf"\mathbb{{E}}[X]={a}", rf"\bar{{x}}={a}",
                 rf"\operatorname{{Var}}(X)={a}",
                 rf"D(X)={a}", rf"\sigma^2={a}"],
                [f"E(X)={a + 1}", rf"E[X]=-{a}", rf"\bar{{x}}={a + 2}", r"\bar{x}",
                 rf"\operatorname{{Var}}(X)={a}+X", "E(X)"],
                golds=[str(a)])
