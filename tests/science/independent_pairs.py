#!/usr/bin/env python3
"""Makes pairs.jsonl: pairs of a gold and a response whose label a science teacher is certain of.

    pip install pint && python3 tests/science/independent_pairs.py [SEED OUT]

Written without a look at the verifier: unit arithmetic is that of the PyPI package pint, so that a slip in
src/science is not repeated here. What is committed is the result; tests need no pint. Numbers and units are drawn
here; the *_pairs.py beside this have what was composed by hand. Rows whose label depends on taste are left out: a
deviation between 0.5 % and 8 %, two significant digits for four, a missing unit. Another SEED and OUT give pairs that
nobody has tuned a rule to.
"""

import json
import pathlib
import random
import sys

import pint

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import long_pairs  # noqa: E402
import markup_pairs  # noqa: E402
import short_pairs  # noqa: E402
import written_pairs  # noqa: E402

SEED = 20261127
OUT = pathlib.Path(__file__).resolve().parent / "pairs.jsonl"
UREG = pint.UnitRegistry(autoconvert_offset_to_baseunit=True)

# symbol: (pint's name, LaTeX in \mathrm, siunitx macro or none, words in the plural, other plain spellings)
SYMBOLS = {
    "m": ("meter", "m", r"\metre", "meters", ["metres"]),
    "km": ("kilometer", "km", r"\kilo\metre", "kilometers", ["kilometres"]),
    "cm": ("centimeter", "cm", r"\centi\metre", "centimeters", []),
    "mm": ("millimeter", "mm", r"\milli\metre", "millimeters", []),
    "µm": ("micrometer", r"\mu m", r"\micro\metre", "micrometers", ["μm", "um", "microns"]),
    "nm": ("nanometer", "nm", r"\nano\metre", "nanometers", []),
    "pm": ("picometer", "pm", r"\pico\metre", "picometers", []),
    "Å": ("angstrom", r"\AA", r"\angstrom", "angstroms", ["Å"]),
    "ft": ("foot", "ft", None, "feet", []),
    "in": ("inch", "in", None, "inches", []),
    "mi": ("mile", "mi", None, "miles", []),
    "ly": ("light_year", "ly", None, "light-years", ["light years"]),
    "kg": ("kilogram", "kg", r"\kilo\gram", "kilograms", []),
    "g": ("gram", "g", r"\gram", "grams", []),
    "mg": ("milligram", "mg", r"\milli\gram", "milligrams", []),
    "µg": ("microgram", r"\mu g", r"\micro\gram", "micrograms", ["μg", "ug"]),
    "lb": ("pound", "lb", None, "pounds", ["lbs"]),
    "s": ("second", "s", r"\second", "seconds", ["sec"]),
    "ms": ("millisecond", "ms", r"\milli\second", "milliseconds", []),
    "µs": ("microsecond", r"\mu s", r"\micro\second", "microseconds", ["μs", "us"]),
    "ns": ("nanosecond", "ns", r"\nano\second", "nanoseconds", []),
    "min": ("minute", "min", r"\minute", "minutes", []),
    "h": ("hour", "h", r"\hour", "hours", ["hr", "hrs"]),
    "J": ("joule", "J", r"\joule", "joules", ["Joules"]),
    "kJ": ("kilojoule", "kJ", r"\kilo\joule", "kilojoules", []),
    "MJ": ("megajoule", "MJ", r"\mega\joule", "megajoules", []),
    "eV": ("electron_volt", "eV", r"\electronvolt", "electron volts", ["electronvolts"]),
    "keV": ("kiloelectron_volt", "keV", r"\kilo\electronvolt", None, []),
    "MeV": ("megaelectron_volt", "MeV", r"\mega\electronvolt", None, []),
    "cal": ("calorie", "cal", None, "calories", []),
    "kcal": ("kilocalorie", "kcal", None, "kilocalories", []),
    "kWh": ("kilowatt_hour", "kWh", None, "kilowatt-hours", []),
    "Pa": ("pascal", "Pa", r"\pascal", "pascals", []),
    "kPa": ("kilopascal", "kPa", r"\kilo\pascal", "kilopascals", []),
    "MPa": ("megapascal", "MPa", r"\mega\pascal", "megapascals", []),
    "atm": ("atm", "atm", None, "atmospheres", []),
    "bar": ("bar", "bar", r"\bar", None, []),
    "mmHg": ("mmHg", "mmHg", None, None, ["mm Hg"]),
    "torr": ("torr", "torr", None, None, ["Torr"]),
    "psi": ("psi", "psi", None, None, []),
    "L": ("liter", "L", r"\litre", "liters", ["l", "litres"]),
    "mL": ("milliliter", "mL", r"\milli\litre", "milliliters", ["ml"]),
    "N": ("newton", "N", r"\newton", "newtons", ["Newtons"]),
    "kN": ("kilonewton", "kN", r"\kilo\newton", "kilonewtons", []),
    "mN": ("millinewton", "mN", r"\milli\newton", "millinewtons", []),
    "lbf": ("pound_force", "lbf", None, None, []),
    "W": ("watt", "W", r"\watt", "watts", ["Watts"]),
    "kW": ("kilowatt", "kW", r"\kilo\watt", "kilowatts", []),
    "MW": ("megawatt", "MW", r"\mega\watt", "megawatts", []),
    "mW": ("milliwatt", "mW", r"\milli\watt", "milliwatts", []),
    "C": ("coulomb", "C", r"\coulomb", "coulombs", []),
    "mC": ("millicoulomb", "mC", r"\milli\coulomb", None, []),
    "µC": ("microcoulomb", r"\mu C", r"\micro\coulomb", "microcoulombs", ["μC", "uC"]),
    "nC": ("nanocoulomb", "nC", r"\nano\coulomb", "nanocoulombs", []),
    "A": ("ampere", "A", r"\ampere", "amperes", ["amps"]),
    "mA": ("milliampere", "mA", r"\milli\ampere", "milliamperes", []),
    "V": ("volt", "V", r"\volt", "volts", ["Volts"]),
    "mV": ("millivolt", "mV", r"\milli\volt", "millivolts", []),
    "kV": ("kilovolt", "kV", r"\kilo\volt", "kilovolts", []),
    "Ω": ("ohm", r"\Omega", r"\ohm", "ohms", ["Ω", "ohm"]),
    "kΩ": ("kiloohm", r"k\Omega", r"\kilo\ohm", "kilohms", ["kΩ", "kohm"]),
    "F": ("farad", "F", r"\farad", "farads", []),
    "µF": ("microfarad", r"\mu F", r"\micro\farad", "microfarads", ["μF", "uF"]),
    "nF": ("nanofarad", "nF", r"\nano\farad", "nanofarads", []),
    "pF": ("picofarad", "pF", r"\pico\farad", "picofarads", []),
    "T": ("tesla", "T", r"\tesla", "teslas", ["Tesla"]),
    "mT": ("millitesla", "mT", r"\milli\tesla", "milliteslas", []),
    "H": ("henry", "H", r"\henry", "henries", []),
    "mH": ("millihenry", "mH", r"\milli\henry", "millihenries", []),
    "Hz": ("hertz", "Hz", r"\hertz", "hertz", []),
    "kHz": ("kilohertz", "kHz", r"\kilo\hertz", "kilohertz", []),
    "MHz": ("megahertz", "MHz", r"\mega\hertz", "megahertz", []),
    "GHz": ("gigahertz", "GHz", r"\giga\hertz", "gigahertz", []),
    "THz": ("terahertz", "THz", r"\tera\hertz", "terahertz", []),
    "mol": ("mole", "mol", r"\mole", "moles", []),
    "mmol": ("millimole", "mmol", r"\milli\mole", "millimoles", []),
    "M": ("molar", "M", None, None, []),
    "mM": ("millimolar", "mM", None, None, []),
    "K": ("kelvin", "K", r"\kelvin", "kelvin", []),
    "Bq": ("becquerel", "Bq", r"\becquerel", None, []),
    "kBq": ("kilobecquerel", "kBq", r"\kilo\becquerel", None, []),
    "rad": ("radian", "rad", r"\radian", "radians", []),
    "deg": ("degree", r"^{\circ}", r"\degree", "degrees", []),
    "mph": ("mile_per_hour", "mph", None, "miles per hour", []),
}

