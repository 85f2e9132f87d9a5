"""Quantities: units, currencies, times of day, durations, temperatures, Chinese units."""

import random

from pairs import Item, category, pick


@category()
def lengths(rng: random.Random) -> Item:
    n = pick(rng, 12, 98)
    return Item([rf"{n}\text{{ cm}}", f"{n} cm", rf"{n}\mathrm{{~cm}}", rf"{n}\,\mathrm{{cm}}",
                 rf"{n} (cm)", rf"{n}\ {{\rm cm}}", str(n),
                 rf"{n}\text{{ centimeters}}", rf"{n * 10}\text{{ mm}}", f"{n}cm",
                 rf"{n}\mathrm{{cm}}", rf"{n}\ (\mathrm{{cm}})", rf"{n}\text{{cm}}"],
                [rf"{n}\text{{ m}}", rf"{n + 1}\text{{ cm}}", rf"{n}\text{{ mm}}", f"{n} kg",
                 str(n + 1), rf"{n}\text{{ cm}}^2", rf"-{n}\mathrm{{~cm}}",
                 f"{n + 1} (cm)", rf"{n}\mathrm{{~km}}"],
                golds=[f"{n} (cm)", rf"{n}\text{{ cm}}", rf"{n}\mathrm{{~cm}}", f"{n} cm",
                       rf"{n}{{\rm cm}}"])


@category()
def physical_units(rng: random.Random) -> Item:
    n = pick(rng, 12, 98)
    unit, other = rng.choice([("MPa", "kPa"), ("MHz", "GHz"), ("kJ", "J"), ("N", "kN"), ("kW", "W"),
                              ("mV", "V"), ("Hz", "kHz"), ("mol", "mmol"), ("keV", "eV"),
                              ("mA", "A"), ("kPa", "Pa"), ("eV", "MeV")])
    return Item([rf"{n}\mathrm{{~{unit}}}", rf"{n}\text{{ {unit}}}", f"{n} {unit}",
                 rf"{n}\,\mathrm{{{unit}}}", rf"{n}\ {{\rm {unit}}}", str(n),
                 rf"{n} \ \text{{{unit}}}",
                 f"{n}.0 {unit}"],
                [rf"{n}\mathrm{{~{other}}}", rf"{n + 1}\mathrm{{~{unit}}}",
                 rf"{n}\text{{ {other}}}", f"{n}0 {unit}", f"{n} cm", rf"{n}\mathrm{{~{unit}}}^2",
                 str(n + 1)],
                golds=[rf"{n}\mathrm{{~{unit}}}", rf"{n}\text{{ {unit}}}", f"{n} {unit}"])


@category()
def ohms(rng: random.Random) -> Item:
    n = pick(rng, 12, 98)
    return Item([rf"{n}\Omega", rf"{n}\ \Omega", rf"{n}\,\Omega", str(n), rf"{n}\mathrm{{~\Omega}}",
                 rf"{n}Ω", rf"{n}\text{{ ohms}}"],
                [rf"{n + 1}\Omega", rf"{n}\text{{ V}}", rf"{n}\mathrm{{~k\Omega}}", rf"-{n}\Omega",
                 rf"{n}^2"],
                golds=[rf"{n}\ \Omega", rf"{n}\Omega", rf"{n}\,\Omega"])


@category()
def areas(rng: random.Random) -> Item:
    n = pick(rng, 12, 98)
    return Item([rf"{n}\text{{ cm}}^2", rf"{n}\mathrm{{~cm}}^2", f"{n} cm^2", f"{n} cm²",
                 rf"{n}\text{{ square centimeters}}", f"{n} square cm", str(n),
                 rf"{n}\mathrm{{~cm}}^{{2}}", rf"{n}\mathrm{{~cm^2}}", rf"{n}\ (\mathrm{{cm}}^2)"],
                [rf"{n}\text{{ m}}^2", rf"{n}\text{{ cm}}^3", rf"{n}\text{{ cm}}",
                 rf"{n + 1}\text{{ cm}}^2", rf"{n}^2", rf"{n}\text{{ square meters}}"],
                golds=[rf"{n}\text{{ cm}}^2", rf"{n}\mathrm{{~cm}}^2", rf"{n} \mathrm{{cm}}^{{2}}"])


