"""Words: numbers and names in English and Chinese, choices, labelled answers, sentences, boxes."""

import random

from pairs import Item, boxed, category, frac, pick

NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve"]
CHINESE = "零一二三四五六七八九十"


@category()
def numbers_in_words(rng: random.Random) -> Item:
    n = pick(rng, 2, 11)
    return Item([NUMBERS[n], NUMBERS[n].capitalize(), rf"\text{{{NUMBERS[n]}}}", str(n)],
                [NUMBERS[n + 1], rf"\text{{{NUMBERS[n - 1]}}}", str(n + 1), f"{NUMBERS[n]}teen",
                 rf"\text{{minus {NUMBERS[n]}}}"])


@category()
def chinese_numbers(rng: random.Random) -> Item:
    n = pick(rng, 2, 9)
    return Item([CHINESE[n], rf"\text{{{CHINESE[n]}}}", str(n), f"{CHINESE[n]}个"],
                [CHINESE[n + 1], rf"\text{{{CHINESE[n - 1]}}}", str(n + 1), f"{CHINESE[n]}十",
                 f"负{CHINESE[n]}"],
                golds=[str(n), CHINESE[n]])


@category()
def truth(rng: random.Random) -> Item:
    yes, no = rng.choice([("Yes", "No"), ("True", "False"), ("No", "Yes"), ("False", "True")])
    return Item([yes, yes.lower(), rf"\text{{{yes}}}", rf"\text{{{yes.lower()}}}", yes.upper(),
                 f"{yes}."], [no, rf"\text{{{no}}}", no.lower(), "1.5", "maybe", f"{no}."])


@category()
def chinese_truth(rng: random.Random) -> Item:
    yes, no = rng.choice([("正确", "错误"), ("是", "否"), ("错误", "正确"), ("能", "不能"),
                          ("对", "错"), ("不是", "是")])
    return Item([yes, rf"\text{{{yes}}}", f"{yes}。"], [no, rf"\text{{{no}}}", f"{no}。", "5",
                                                       f"不{yes}"], golds=[yes, rf"\text{{{yes}}}"])


@category()
def names(rng: random.Random) -> Item:
    right, wrong, other = rng.sample(["Monday", "Tuesday", "Friday", "Alice", "Maria", "ellipse",
                                      "parabola", "triangle", "Smith", "Oregon"], 3)
    return Item([right, rf"\text{{{right}}}", rf"\mathrm{{{right}}}", rf"\textbf{{{right}}}",
                 f"{right}.", rf"\text{{ {right} }}"],
                [wrong, rf"\text{{{other}}}", f"not {right}", rf"\text{{not {right}}}", right[:-1],
                 f"{right} or {wrong}"])


@category()
def choices(rng: random.Random) -> Item:
    right, other = rng.sample("ABCDE", 2)
    return Item([right, rf"\text{{{right}}}", f"({right})", rf"\text{{({right})}}",
                 rf"\textbf{{({right})}}", rf"\mathrm{{{right}}}", f"{right}."],
                [other, rf"\text{{{other}}}", f"({other})", f"{right}{other}",
                 rf"\text{{({other})}}", f"{right} or {other}"], golds=[right,
                                                                        rf"\text{{({right})}}",
                                                                        f"({right})"])


@category()
def several_choices(rng: random.Random) -> Item:
    a, b = sorted(rng.sample("ABCD", 2))
    c = next(letter for letter in "ABCD" if letter not in (a, b))
    return Item([f"{a}{b}", f"{a},{b}", f"{a}, {b}", rf"\text{{{a}, {b}}}", f"{b},{a}",
                 rf"\text{{{a} and {b}}}", rf"\text{{{a}{b}}}"],
                [a, b, f"{a}{c}", f"{a}{b}{c}", f"{a},{c}", rf"\text{{{c}{b}}}"], golds=[f"{a},{b}",
                                                                                         f"{a}{b}"])