# name: units of one dimension, each a list of (symbol, power), and the decades of values in the first of them.
FAMILIES = {
    "length": ([[("m", 1)], [("km", 1)], [("cm", 1)], [("mm", 1)], [("ft", 1)], [("in", 1)], [("mi", 1)]], (-1, 3)),
    "small length": ([[("nm", 1)], [("m", 1)], [("µm", 1)], [("pm", 1)], [("Å", 1)]], (-1, 3)),
    "distance to a star": ([[("ly", 1)], [("m", 1)], [("km", 1)]], (0, 3)),
    "mass": ([[("kg", 1)], [("g", 1)], [("mg", 1)], [("lb", 1)]], (-2, 2)),
    "small mass": ([[("mg", 1)], [("g", 1)], [("µg", 1)], [("kg", 1)]], (-1, 2)),
    "time": ([[("s", 1)], [("min", 1)], [("h", 1)], [("ms", 1)]], (0, 4)),
    "short time": ([[("µs", 1)], [("s", 1)], [("ms", 1)], [("ns", 1)]], (-1, 2)),
    "energy": ([[("kJ", 1)], [("J", 1)], [("MJ", 1)], [("cal", 1)], [("kcal", 1)], [("kWh", 1)]], (0, 4)),
    "photon energy": ([[("eV", 1)], [("J", 1)], [("keV", 1)]], (0, 3)),
    "nuclear energy": ([[("MeV", 1)], [("J", 1)], [("keV", 1)], [("eV", 1)]], (-1, 2)),
    "pressure": ([[("kPa", 1)], [("Pa", 1)], [("atm", 1)], [("bar", 1)], [("mmHg", 1)], [("torr", 1)], [("psi", 1)],
                  [("MPa", 1)]], (1, 3)),
    "volume": ([[("L", 1)], [("mL", 1)], [("m", 3)], [("cm", 3)]], (-2, 2)),
    "speed": ([[("m", 1), ("s", -1)], [("km", 1), ("h", -1)], [("cm", 1), ("s", -1)], [("km", 1), ("s", -1)],
               [("mph", 1)], [("ft", 1), ("s", -1)]], (0, 3)),
    "acceleration": ([[("m", 1), ("s", -2)], [("cm", 1), ("s", -2)], [("ft", 1), ("s", -2)]], (-1, 2)),
    "force": ([[("N", 1)], [("kN", 1)], [("mN", 1)], [("lbf", 1)], [("kg", 1), ("m", 1), ("s", -2)]], (-1, 3)),
    "power": ([[("W", 1)], [("kW", 1)], [("MW", 1)], [("mW", 1)], [("J", 1), ("s", -1)]], (0, 4)),
    "charge": ([[("µC", 1)], [("C", 1)], [("nC", 1)], [("mC", 1)]], (-1, 2)),
    "current": ([[("A", 1)], [("mA", 1)]], (-2, 1)),
    "voltage": ([[("V", 1)], [("mV", 1)], [("kV", 1)]], (-1, 3)),
    "resistance": ([[("Ω", 1)], [("kΩ", 1)]], (0, 4)),
    "capacitance": ([[("µF", 1)], [("nF", 1)], [("pF", 1)], [("F", 1)]], (-1, 2)),
    "magnetic field": ([[("T", 1)], [("mT", 1)]], (-3, 1)),
    "inductance": ([[("mH", 1)], [("H", 1)]], (-1, 2)),
    "frequency": ([[("Hz", 1)], [("kHz", 1)], [("MHz", 1)], [("s", -1)]], (0, 5)),
    "light frequency": ([[("THz", 1)], [("Hz", 1)], [("GHz", 1)], [("s", -1)]], (1, 3)),
    "amount": ([[("mol", 1)], [("mmol", 1)]], (-3, 1)),
    "concentration": ([[("M", 1)], [("mol", 1), ("L", -1)], [("mM", 1)], [("mol", 1), ("m", -3)],
                       [("mmol", 1), ("L", -1)]], (-3, 1)),
    "molar mass": ([[("g", 1), ("mol", -1)], [("kg", 1), ("mol", -1)]], (1, 3)),
    "molar energy": ([[("kJ", 1), ("mol", -1)], [("J", 1), ("mol", -1)], [("kcal", 1), ("mol", -1)]], (0, 3)),
    "molar entropy": ([[("J", 1), ("mol", -1), ("K", -1)], [("kJ", 1), ("mol", -1), ("K", -1)],
                       [("cal", 1), ("mol", -1), ("K", -1)]], (0, 3)),
    "specific heat": ([[("J", 1), ("kg", -1), ("K", -1)], [("J", 1), ("g", -1), ("K", -1)],
                       [("kJ", 1), ("kg", -1), ("K", -1)]], (2, 4)),
    "density": ([[("kg", 1), ("m", -3)], [("g", 1), ("cm", -3)], [("g", 1), ("mL", -1)], [("kg", 1), ("L", -1)]],
                (2, 4)),
    "momentum": ([[("kg", 1), ("m", 1), ("s", -1)], [("N", 1), ("s", 1)]], (-1, 3)),
    "electric field": ([[("V", 1), ("m", -1)], [("N", 1), ("C", -1)], [("kV", 1), ("m", -1)], [("V", 1), ("cm", -1)]],
                       (1, 5)),
    "area": ([[("m", 2)], [("cm", 2)], [("mm", 2)], [("ft", 2)]], (-3, 2)),
    "wave number": ([[("cm", -1)], [("m", -1)]], (2, 4)),
    "heat conductivity": ([[("W", 1), ("m", -1), ("K", -1)], [("W", 1), ("cm", -1), ("K", -1)]], (-1, 2)),
    "surface tension": ([[("N", 1), ("m", -1)], [("mN", 1), ("m", -1)]], (-3, 0)),
    "activity": ([[("Bq", 1)], [("kBq", 1)], [("s", -1)]], (1, 5)),
    "angle": ([[("deg", 1)], [("rad", 1)]], (0, 2)),
    "angular speed": ([[("rad", 1), ("s", -1)], [("rad", 1), ("min", -1)]], (0, 3)),
    "rate constant": ([[("M", -1), ("s", -1)], [("L", 1), ("mol", -1), ("s", -1)],
                       [("L", 1), ("mol", -1), ("min", -1)]], (-3, 1)),
    "spring constant": ([[("N", 1), ("m", -1)], [("N", 1), ("cm", -1)], [("kN", 1), ("m", -1)]], (0, 4)),
}