@category()
def speeds(rng: random.Random) -> Item:
    n = pick(rng, 12, 98)
    return Item([rf"{n}\text{{ km/h}}", rf"{n}\mathrm{{~km/h}}", f"{n} km/h",
                 rf"{n}\text{{ kilometers per hour}}", str(n), rf"{n}\mathrm{{~km}}/\mathrm{{h}}",
                 rf"{n}\text{{ km per hour}}", rf"v={n}\text{{ km/h}}"],
                [rf"{n}\text{{ m/s}}", rf"{n + 1}\text{{ km/h}}", rf"{n}\text{{ km}}",
                 rf"{n}\text{{ miles per hour}}", rf"-{n}\text{{ km/h}}", rf"{n}\text{{ h}}"],
                golds=[rf"{n}\text{{ km/h}}", rf"{n}\mathrm{{~km/h}}"])


@category()
def conversions(rng: random.Random) -> Item:
    n = pick(rng, 2, 9)
    big, small, factor = rng.choice([
        ("m", "cm", 100), ("km", "m", 1000), ("kg", "g", 1000), ("h", "min", 60),
        ("min", "s", 60), ("L", "mL", 1000), ("kJ", "J", 1000), ("MHz", "kHz", 1000),
        ("MPa", "kPa", 1000)])
    return Item([rf"{n}\text{{ {big}}}", rf"{n * factor}\text{{ {small}}}",
                 rf"{n}\mathrm{{~{big}}}", f"{n * factor} {small}"],
                [rf"{n}\text{{ {small}}}", rf"{n * factor}\text{{ {big}}}",
                 rf"{n * factor * 10}\text{{ {small}}}", rf"{n * factor + 1}\text{{ {small}}}"])


@category()
def currencies(rng: random.Random) -> Item:
    n, cents = pick(rng, 12, 98), pick(rng, 11, 98)
    return Item([rf"\${n}.{cents}", f"{n}.{cents}", rf"{n}.{cents}\text{{ dollars}}",
                 f"{n}.{cents} dollars", rf"\$ {n}.{cents}", rf"\text{{\${n}.{cents}}}"],
                [rf"\${n}.{cents + 1}", rf"\${n}", f"{n}{cents}", rf"-\${n}.{cents}",
                 rf"{n}.{cents}\text{{ cents}}", rf"\${cents}.{n}" if n != cents else "0"],
                golds=[rf"\${n}.{cents}", rf"{n}.{cents}\text{{ dollars}}"])


@category()
def times_of_day(rng: random.Random) -> Item:
    hour, minute = pick(rng, 1, 11), pick(rng, 11, 58)
    return Item([rf"{hour}:{minute}\text{{ p.m.}}", f"{hour}:{minute} pm", f"{hour}:{minute} PM",
                 rf"{hour}:{minute}\ \text{{PM}}", rf"{hour}:{minute}\text{{ pm}}",
                 f"{hour}:{minute} P.M.", f"{hour + 12}:{minute}"],
                [f"{hour}:{minute} am", rf"{hour}:{minute + 1}\text{{ p.m.}}",
                 rf"{hour}:{minute}\text{{ a.m.}}", f"{hour + 1}:{minute} pm",
                 f"{minute}:{hour} pm",
                 f"{hour}.{minute}"],
                golds=[rf"{hour}:{minute}\text{{ p.m.}}", f"{hour}:{minute} PM",
                       f"{hour}:{minute} pm"])


@category()
def midnight_and_noon(rng: random.Random) -> Item:
    minute = pick(rng, 11, 58)
    return Item([f"12:{minute} am", f"0:{minute}", rf"12:{minute}\text{{ a.m.}}", f"12:{minute} AM",
                 f"00:{minute}"],
                [f"12:{minute} pm", f"13:{minute}", f"12:{minute + 1} am", f"11:{minute} am",
                 f"1:{minute} pm"], golds=[f"12:{minute} am", f"12:{minute} AM"])