@category()
def labelled_answers(rng: random.Random) -> Item:
    a = pick(rng, 12, 98)
    return Item([f"Answer: {a}", f"**Answer:** {a}", f"The answer is {a}.",
                 f"The final answer is ${a}$.", f"So the final answer is $\\boxed{{{a}}}$.",
                 f"#### {a}", f"答案：{a}", f"答案是{a}。", f"<answer>{a}</answer>",
                 f"Final Answer: ${a}$", f"The final answer is **{a}**."],
                [f"Answer: {a + 1}", f"The answer is {a + 1}, not {a}.",
                 f"The final answer is $-{a}$.", f"#### {a}0", f"答案：{a + 1}",
                 f"<answer>{a}.5</answer>",
                 f"We find {a}. The answer is {a + 3}.", f"答案是{a + 2}。"], golds=[str(a)],
                 whole=True)


@category()
def sentences(rng: random.Random) -> Item:
    a = pick(rng, 12, 98)
    word = rng.choice(["apples", "students", "coins", "books"])
    return Item([f"The answer is {a} {word}.", f"Therefore there are ${a}$ {word}.",
                 f"Answer: there are {a} {word}.", f"The answer is $x={a}$.",
                 f"Thus, the final answer is {a} {word} in total.", f"所以一共有{a}个。"],
                [f"The answer is not {a}.", f"The answer is either {a} or {a + 1}.",
                 f"The answer is {a - 1} {word}, less than {a}.", f"The answer isn't {a}.",
                 f"The answer is {a} or {a + 2}.", f"The answer is at least {a}.",
                 f"The answer is less than {a}.", f"The answer can't be {a}.",
                 f"The answer is probably not {a}."],
                golds=[str(a)], whole=True)


@category()
def boxed_sentences(rng: random.Random) -> Item:
    a = pick(rng, 12, 98)
    return Item([rf"\text{{The answer is }} {a}", rf"\text{{Answer: }}{a}",
                 rf"{a}\text{{ in total}}", rf"\text{{There are }}{a}", f"x = {a}",
                 rf"\textbf{{{a}}}", rf"\mathbf{{{a}}}",
                 rf"\text{{{a}}}", rf"\displaystyle {a}"],
                [rf"{a} \text{{ wrong}}", rf"\text{{not }}{a}", rf"{a}\text{{ or }}{a + 1}",
                 rf"\text{{either }}{a}\text{{ or }}{a + 1}", rf"\text{{less than }}{a}",
                 rf"{a}, {a + 1}",
                 rf"\text{{at least }}{a}", rf"\text{{The answer is not }}{a}",
                 rf"\text{{more than }}{a}", rf"{a}\text{{ is wrong}}"],
                golds=[str(a)])


@category()
def boxes(rng: random.Random) -> Item:
    a, b = sorted(rng.sample(range(12, 99), 2))
    return Item([rf"The roots are $\boxed{{{a}}}$ and $\boxed{{{b}}}$.",
                 rf"So $x=\boxed{{{a}}}$ or $x=\boxed{{{b}}}$.", rf"$\boxed{{{a}}}, \boxed{{{b}}}$",
                 boxed(f"{a},{b}"),
                 rf"$\boxed{{{a}}}$, $\boxed{{{b}}}$",
                 rf"\boxed{{{a}}} \text{{ and }} \boxed{{{b}}}",
                 rf"First I guess $\boxed{{{a}}}$. That was wrong, and after a long check of every case "
                 rf"by hand I find that in fact both of the values fit: $\boxed{{{a}, {b}}}$"],
                [rf"The roots are $\boxed{{{a}}}$ and $\boxed{{{b + 1}}}$.", boxed(str(a)),
                 boxed(f"{a},{b},{b + 1}"), rf"So $x=\boxed{{{b}}}$.",
                 rf"$\boxed{{{a}}}, \boxed{{{b}}}, \boxed{{{b + 2}}}$",
                 f"The roots are {a} and {b + 1}."],
                golds=[f"{a},{b}", rf"{a}, {b}"], whole=True)