# A unit of another dimension that pupils mix up with the family's.
MIXED_UP = {
    "length": "m^2", "small length": "nm^2", "distance to a star": "s", "mass": "N", "small mass": "mL", "time": "m",
    "short time": "Hz", "energy": "kW", "photon energy": "V", "nuclear energy": "kg", "pressure": "N", "volume": "m^2",
    "speed": "m/s^2", "acceleration": "m/s", "force": "J", "power": "J", "charge": "A", "current": "C", "voltage": "A",
    "resistance": "V", "capacitance": "C", "magnetic field": "V", "inductance": "F", "frequency": "s",
    "light frequency": "nm", "amount": "g", "concentration": "mol", "molar mass": "mol", "molar energy": "J/K",
    "molar entropy": "kJ/mol", "specific heat": "J/mol", "density": "kg/m^2", "momentum": "J", "electric field": "V",
    "area": "m^3", "wave number": "cm", "heat conductivity": "W/m^2", "surface tension": "N", "activity": "Gy",
    "angle": "m", "angular speed": "m/s", "rate constant": "K", "spring constant": "N",
}

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def quantity_of(unit):
    result = UREG.Quantity(1)
    for symbol, power in unit:
        result = result * UREG(SYMBOLS[symbol][0]) ** power
    return result


def factor(unit, other):
    """What a value in `unit` is multiplied by to be one in `other`."""
    return quantity_of(unit).to(quantity_of(other).units).magnitude