@category()
def durations(rng: random.Random) -> Item:
    h, m = pick(rng, 2, 9), rng.choice([12, 15, 24, 30, 36, 45, 48])
    minutes = 60 * h + m
    return Item([rf"{h}\text{{ hours }}{m}\text{{ minutes}}", f"{h} hours {m} minutes",
                 f"{h} hours and {m} minutes", f"{minutes} minutes", f"{h} h {m} min",
                 rf"{h}\text{{ h }}{m}\text{{ min}}", rf"{h}\frac{{{m}}}{{60}}\text{{ hours}}",
                 rf"{minutes}\text{{ min}}", f"{h} hr {m} min",
                 rf"{h}\text{{ hours and }}{m}\text{{ minutes}}"],
                [f"{h} hours {m + 1} minutes", f"{m} hours {h} minutes", f"{h} hours",
                 f"{minutes} seconds", f"{h + 1} hours {m} minutes", f"{m} minutes",
                 f"{h}.{m} hours", f"{h * m} minutes", f"{h + m} hours"],
                golds=[f"{h} hours {m} minutes", rf"{h}\text{{ hours }}{m}\text{{ minutes}}",
                       f"{minutes} minutes", f"{h} h {m} min"])


@category()
def temperatures(rng: random.Random) -> Item:
    n = pick(rng, 12, 98)
    return Item([rf"{n}^\circ\text{{C}}", rf"{n}^\circ C", rf"{n}^{{\circ}}\mathrm{{C}}", f"{n}°C",
                 str(n), rf"{n}\text{{ degrees Celsius}}", rf"{n}\,^\circ\mathrm{{C}}",
                 rf"{n} ℃"],
                [rf"{n}^\circ\text{{F}}", rf"{n + 1}^\circ\text{{C}}", rf"-{n}^\circ C", f"{n}°F",
                 rf"{n}\text{{ degrees Fahrenheit}}", rf"{n}\text{{ K}}"],
                golds=[rf"{n}^\circ\text{{C}}", rf"{n}^{{\circ}}\mathrm{{C}}", f"{n}°C"])


@category()
def chinese_units(rng: random.Random) -> Item:
    n = pick(rng, 12, 98)
    unit, other, latin = rng.choice([
        ("厘米", "米", "cm"), ("千米", "厘米", "km"), ("千克", "克", "kg"), ("小时", "分钟", "h"),
        ("元", "角", None), ("平方厘米", "平方米", None), ("分钟", "秒", "min"), ("米", "毫米", "m")])
    right = [f"{n}{unit}", rf"{n}\text{{{unit}}}", f"{n} {unit}", str(n), rf"{n}\text{{ {unit}}}",
             f"{n}.0{unit}", f"{n}({unit})", f"{n}（{unit}）"]
    if latin:
        right.append(rf"{n}\text{{ {latin}}}")
    return Item(right, [f"{n}{other}", f"{n + 1}{unit}", f"{n + 1}", rf"{n}\text{{{other}}}",
                        f"-{n}{unit}", f"{n}0{unit}"],
                golds=[f"{n}{unit}", rf"{n}\text{{{unit}}}", f"{n} {unit}", f"{n}({unit})"])


@category()
def chinese_counts(rng: random.Random) -> Item:
    n = pick(rng, 12, 98)
    word, other = rng.choice([
        ("个", "人"), ("人", "天"), ("种", "个"), ("天", "年"), ("岁", "元"), ("次", "本"), ("只", "棵")])
    return Item([f"{n}{word}", rf"{n}\text{{{word}}}", f"{n} {word}", str(n), f"共{n}{word}",
                 f"{n}（{word}）"],
                [f"{n + 1}{word}", str(n + 1), f"-{n}{word}", f"{n}.5{word}", f"{n}{n}{word}",
                 rf"{n}^2\text{{{word}}}"],
                golds=[f"{n}{word}", rf"{n}\text{{{word}}}", str(n)])