@category()
def joined_boxes(rng: random.Random) -> Item:
    a, b = rng.sample(range(12, 99), 2)
    return Item([rf"The minimum is $\boxed{{{a}}}$ and the maximum is $\boxed{{{b}}}$.",
                 rf"Part (1): $\boxed{{{a}}}$; part (2): $\boxed{{{b}}}$.",
                 rf"(1) $\boxed{{{a}}}$ (2) $\boxed{{{b}}}$",
                 boxed(rf"{a}\text{{ and }}{b}"),
                 rf"The length is $\boxed{{{a}}}$, and the width is $\boxed{{{b}}}$."],
                [rf"The minimum is $\boxed{{{a}}}$ and the maximum is $\boxed{{{b + 1}}}$.",
                 boxed(f"{a}"), boxed(f"{b}"), rf"(1) $\boxed{{{a}}}$ (2) $\boxed{{{b + 1}}}$",
                 rf"(1) $\boxed{{{a}}}$ (2) $\boxed{{{b}}}$ (3) $\boxed{{{b + 3}}}$",
                 rf"We get $\boxed{{{a}}}$ and the final answer is $\boxed{{{b}}}$.",
                 rf"First $\boxed{{{a}}}$, but the right value is $\boxed{{{b}}}$."],
                golds=[f"{a}, {b}"], whole=True)


@category()
def last_words(rng: random.Random) -> Item:
    a, b = rng.sample(range(12, 99), 2)
    derived = f"Thus the value is $x = {a}+{b - a} = {b}$." if b > a else rf"It is \boxed {{{b}}}"
    again = "Looking again more carefully at all of the cases with repeated letters and the others"
    return Item([rf"We get $\boxed{{{a}}}$, but this counts twice. The final answer is $\boxed{{{b}}}$.",
                 rf"<think>maybe \boxed{{{a}}}</think> It is \boxed{{{b}}}.", rf"\fbox{{{b}}}",
                 rf"The final answer is ${b}$. I hope it is correct.",
                 rf"$$\boxed{{\text{{{b}}}}}$$", derived],
                [rf"<think>\boxed{{{b}}}</think> It is \boxed{{{a}}}.",
                 rf"We get $\boxed{{{b}}}$. {again}, I find $\boxed{{{a}}}$.",
                 rf"The final answer is ${a}$, as {b} is too large.", rf"<think>\boxed{{{b}}}", ""],
                golds=[str(b)], whole=True)


@category()
def hostile_answers(rng: random.Random) -> Item:
    a = pick(rng, 12, 98)
    return Item([str(a)], [rf"{a} \text{{ or anything}}", rf"{a}=x=y={a + 1}",
                           rf"\text{{any number}}", "x", r"\int f(x)dx",
                           rf"2^{{2^{{2^{{2^{{{a}}}}}}}}}", rf"{a}, {a + 1}, {a + 2}", rf"{a}+0x+y",
                                rf"\text{{correct}}", rf"{a}\ne {a}", r"\boxed{}", rf"{a}?{a + 1}",
                                rf"\{{{a},{a + 1}\}}", "gold", rf"{a}\pm 1", rf"[{a - 1},{a + 1}]",
                                rf"\approx", "?" * a],
                golds=[str(a)])


@category()
def sums_of_money_in_words(rng: random.Random) -> Item:
    a = pick(rng, 12, 98)
    return Item([f"The total cost is ${a}.", rf"Answer: \${a}", f"The answer is ${a} dollars.",
                 f"The final answer is ${a}"],
                [f"The total cost is ${a + 1}.", rf"Answer: \${a}.50",
                 f"The final answer is ${a}0"], golds=[str(a), rf"\${a}"], whole=True)


@category()
def fractions_in_sentences(rng: random.Random) -> Item:
    a, b = rng.choice([(3, 4), (5, 7), (2, 9), (11, 6)])
    return Item([rf"So the probability is ${frac(a, b)}$.", f"The answer is {a}/{b}.",
                 rf"Hence $P = \boxed{{{frac(a, b)}}}$.", rf"\(\boxed{{\dfrac{{{a}}}{{{b}}}}}\)",
                 rf"\[\boxed{{{a}/{b}}}\]"],
                [rf"So the probability is ${frac(b, a)}$.", f"The answer is {a}/{b + 1}.",
                 rf"Hence $P = \boxed{{{frac(a + b, b)}}}$.",
                 rf"So the probability is $1-{frac(a, b)}$."],
                golds=[frac(a, b)], whole=True)