# --- spellings of units -------------------------------------------------------------------------------------------

def plain_spellings(unit):
    up = [(s, p) for s, p in unit if p > 0]
    down = [(s, -p) for s, p in unit if p < 0]

    def one(symbol, power, unicode):
        if power == 1:
            return symbol
        return symbol + (str(power).translate(SUPERSCRIPTS) if unicode else f"^{power}")

    found = []
    for unicode in (False, True):
        for joint in ("·", " "):
            found.append(joint.join(one(s, p, unicode) for s, p in unit))
        if up and down:
            top = "·".join(one(s, p, unicode) for s, p in up)
            if len(down) == 1:
                found.append(f"{top}/{one(*down[0], unicode)}")
            else:
                found += [f"{top}/({'·'.join(one(s, p, unicode) for s, p in down)})",
                          f"{top}/({' '.join(one(s, p, unicode) for s, p in down)})",
                          f"{top}/({'*'.join(one(s, p, unicode) for s, p in down)})"]
    if len(unit) == 1 and unit[0][1] == 1:
        symbol = unit[0][0]
        found += SYMBOLS[symbol][4]
        if SYMBOLS[symbol][3]:
            found.append(SYMBOLS[symbol][3])
        if symbol == "deg":
            found = ["°", "degrees"]
    elif len(unit) == 2 and unit[0][1] == 1 and unit[1][1] == -1 and SYMBOLS[unit[0][0]][3] and SYMBOLS[unit[1][0]][3]:
        found.append(f"{SYMBOLS[unit[0][0]][3]} per {SYMBOLS[unit[1][0]][3].removesuffix('s')}")
    return [each for each in dict.fromkeys(found) if "deg" not in each or each == "degrees"]