@category()
def chinese_magnitudes(rng: random.Random) -> Item:
    n = pick(rng, 11, 98, 20, 30, 40, 50, 60, 70, 80, 90)
    return Item([f"{n / 10:.1f}万", f"{n * 1000}", rf"{n / 10:.1f}\text{{万}}",
                 rf"{n / 10:.1f}\times 10^4", f"{n / 10:.1f}万元"],
                [f"{n / 10:.1f}", f"{n / 10:.1f}亿", f"{n / 10 + 1:.1f}万", f"{n * 100}",
                 f"{n / 10:.1f}千", rf"{n / 10:.1f}\text{{亿}}"],
                golds=[f"{n / 10:.1f}万", str(n * 1000)])


@category()
def english_counts(rng: random.Random) -> Item:
    n = pick(rng, 12, 98)
    word = rng.choice(["apples", "students", "ways", "books", "tickets", "people", "marbles",
                       "coins", "sides", "trees"])
    return Item([rf"{n}\text{{ {word}}}", f"{n} {word}", str(n), f"{n} ({word})",
                 rf"{n}~\text{{{word}}}", rf"{n} \text{{ different {word}}}"],
                [rf"{n + 1}\text{{ {word}}}", str(n - 1), f"{n}0 {word}", f"-{n} {word}",
                 f"{n}.5 {word}", rf"\frac{{1}}{{{n}}}\text{{ {word}}}"],
                golds=[rf"{n}\text{{ {word}}}", f"{n} {word}", str(n)])


@category()
def english_magnitudes(rng: random.Random) -> Item:
    n = pick(rng, 11, 98, 20, 30, 40, 50, 60, 70, 80, 90)
    return Item([f"{n / 10:.1f} million", f"{n * 100000}", rf"{n / 10:.1f}\text{{ million}}",
                 rf"{n / 10:.1f}\times 10^6", f"{n * 100000:,}"],
                [f"{n / 10:.1f}", f"{n / 10:.1f} billion", f"{n / 10:.1f} thousand",
                 f"{n / 10 + 1:.1f} million", f"{n * 10000}"],
                golds=[f"{n / 10:.1f} million", rf"{n / 10:.1f}\text{{ million}}"])


@category()
def powers_in_words(rng: random.Random) -> Item:
    n = pick(rng, 3, 12)
    return Item([str(n), f"{n}.0", rf"\text{{{n}}}"], [f"{n} squared", f"{n} cubed",
                                                       rf"{n}\text{{ squared}}", f"minus {n}",
                                                       f"negative {n}", f"twice {n}",
                                                       f"half of {n}"],
                golds=[str(n)])


@category()
def degrees_and_radians(rng: random.Random) -> Item:
    n = pick(rng, 2, 9)
    return Item([rf"{n}\text{{ radians}}", rf"{n}\text{{ rad}}", f"{n} radians",
                 rf"{n}\mathrm{{~rad}}", str(n)],
                [rf"{n}^\circ", rf"{n}\text{{ degrees}}", rf"{n + 1}\text{{ radians}}", f"{n}°",
                 rf"{n}\pi\text{{ radians}}"],
                golds=[rf"{n}\text{{ radians}}", rf"{n}\text{{ rad}}"])


@category()
def ranges_in_words(rng: random.Random) -> Item:
    a = pick(rng, 2, 9)
    b = a + pick(rng, 1, 9)
    return Item([f"{a} to {b}", rf"{a}\text{{ to }}{b}", rf"{a} \text{{ to }} {b}"],
                [f"{b} to {a}", f"{a} to {b + 1}", f"{a}", f"{b}", f"{a}{b}", f"{a + b}",
                 rf"{b}\text{{ to }}{a}"],
                golds=[f"{a} to {b}", rf"{a}\text{{ to }}{b}"])