def latex_spellings(unit):
    if unit == [("deg", 1)]:
        return [r"^{\circ}", r"^\circ"]

    def one(symbol, power):
        return SYMBOLS[symbol][1] + (f"^{{{power}}}" if power != 1 else "")

    found = [r"\ \mathrm{" + r"\,".join(one(s, p) for s, p in unit) + "}",
             r"\,\mathrm{" + r"\cdot ".join(one(s, p) for s, p in unit) + "}"]
    if "Å" not in [s for s, _ in unit]:
        name, _, power = plain_spellings(unit)[0].partition("^")
        if not power:
            found.append(r"\ \text{" + name.replace("µ", "μ") + "}")
        elif power.lstrip("-").isdigit():
            found.append(r"\ \text{" + name + "}^{" + power + "}")
    up = [(s, p) for s, p in unit if p > 0]
    down = [(s, -p) for s, p in unit if p < 0]
    if up and down:
        top, bottom = r"\cdot ".join(one(s, p) for s, p in up), r"\cdot ".join(one(s, p) for s, p in down)
        found.append(r"\ \mathrm{" + top + "/" + (bottom if len(down) == 1 else f"({bottom})") + "}")
        found.append(r"\ \frac{\mathrm{" + top + r"}}{\mathrm{" + bottom + "}}")
    return list(dict.fromkeys(found))


def siunitx_of(unit):
    parts = []
    for symbol, power in unit:
        macro = SYMBOLS[symbol][2]
        if macro is None:
            return None
        size = abs(power)
        parts.append((r"\per" if power < 0 else "") + macro + {1: "", 2: r"\squared", 3: r"\cubed"}[size])
    return "".join(parts)


# --- numbers ------------------------------------------------------------------------------------------------------

def scientific(value, digits):
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    return mantissa, int(exponent)


def decimal(value, digits):
    """With `digits` significant digits, or none where that would need zeros of no meaning or many in front."""
    mantissa, exponent = scientific(value, digits)
    if not -4 <= exponent < digits:
        return None
    return f"{float(f'{mantissa}e{exponent}'):.{digits - 1 - exponent}f}"


def plain_number(rng, value, digits):
    text = decimal(value, digits)
    if text is not None and (abs(value) >= 1e-2 or rng.random() < 0.5):
        return text
    mantissa, exponent = scientific(value, digits)
    return rng.choice([f"{mantissa} × 10^{exponent}", f"{mantissa}e{exponent}", f"{mantissa}E{exponent:+03d}",
                       f"{mantissa} × 10{str(exponent).translate(SUPERSCRIPTS)}",
                       f"{mantissa}·10^{exponent}", f"{mantissa} x 10^{exponent}", f"{mantissa}*10^{exponent}",
                       f"{mantissa} × 10^{{{exponent}}}"])


def latex_number(rng, value, digits):
    text = decimal(value, digits)
    if text is not None and (abs(value) >= 1e-2 or rng.random() < 0.5):
        return text
    mantissa, exponent = scientific(value, digits)
    return rng.choice([rf"{mantissa} \times 10^{{{exponent}}}", rf"{mantissa}\cdot 10^{{{exponent}}}",
                       rf"{mantissa}\times10^{{{exponent}}}"])


def gold_of(rng, value, digits, unit):
    if rng.random() < 0.5:
        return f"{plain_number(rng, value, digits)} {plain_spellings(unit)[0]}".replace(" °", "°")
    return f"${latex_number(rng, value, digits)}{rng.choice(latex_spellings(unit))}$"


# --- responses ----------------------------------------------------------------------------------------------------

def steps(rng, family):
    """Working with numbers that are not the answer."""
    a, b = round(rng.uniform(1.5, 9.5), 2), round(rng.uniform(11, 95), 1)
    return rng.choice([
        f"We need the {family}. Two values are given: {a} and {b}.\n\nStep 1: their product is {a * b:.3f}.\n"
        f"Step 2: insert it into the formula and convert the units.\n\n",
        f"### Solution\n\n1. **Given**: the first reading is {a}, the second is {b}.\n2. **Ratio**: {b}/{a} = "
        f"{b / a:.4f}.\n3. Use the ratio to get the {family}.\n\n",
        f"Let me work this out. The ratio of the readings is $r = {b}/{a} = {b / a:.3f}$, and the scale factor is "
        f"$k = {a}$. With these,\n\n",
        f"First, $\\alpha = {a}$ and $\\beta = {b}$, so $\\alpha\\beta = {a * b:.2f}$.\n\nPutting this into the "
        f"expression for the {family}:\n\n",
        f"<think>\nOkay, so the {family} is asked. Try {b * 1.37:.2f}? No, that forgets the factor {a}. Let me redo "
        f"it: {b} divided by {a} gives {b / a:.3f}. Good.\n</think>\n\n",
        "",
    ])


def respond(rng, value, digits, unit, family):
    plain, tex = plain_number(rng, value, digits), latex_number(rng, value, digits)
    unit_plain, unit_tex = rng.choice(plain_spellings(unit)), rng.choice(latex_spellings(unit))
    space = "" if unit_plain == "°" else " "
    said = f"{plain}{space}{unit_plain}"
    end = "" if unit_plain == "in" else "."  # "5 in." is a spelling, too, but no concern here
    macros = siunitx_of(unit)
    styles = [
        rf"$$\boxed{{{tex}{unit_tex}}}$$",
        rf"\[\boxed{{{tex}{unit_tex}}}\]",
        rf"So the {family} is $\boxed{{{tex}{unit_tex}}}$.",
        rf"The {family} is \(\boxed{{{tex}}}\) {unit_plain}{end}",
        rf"Hence $\boxed{{{tex}}}{unit_tex}$.",
        f"**Final answer:** {said}",
        f"**Answer: {said}**",
        f"Therefore, the {family} is approximately **{said}**.",
        f"The final answer is {said}{end}",
        rf"Thus the answer is ${tex}{unit_tex}$.",
        rf"Therefore the {family} is about ${tex}{unit_tex}$.",
        f"<answer>{said}</answer>",
        f"### Final Answer\n\n{said}",
        rf"$$x = \frac{{a}}{{b}} \approx {tex}{unit_tex}$$",
        rf"$x \approx \boxed{{{tex}{unit_tex}}}$",
        f"The {family} is {said}{end}",
    ]
    if macros and unit != [("deg", 1)]:
        mantissa, exponent = scientific(value, digits)
        number = decimal(value, digits) or f"{mantissa}e{exponent}"
        styles += [rf"Therefore $\boxed{{\SI{{{number}}}{{{macros}}}}}$.",
                   rf"\[ \boxed{{\qty{{{number}}}{{{macros}}}}} \]"]
    return steps(rng, family) + rng.choice(styles)


def draw(rng, digits=3):
    family = rng.choice(list(FAMILIES))
    units, (low, high) = FAMILIES[family]
    exponent = rng.uniform(low, high)
    gold_unit = rng.choice(units[:4])
    value = 10 ** exponent * factor(units[0], gold_unit)
    mantissa, power = scientific(value, digits)
    if mantissa.endswith("0"):  # a zero at the end of an integer has a meaning that only its author knows
        mantissa = mantissa[:-1] + "7"
    return family, units, gold_unit, float(f"{mantissa}e{power}")


def name_of(unit):
    return plain_spellings(unit)[0]


# --- the categories -----------------------------------------------------------------------------------------------

def unit_converted(rng):
    family, units, gold_unit, value = draw(rng)
    others = [each for each in units if each != gold_unit]
    unit = rng.choice(others)
    converted = value * factor(gold_unit, unit)
    return (gold_of(rng, value, 3, gold_unit), respond(rng, converted, rng.choice([3, 4, 4, 5]), unit, family),
            "correct", f"{value:g} {name_of(gold_unit)} is {converted:.6g} {name_of(unit)}")


def same_unit_other_spelling(rng):
    family, _, unit, value = draw(rng)
    return (gold_of(rng, value, 3, unit), respond(rng, value, rng.choice([3, 3, 4]), unit, family), "correct",
            "the same number and unit, written otherwise")


def significant_figures(rng):
    if rng.random() < 0.5:
        family, _, unit, value = draw(rng, 5)
        return (gold_of(rng, value, 5, unit), respond(rng, value, rng.choice([3, 4]), unit, family), "correct",
                "rounded to three or four digits")
    if rng.random() < 0.4:
        family, _, unit, value = draw(rng, 3)
        finer = value * (1 + rng.uniform(-0.0004, 0.0004))
        if scientific(finer, 3) != scientific(value, 3):
            finer = value
        return (gold_of(rng, value, 3, unit), respond(rng, finer, 6, unit, family), "correct",
                "more digits than the gold has, which round to it")
    while True:
        family, _, unit, value = draw(rng, 4)
        coarse = float(f"{value:.0e}")
        if abs(coarse / value - 1) > 0.1:
            return (gold_of(rng, value, 4, unit), respond(rng, coarse, 1, unit, family), "incorrect",
                    "one digit for four, more than 10 % off")


def wrong_scale(rng):
    family, units, gold_unit, value = draw(rng)
    unit = rng.choice(units)
    power = rng.choice([-6, -3, -3, -2, -1, 1, 2, 3, 3, 6])
    converted = value * factor(gold_unit, unit) * 10.0 ** power
    return (gold_of(rng, value, 3, gold_unit), respond(rng, converted, 3, unit, family), "incorrect",
            f"10^{power} times the gold")


def wrong_unit(rng):
    if rng.random() < 0.6:
        family, units, gold_unit, value = draw(rng)
        number, bad = plain_number(rng, value, 3), MIXED_UP[family]
        tex = latex_number(rng, value, 3)
        ending = rng.choice([f"The final answer is {number} {bad}", rf"$\boxed{{{tex}\ \text{{{bad}}}}}$",
                             f"**Answer: {number} {bad}**", rf"\boxed{{{tex}\ \mathrm{{{bad}}}}}",
                             f"So the {family} is {number} {bad}"])
        return (gold_of(rng, value, 3, gold_unit), steps(rng, family) + ending, "incorrect",
                f"{bad} is no unit of this: {family}")
    while True:
        family, units, gold_unit, value = draw(rng)
        unit = rng.choice(units)
        scale = factor(gold_unit, unit)
        if abs(scale - 1) > 0.15:
            return (gold_of(rng, value, 3, gold_unit), respond(rng, value, 3, unit, family), "incorrect",
                    f"the number of {name_of(gold_unit)} with the unit {name_of(unit)}")


def wrong_value(rng):
    family, units, gold_unit, value = draw(rng)
    unit = rng.choice(units)
    off = rng.choice([0.5, 2, 1.5, 3.14159265, 0.7071, 1.2, 0.85, 1.1, 4, 0.9])
    return (gold_of(rng, value, 3, gold_unit), respond(rng, value * factor(gold_unit, unit) * off, 3, unit, family),
            "incorrect", f"{off:g} times the gold")


SIGNED = ["molar energy", "charge", "voltage", "acceleration", "energy", "electric field", "molar entropy", "momentum"]


def wrong_sign(rng):
    while True:
        family, units, gold_unit, value = draw(rng)
        if family in SIGNED:
            break
    sign = rng.choice([1, -1, -1])
    unit = rng.choice(units)
    return (gold_of(rng, sign * value, 3, gold_unit),
            respond(rng, -sign * value * factor(gold_unit, unit), 3, unit, f"change in {family}"), "incorrect",
            "the opposite sign")


def right_sign(rng):
    while True:
        family, units, gold_unit, value = draw(rng)
        if family in SIGNED:
            break
    unit = rng.choice(units)
    return (gold_of(rng, -value, 3, gold_unit),
            respond(rng, -value * factor(gold_unit, unit), 3, unit, f"change in {family}"), "correct",
            "negative, in another unit or the same")


def temperature(rng):
    names = {"K": "kelvin", "°C": "degree_Celsius", "°F": "degree_Fahrenheit"}
    spelled = {"K": ["K", "kelvin", r"$\mathrm{K}$"], "°C": ["°C", "℃", "degrees Celsius", r"$^\circ\mathrm{C}$"],
               "°F": ["°F", "degrees Fahrenheit", r"$^{\circ}\text{F}$"]}
    gold_unit, unit = rng.sample(list(names), 2)
    value = {"K": round(rng.uniform(180, 900), 1), "°C": round(rng.uniform(-60, 400), 1),
             "°F": round(rng.uniform(-40, 600), 1)}[gold_unit]
    right = UREG.Quantity(value, names[gold_unit]).to(names[unit]).magnitude
    label = rng.choice(["correct", "incorrect"])
    if label == "incorrect":
        wrong = right + rng.choice([-1, 1]) * rng.choice([40, 100, 273.15, 32])
        if unit == "K" and wrong < 0:
            wrong = right + 273.15
        why = f"{value} {gold_unit} is {right:.1f} {unit}"
        right = wrong
    else:
        why = f"{value} {gold_unit} is {right:.2f} {unit}"
    ending = rng.choice([f"The temperature is therefore {right:.1f} {{}}.", f"**Final answer: {right:.1f} {{}}**",
                         f"\\boxed{{{{{right:.1f}}}}} {{}}", f"The final answer is {right:.1f} {{}}."])
    return (f"{value} {gold_unit}", steps(rng, "temperature") + ending.format(rng.choice(spelled[unit])), label, why)


MADE = [("unit_converted", unit_converted, 250), ("same_unit_other_spelling", same_unit_other_spelling, 150),
        ("significant_figures", significant_figures, 150), ("wrong_scale", wrong_scale, 200),
        ("wrong_unit", wrong_unit, 130), ("wrong_value", wrong_value, 110), ("wrong_sign", wrong_sign, 60),
        ("sign_right", right_sign, 50), ("temperature", temperature, 100)]


def main():
    seed, out_path = (int(sys.argv[1]), pathlib.Path(sys.argv[2])) if len(sys.argv) == 3 else (SEED, OUT)
    rng = random.Random(seed)
    rows = []
    for category, make, count in MADE:
        rows += [(category, *make(rng)) for _ in range(count)]
    made = len(rows)
    for module in (written_pairs, short_pairs, long_pairs, markup_pairs):
        rows += module.rows()
    seen = set()
    with out_path.open("w", encoding="utf-8") as out:
        for index, (category, gold, response, label, why) in enumerate(rows):
            if (gold, response) in seen:
                raise SystemExit(f"twice: {gold!r} {response!r}")
            seen.add((gold, response))
            origin = "made" if index < made else "written"
            row = {"id": f"{origin}-{index:04d}", "category": category, "gold": gold, "response": response,
                   "label": label, "why": why}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{made} made, {len(rows) - made} written")


if __name__ == "__main__":
    main()
