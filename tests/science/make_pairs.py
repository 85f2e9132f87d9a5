#!/usr/bin/env python3
"""Labelled pairs for the science verifier (src/science).

Writes JSON lines {"gold", "response", "label", "category"}: a gold answer, a model's response and
whether the response answers as the gold does. Every label is certain by construction: values are
exact fractions, converted with the unit table of this file, which owes nothing to the verifier's;
wrong ones are wrong by far more than rounding explains.

    python3 tests/science/make_pairs.py > pairs.jsonl

The same seed makes the same pairs.
"""

import argparse
import json
import random
import sys
from fractions import Fraction as F

# Dimension -> {plain spelling: factor to SI}. Exact by definition of the units.
UNITS = {
    "length": {"m": F(1), "km": F(1000), "cm": F(1, 100), "mm": F(1, 1000), "nm": F(1, 10**9),
               "µm": F(1, 10**6), "in": F(254, 10000), "ft": F(3048, 10000),
               "mi": F(1609344, 1000), "Å": F(1, 10**10), "pm": F(1, 10**12)},
    "mass": {"kg": F(1), "g": F(1, 1000), "mg": F(1, 10**6), "µg": F(1, 10**9), "t": F(1000),
             "lb": F(45359237, 10**8)},
    "time": {"s": F(1), "ms": F(1, 1000), "µs": F(1, 10**6), "min": F(60), "h": F(3600),
             "d": F(86400)},
    "energy": {"J": F(1), "kJ": F(1000), "MJ": F(10**6), "mJ": F(1, 1000), "cal": F(4184, 1000),
               "kcal": F(4184), "kWh": F(3600000), "N m": F(1)},
    "force": {"N": F(1), "kN": F(1000), "mN": F(1, 1000), "MN": F(10**6)},
    "pressure": {"Pa": F(1), "kPa": F(1000), "MPa": F(10**6), "bar": F(10**5), "atm": F(101325),
                 "Torr": F(101325, 760), "mbar": F(100)},
    "speed": {"m/s": F(1), "km/h": F(1000, 3600), "km/s": F(1000), "cm/s": F(1, 100),
              "mm/s": F(1, 1000)},
    "acceleration": {"m/s^2": F(1), "cm/s^2": F(1, 100), "km/s^2": F(1000)},
    "power": {"W": F(1), "kW": F(1000), "MW": F(10**6), "mW": F(1, 1000)},
    "charge": {"C": F(1), "mC": F(1, 1000), "µC": F(1, 10**6), "nC": F(1, 10**9)},
    "current": {"A": F(1), "mA": F(1, 1000), "µA": F(1, 10**6)},
    "voltage": {"V": F(1), "kV": F(1000), "mV": F(1, 1000)},
    "resistance": {"Ω": F(1), "kΩ": F(1000), "MΩ": F(10**6)},
    "field": {"T": F(1), "mT": F(1, 1000), "µT": F(1, 10**6)},
    "volume": {"m^3": F(1), "L": F(1, 1000), "mL": F(1, 10**6), "cm^3": F(1, 10**6),
               "dm^3": F(1, 1000)},
    "density": {"kg/m^3": F(1), "g/cm^3": F(1000), "g/mL": F(1000), "kg/L": F(1000)},
    "amount": {"mol": F(1), "mmol": F(1, 1000), "kmol": F(1000), "µmol": F(1, 10**6)},
    "concentration": {"mol/L": F(1000), "M": F(1000), "mM": F(1), "mol/m^3": F(1), "µM": F(1, 1000),
                      "mmol/L": F(1)},
    "molar_energy": {"J/mol": F(1), "kJ/mol": F(1000), "kcal/mol": F(4184)},
    "frequency": {"Hz": F(1), "kHz": F(1000), "MHz": F(10**6), "GHz": F(10**9)},
    "momentum": {"kg m/s": F(1), "g cm/s": F(1, 10**5), "N s": F(1)},
    "heat_capacity": {"J/(kg K)": F(1), "kJ/(kg K)": F(1000), "J/(g K)": F(1000)},
    "entropy": {"J/(mol K)": F(1), "kJ/(mol K)": F(1000), "cal/(mol K)": F(4184, 1000)},
    "inertia": {"kg m^2": F(1), "g cm^2": F(1, 10**7)},
}

# Other spellings of the same unit.
SPELLINGS = {
    "m": ["meters", "metre", r"\text{m}", r"\,\mathrm{m}"], "km": ["kilometers", r"\text{ km}"],
    "cm": ["centimeters", r"\mathrm{cm}"], "mm": ["millimetres"], "nm": ["nanometers"],
    "µm": [r"\mu m", r"\mu\text{m}", "μm", "um", "micrometers"], "kg": ["kilograms", r"\text{kg}"],
    "g": ["grams", r"\text{ g}"], "s": ["seconds", "sec", r"\text{ s}"], "min": ["minutes"],
    "h": ["hours", "hr"], "d": ["days"], "J": ["joules", r"\text{J}", "N·m", "kg m^2/s^2"],
    "kJ": ["kilojoules", r"\mathrm{kJ}"], "N": ["newtons", r"\text{N}", "kg·m/s²", "kg m s^{-2}"],
    "Pa": ["pascals", "N/m^2", "N m^{-2}"], "kPa": ["kilopascals"], "atm": ["atmospheres"],
    "m/s": ["m s^{-1}", r"\text{m/s}", "m·s⁻¹", "meters per second", r"\mathrm{m\,s^{-1}}",
            "m s-1", r"\frac{\text{m}}{\text{s}}", "metres/second", r"\mathrm{m} \cdot \mathrm{s}^{-1}"],
    "km/h": ["km h^{-1}", "kilometers per hour", r"\text{km/h}", "km/hr", "kph"],
    "m/s^2": ["m/s²", "m s^{-2}", r"\text{m/s}^2", r"\mathrm{m/s^2}", "m·s⁻²",
              "meters per second squared", r"\mathrm{m\,s^{-2}}"],
    "W": ["watts", "J/s", r"\text{W}"], "C": ["coulombs", "A·s", "A s"], "A": ["amperes", "C/s"],
    "V": ["volts", "J/C", r"\text{V}"], "Ω": [r"\Omega", "ohms", r"\,\Omega", "V/A"],
    "T": ["teslas", "tesla"], "m^3": ["m³", "cubic meters", r"\text{m}^3"],
    "L": ["liters", "litres", "dm^3", r"\text{L}"], "mL": ["milliliters", "ml", "cm^3"],
    "kg/m^3": ["kg m^{-3}", "kg/m³", r"\text{kg/m}^3", "kilograms per cubic meter", "kg·m⁻³"],
    "g/cm^3": ["g cm^{-3}", r"\mathrm{g/cm^3}", "g/cm³", "g·cm⁻³", "g/cc"],
    "mol": ["moles", r"\text{mol}"], "mol/L": ["mol L^{-1}", "M", r"\text{mol/L}", "mol·L⁻¹",
                                               r"\mathrm{mol\,L^{-1}}", "moles per liter"],
    "kJ/mol": ["kJ mol^{-1}", r"\text{kJ/mol}", "kJ·mol⁻¹", r"\mathrm{kJ\,mol^{-1}}",
               "kilojoules per mole", "kJ mol-1"],
    "Hz": ["hertz", "s^{-1}", "1/s"], "kg m/s": ["kg·m/s", "N·s", "kg m s^{-1}",
                                                   r"\mathrm{kg \cdot m/s}", "kg·m·s⁻¹"],
    "J/(kg K)": ["J kg^{-1} K^{-1}", "J/kg·K", "J/kg/K", r"\mathrm{J/(kg\cdot K)}", "J·kg⁻¹·K⁻¹"],
    "J/(mol K)": ["J mol^{-1} K^{-1}", "J/mol·K", "J/(mol·K)", r"\mathrm{J\,mol^{-1}\,K^{-1}}",
                  "J mol-1 K-1", r"\text{J}/(\text{mol}\cdot\text{K})", "J/mol/K"],
    "kg m^2": ["kg·m²", r"\mathrm{kg\,m^2}", "kg·m^2"], "µC": [r"\mu C", r"\mu\text{C}", "microcoulombs"],
    "mA": ["milliamperes", "milliamps"], "kΩ": [r"k\Omega", "kiloohms"],
    "mg": ["milligrams"], "ms": ["milliseconds"], "mmol": ["millimoles"], "eV": ["electron volts"],
}

# The spelling's dimension is near another's, but wrong.
WRONG_UNITS = {
    "m": ["m^2", "s", "kg"], "kg": ["N", "m"], "s": ["Hz", "m"], "J": ["W", "N", "J/s"],
    "N": ["J", "kg", "N/m"], "Pa": ["N", "J"], "m/s": ["m/s^2", "m", "m s"],
    "m/s^2": ["m/s", "m^2/s^2", "m/s^3"], "W": ["J", "W s"], "C": ["A", "V"], "V": ["A", "V/m"],
    "A": ["V", "C"], "Ω": ["S", "Ω m"], "T": ["V", "Wb"], "L": ["m^2", "kg"],
    "kg/m^3": ["kg/m^2", "kg", "m^3/kg"], "g/cm^3": ["g/cm^2", "g"], "mol": ["mol/L", "g"],
    "mol/L": ["mol", "mol/kg", "L/mol"], "kJ/mol": ["kJ", "mol/kJ", "kJ/kg"], "Hz": ["s", "m"],
    "kg m/s": ["kg m/s^2", "kg/s"], "J/(mol K)": ["J/mol", "J K/mol", "J/K"],
    "J/(kg K)": ["J/kg", "J/(mol K)"],
}

PREFIX_SLIPS = {
    "m": ["mm", "km", "cm"], "km": ["m", "cm"], "cm": ["mm", "m"], "mm": ["m", "cm"], "nm": ["mm", "pm", "µm"],
    "µm": ["nm", "mm", "m"], "kg": ["g", "mg"], "g": ["kg", "mg"], "mg": ["g", "µg"], "s": ["ms", "min", "h"],
    "ms": ["s", "µs"], "J": ["kJ", "mJ", "MJ"], "kJ": ["J", "MJ"], "N": ["kN", "mN"], "kN": ["N", "MN"],
    "MN": ["mN"], "mN": ["MN", "N"], "Pa": ["kPa", "MPa"], "kPa": ["Pa", "MPa"], "MPa": ["mPa", "kPa"],
    "m/s": ["km/s", "cm/s", "mm/s", "km/h"], "km/h": ["m/s", "km/s"], "W": ["kW", "mW"], "MW": ["mW", "kW"],
    "mW": ["MW", "W"], "C": ["mC", "µC"], "µC": ["nC", "mC", "C"], "A": ["mA"], "mA": ["A", "µA"],
    "V": ["kV", "mV"], "Ω": ["kΩ", "MΩ"], "kΩ": ["Ω"], "MΩ": ["mΩ"], "T": ["mT"], "L": ["mL", "m^3"],
    "mL": ["L"], "kg/m^3": ["g/cm^3"], "g/cm^3": ["kg/m^3"], "mol": ["mmol"], "mol/L": ["mmol/L", "mM"],
    "mM": ["M", "µM"], "kJ/mol": ["J/mol"], "J/mol": ["kJ/mol"], "Hz": ["kHz", "MHz"], "MHz": ["mHz", "kHz"],
    "J/(mol K)": ["kJ/(mol K)"], "m^3": ["cm^3", "L"],
}


def text_of(value, digits):
    """A fraction rounded half up to so many significant digits: (mantissa digits, exponent)."""
    if value == 0:
        return "0", 0
    magnitude = abs(value)
    exponent = 0
    while magnitude >= F(10) ** (exponent + 1):
        exponent += 1
    while magnitude < F(10) ** exponent:
        exponent -= 1
    scaled = magnitude / F(10) ** (exponent - digits + 1)
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    if whole >= 10**digits:
        whole //= 10
        exponent += 1
    return str(whole), exponent


def rounded(value, digits):
    """The value of the rounded text."""
    mantissa, exponent = text_of(value, digits)
    sign = -1 if value < 0 else 1
    return sign * F(int(mantissa)) * F(10) ** (exponent - len(mantissa) + 1)


def scientific(value, digits, form):
    mantissa, exponent = text_of(value, digits)
    head = mantissa[0] + ("." + mantissa[1:] if len(mantissa) > 1 else "")
    sign = "-" if value < 0 else ""
    raised = str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return sign + head + {
        "e": f"e{exponent}", "E": f"E{exponent:+d}", "latex": rf" \times 10^{{{exponent}}}",
        "cdot": rf" \cdot 10^{{{exponent}}}", "x": f" x 10^{exponent}", "unicode": f" × 10{raised}",
        "star": f"*10^{exponent}", "dot": f"·10{raised}", "paren": f" x 10^({exponent})",
    }[form]


FORMS = ["e", "E", "latex", "cdot", "x", "unicode", "star", "dot", "paren"]


def decimal(value, digits):
    """Plain decimal text with exactly so many significant digits, or None where there is none."""
    mantissa, exponent = text_of(value, digits)
    sign = "-" if value < 0 else ""
    places = digits - 1 - exponent
    if places < 0 or exponent < -4:
        return None
    if places == 0:
        return None if mantissa.endswith("0") else sign + mantissa
    padded = mantissa.rjust(places + 1, "0")
    return sign + padded[:-places] + "." + padded[-places:]


def written(rng, value, digits):
    text = decimal(value, digits)
    if text is None or rng.random() < 0.25:
        return scientific(value, digits, rng.choice(FORMS))
    return text


NAMES = ["speed", "force", "energy", "value", "result", "quantity", "pressure", "mass"]


def frame(rng, answer):
    """A response around an answer."""
    latex = "\\" in answer or "^{" in answer
    choices = [
        rf"We put in the numbers. \boxed{{{answer}}}",
        rf"Step 1: think. Step 2: compute. The final answer is $\boxed{{{answer}}}$.",
        f"Some work first.\n\nThe final answer is {'$' + answer + '$' if latex else answer}.",
        f"Using the formula we find it.\n\n**Answer:** {'$' + answer + '$' if latex else answer}",
        f"Answer: {'$' + answer + '$' if latex else answer}",
    ]
    if not latex:
        choices.append(answer)
        choices.append(f"Therefore the answer is {answer}.")
    return rng.choice(choices)


class Pairs:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.rows = []

    def add(self, category, gold, answer, label, framed=True):
        response = frame(self.rng, answer) if framed else answer
        self.rows.append({"gold": gold, "response": response, "label": label,
                          "category": category})

    def value(self, digits):
        """A random value whose text has exactly so many digits, the last of them not 0."""
        mantissa = self.rng.randrange(10 ** (digits - 1), 10**digits)
        if mantissa % 10 == 0:
            mantissa += self.rng.randrange(1, 10)
        return F(mantissa) * F(10) ** self.rng.randrange(-digits - 1, 2)

    def unit(self, table=None):
        dimension = self.rng.choice(sorted(UNITS))
        name = self.rng.choice(sorted(UNITS[dimension]))
        return dimension, name

    # Numbers with units.

    def converted(self, count):
        while count > 0:
            dimension, unit = self.unit()
            other = self.rng.choice(sorted(UNITS[dimension]))
            if other == unit:
                continue
            digits = self.rng.randrange(3, 6)
            value = self.value(digits)
            target = value * UNITS[dimension][unit] / UNITS[dimension][other]
            gold = f"{written(self.rng, value, digits)} {unit}"
            self.add("unit_converted", gold,
                     f"{written(self.rng, target, digits + 2)} {other}", True)
            # Converted the wrong way round.
            wrong = value * UNITS[dimension][other] / UNITS[dimension][unit]
            if abs(wrong / target - 1) > F(1, 5):
                self.add("unit_converted_wrong_way", gold,
                         f"{written(self.rng, wrong, digits)} {other}", False)
            # The number not converted at all.
            if abs(value / target - 1) > F(1, 5):
                self.add("unit_not_converted", gold, f"{written(self.rng, value, digits)} {other}", False)
            count -= 1

    def digits(self, count):
        for _ in range(count):
            _, unit = self.unit()
            digits = self.rng.randrange(3, 6)
            truth = self.value(digits + 4)
            gold = rounded(truth, digits)
            text = f"{written(self.rng, gold, digits)} {unit}"
            more = self.rng.randrange(1, 4)
            self.add("more_digits", text, f"{written(self.rng, truth, digits + more)} {unit}", True)
            if digits > 3 or self.rng.random() < 0.5:
                fewer = max(2, digits - 1)
                self.add("one_digit_fewer", text,
                         f"{scientific(gold, fewer, self.rng.choice(FORMS))} {unit}", True)
            one = rounded(gold, 1)
            if abs(one / gold - 1) > F(1, 50):
                self.add("digits_lost", text, f"{scientific(gold, 1, self.rng.choice(FORMS))} {unit}", False)
            off = gold * (1 + F(self.rng.choice([-30, -20, -12, 12, 20, 35, 60]), 100))
            self.add("wrong_value", text, f"{written(self.rng, off, digits)} {unit}", False)
            # Three units of the third digit and more: no rounding does that.
            near = gold * (1 + F(self.rng.choice([-4, -3, 3, 4]), 100))
            self.add("near_value", text, f"{written(self.rng, near, digits)} {unit}", False)

    def scales(self, count):
        for _ in range(count):
            _, unit = self.unit()
            digits = self.rng.randrange(2, 5)
            value = self.value(digits)
            text = f"{written(self.rng, value, digits)} {unit}"
            power = self.rng.choice([-6, -3, -2, -1, 1, 2, 3, 6])
            self.add("wrong_power_of_ten", text,
                     f"{written(self.rng, value * F(10) ** power, digits)} {unit}", False)
            self.add("wrong_sign", text, f"{written(self.rng, -value, digits)} {unit}", False)
            self.add("same_form", text, f"{written(self.rng, value, digits)} {unit}", True)

    def prefixes(self, count):
        for _ in range(count):
            unit = self.rng.choice(sorted(PREFIX_SLIPS))
            digits = self.rng.randrange(2, 5)
            value = self.value(digits)
            number = written(self.rng, value, digits)
            wrong = self.rng.choice(PREFIX_SLIPS[unit])
            self.add("wrong_prefix", f"{number} {unit}", f"{number} {wrong}", False)

    def dimensions(self, count):
        for _ in range(count):
            unit = self.rng.choice(sorted(WRONG_UNITS))
            digits = self.rng.randrange(2, 5)
            number = written(self.rng, self.value(digits), digits)
            self.add("wrong_dimension", f"{number} {unit}",
                     f"{number} {self.rng.choice(WRONG_UNITS[unit])}", False)

    def spellings(self):
        for unit, others in sorted(SPELLINGS.items()):
            for other in others:
                digits = self.rng.randrange(2, 5)
                value = self.value(digits)
                number = written(self.rng, value, digits)
                self.add("unit_spelling", f"{number} {unit}", f"{number} {other}", True)
                self.add("unit_spelling", f"{number} {other}", f"{number} {unit}", True)
                wrong = written(self.rng, value * 1000, digits)
                self.add("unit_spelling_wrong_scale", f"{number} {unit}", f"{wrong} {other}", False)

    def behind_box(self, count):
        for _ in range(count):
            unit = self.rng.choice(sorted(PREFIX_SLIPS))
            digits = self.rng.randrange(2, 5)
            number = written(self.rng, self.value(digits), digits)
            gold = f"{number} {unit}"
            wrong = self.rng.choice(PREFIX_SLIPS[unit])
            for name, label in ((unit, True), (wrong, False)):
                tail = rf"\ \mathrm{{{name}}}" if not name.startswith("µ") else rf"\ \mu\text{{{name[1:]}}}"
                form = self.rng.choice([
                    rf"So we get $\boxed{{{number}}}{tail}$.", rf"\boxed{{{number}}} {name}",
                    rf"Hence \[ \boxed{{{number}}} {tail} \]",
                    rf"The answer is $\boxed{{{number}}}$ {name}."])
                self.add("unit_behind_box" if label else "wrong_unit_behind_box", gold, form, label, False)

    def prose(self, count):
        for _ in range(count):
            unit = self.rng.choice(sorted(PREFIX_SLIPS))
            digits = self.rng.randrange(2, 5)
            number = decimal(self.value(digits), digits)
            if number is None:
                continue
            gold = f"{number} {unit}"
            wrong = self.rng.choice(PREFIX_SLIPS[unit])
            for name, label in ((unit, True), (wrong, False)):
                form = self.rng.choice([
                    f"From the law of conservation, the {self.rng.choice(NAMES)} is {number} {name}.",
                    f"The answer is {number} {name} for this case.",
                    f"The final answer is approximately ${number}$ {name}.",
                    f"Thus $x = {number}\\,\\text{{{name}}}$.",
                    f"The {self.rng.choice(NAMES)} equals {number} {name}, as the problem asks."])
                if "µ" in name and "text" in form:
                    form = f"Thus x = {number} {name}."
                self.add("prose" if label else "prose_wrong_unit", gold, form, label, False)

    def missing_units(self, count):
        for _ in range(count):
            _, unit = self.unit()
            digits = self.rng.randrange(2, 5)
            value = self.value(digits)
            number = written(self.rng, value, digits)
            self.add("unit_missing", f"{number} {unit}", written(self.rng, value, digits), True)
            self.add("unit_missing_wrong_scale", f"{number} {unit}",
                     written(self.rng, value * self.rng.choice([F(1, 1000), 1000, 100, F(1, 60)]), digits),
                     False)

    def temperatures(self, count):
        for _ in range(count):
            celsius = F(self.rng.randrange(-1500, 9000), 10)
            if celsius % 10 == 0 or abs(celsius) < 5:
                celsius += F(13, 2)
            kelvin = celsius + F(27315, 100)
            fahrenheit = celsius * F(9, 5) + 32
            gold = f"{float(celsius):.1f} °C"
            sign = self.rng.choice(["K", r"\text{K}", "kelvin"])
            self.add("temperature", gold, f"{float(kelvin):.2f} {sign}", True)
            self.add("temperature", gold, f"{float(fahrenheit):.2f} °F", True)
            degrees = self.rng.choice([r"^\circ\text{C}", r"^{\circ}C", "degrees Celsius", "℃", r"\,^\circ\mathrm{C}"])
            self.add("temperature", gold, f"{float(celsius):.1f}{'' if degrees.startswith('^') else ' '}{degrees}", True)
            self.add("temperature_wrong", gold, f"{float(celsius):.1f} K", False)
            self.add("temperature_wrong", gold, f"{float(celsius - F(27315, 100)):.2f} K", False)
            self.add("temperature_wrong", gold, f"{float(celsius * F(9, 5)):.1f} °F", False)

    def percents(self, count):
        for _ in range(count):
            tenths = self.rng.randrange(11, 999)
            if tenths % 10 == 0:
                tenths += 3
            text = f"{tenths / 10:.1f}"
            share = str(F(tenths, 1000).numerator / F(tenths, 1000).denominator)
            self.add("percent", f"{text}%", rf"{text}\%", True)
            self.add("percent", f"{text}%", share, True)
            self.add("percent", f"{text}%", f"{text} percent", True)
            self.add("percent", share, f"{text}%", True)
            self.add("percent_wrong", f"{text}%", f"{share}%", False)
            self.add("percent_wrong", share, f"{share}%", False)

    def separators(self, count):
        for _ in range(count):
            whole = self.rng.randrange(1_001, 9_999_999)
            tenth = self.rng.randrange(1, 10)
            gold = f"{whole}.{tenth} J"
            groups = f"{whole:,}"
            self.add("separators", gold, f"{groups}.{tenth} J", True)
            self.add("separators", gold, groups.replace(",", "{,}") + f".{tenth}" + r"\text{ J}", True)
            self.add("separators", gold, groups.replace(",", " ") + f".{tenth} J", True)
            self.add("separators_wrong", gold, f"{whole // 10:,}.{tenth} J", False)

    def counts(self, count):
        for _ in range(count):
            number = self.rng.randrange(2, 60)
            noun = self.rng.choice(["electrons", "protons", "chromosomes", "bonds"])
            self.add("count", str(number), str(number), True)
            self.add("count", str(number), f"{number}.0", True)
            self.add("count", str(number), rf"{number}\text{{ {noun}}}", True)
            self.add("count_wrong", str(number), str(number + self.rng.choice([-1, 1])), False)
            self.add("count_wrong", str(number), f"{number}.3", False)

    def lists(self, count):
        for _ in range(count):
            a, b = self.value(3), self.value(3)
            x, y = written(self.rng, a, 3), written(self.rng, b, 3)
            gold = self.rng.choice([f"x = {x} m, y = {y} s", f"{x} m, {y} s", f"{x} m and {y} s"])
            self.add("list", gold, rf"x = {x}\text{{ m}}, y = {y}\text{{ s}}", True)
            self.add("list", gold, f"{x} m; {y} s", True)
            self.add("list_wrong", gold, f"{x} m", False)
            self.add("list_wrong", gold, f"{x} m, {y} ms", False)
            self.add("list_wrong", gold, f"{written(self.rng, a * 2, 3)} m, {y} s", False)

    # Chemistry.

    FORMULAS = ["H2O", "H2SO4", "C6H12O6", "NaCl", "CaCO3", "Fe2O3", "KMnO4", "NH3", "Al2(SO4)3",
                "Ca(OH)2", "Mg3N2", "(NH4)2SO4", "CuSO4·5H2O", "Na2CO3·10H2O", "K2Cr2O7",
                "Fe(NO3)3", "Ca3(PO4)2", "P4O10", "C8H18", "HNO3", "AgCl", "BaSO4", "Cu(NO3)2"]
    IONS = [("SO4", "2-"), ("NO3", "-"), ("PO4", "3-"), ("NH4", "+"), ("Fe", "3+"), ("Cu", "2+"),
            ("Cr2O7", "2-"), ("MnO4", "-"), ("CO3", "2-"), ("OH", "-"), ("H3O", "+"), ("Al", "3+")]

    @staticmethod
    def subscripts(formula, form):
        out, inside = "", False
        for i, c in enumerate(formula):
            low = c.isdigit() and i > 0 and formula[i - 1] != "·"
            if form == "unicode" and low:
                out += c.translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
                continue
            if form == "latex":
                if low and not inside:
                    out += "_{"
                    inside = True
                elif inside and not c.isdigit():
                    out += "}"
                    inside = False
                out += r" \cdot " if c == "·" else c
                continue
            out += c
        if inside:
            out += "}"
        return out.replace("·1_{0}", "·10") if form == "latex" else out

    @staticmethod
    def slip(rng, formula):
        """One digit changed, or one taken away: another composition."""
        places = [i for i, c in enumerate(formula) if c.isdigit() and (i == 0 or not formula[i - 1].isdigit())]
        place = rng.choice(places) if places else None
        if place is None:
            return formula + "2"
        digit = formula[place]
        other = rng.choice([d for d in "23456789" if d != digit])
        return formula[:place] + other + formula[place + 1:]

    def formulas(self):
        for formula in self.FORMULAS:
            hydrate = "·" in formula and "10" in formula
            latex = formula.replace("·", r" \cdot ") if hydrate else self.subscripts(formula, "latex")
            uni = formula if hydrate else self.subscripts(formula, "unicode")
            for spelling in (rf"\mathrm{{{latex}}}", uni, rf"\ce{{{formula.replace('·', '*')}}}", formula):
                self.add("formula", formula, spelling, True)
                self.add("formula", rf"$\mathrm{{{latex}}}$", spelling, True)
            for _ in range(3):
                self.add("formula_wrong", formula, self.slip(self.rng, formula), False)
        for body, charge in self.IONS:
            sign = charge[-1]
            raised = charge.translate(str.maketrans("23+-", "²³⁺⁻"))
            low = self.subscripts(body, "unicode")
            gold = f"{body}^{{{charge}}}"
            for spelling in (rf"\mathrm{{{self.subscripts(body, 'latex')}^{{{charge}}}}}", low + raised,
                             rf"\ce{{{body}^{charge}}}", gold):
                self.add("ion", gold, spelling, True)
            flipped = charge[:-1] + ("+" if sign == "-" else "-")
            self.add("ion_wrong", gold, f"{body}^{{{flipped}}}", False)
            self.add("ion_wrong", gold, f"{body}^{{4{sign}}}", False)
            self.add("ion_wrong", gold, body, False)

    REACTIONS = [
        ([(2, "H2"), (1, "O2")], [(2, "H2O")]),
        ([(1, "CH4"), (2, "O2")], [(1, "CO2"), (2, "H2O")]),
        ([(1, "N2"), (3, "H2")], [(2, "NH3")]),
        ([(4, "Fe"), (3, "O2")], [(2, "Fe2O3")]),
        ([(2, "Al"), (6, "HCl")], [(2, "AlCl3"), (3, "H2")]),
        ([(1, "Zn"), (2, "Ag^+")], [(1, "Zn^2+"), (2, "Ag")]),
        ([(1, "CaCO3")], [(1, "CaO"), (1, "CO2")]),
        ([(2, "C2H6"), (7, "O2")], [(4, "CO2"), (6, "H2O")]),
        ([(1, "Ca(OH)2"), (2, "HCl")], [(1, "CaCl2"), (2, "H2O")]),
        ([(1, "MnO4^-"), (8, "H^+"), (5, "e^-")], [(1, "Mn^2+"), (4, "H2O")]),
        ([(2, "KMnO4"), (16, "HCl")], [(2, "KCl"), (2, "MnCl2"), (5, "Cl2"), (8, "H2O")]),
    ]

    @staticmethod
    def side(terms):
        return " + ".join(f"{'' if n == 1 else str(n) + ' '}{s}" for n, s in terms)

    def reactions(self):
        for left, right in self.REACTIONS:
            gold = f"{self.side(left)} -> {self.side(right)}"
            for arrow in (" -> ", " → ", r" \rightarrow ", " ⇌ ", r" \longrightarrow "):
                l, r = left[:], right[:]
                self.rng.shuffle(l)
                self.rng.shuffle(r)
                self.add("reaction", gold, self.side(l) + arrow + self.side(r), True)
            double = lambda terms: [(2 * n, s) for n, s in terms]
            self.add("reaction", gold, self.side(double(left)) + " -> " + self.side(double(right)), True)
            states = lambda terms: [(n, s + "(aq)") for n, s in terms]
            self.add("reaction", gold, rf"\ce{{{self.side(states(left))} -> {self.side(states(right))}}}", True)
            self.add("reaction_wrong", gold, self.side(right) + " -> " + self.side(left), False)
            worse = left[:]
            n, s = worse[0]
            worse[0] = (n + 1, s)
            self.add("reaction_wrong", gold, self.side(worse) + " -> " + self.side(right), len(left + right) == 1)
            self.add("reaction_wrong", gold, self.side(left) + " -> " + self.side(right[:-1] + [(right[-1][0], "SO3")]), False)

    CONFIGURATIONS = [("[He] 2s^2 2p^4", "1s^2 2s^2 2p^4"), ("[Ne] 3s^1", "1s^2 2s^2 2p^6 3s^1"),
                      ("[Ar] 3d^6 4s^2", "1s^2 2s^2 2p^6 3s^2 3p^6 3d^6 4s^2"),
                      ("[Ne] 3s^2 3p^5", "1s^2 2s^2 2p^6 3s^2 3p^5"),
                      ("[Ar] 3d^{10} 4s^1", "1s^2 2s^2 2p^6 3s^2 3p^6 4s^1 3d^{10}")]

    def configurations(self):
        for short, long in self.CONFIGURATIONS:
            plain = long.replace("^", "").replace("{", "").replace("}", "")
            for gold, answer in ((short, long), (long, short), (long, plain), (short, long.replace(" ", ""))):
                self.add("configuration", gold, answer, True)
            lost = " ".join(long.split()[:-1])
            self.add("configuration_wrong", short, lost, False)
            self.add("configuration_wrong", long, long.replace("2p^", "3p^", 1) if "3p" not in long else lost, False)

    def choices(self, count):
        for _ in range(count):
            right = self.rng.choice("ABCD")
            wrong = self.rng.choice([c for c in "ABCD" if c != right])
            gold = self.rng.choice([right, f"({right})", f"{right}. 5.0 N", rf"\boxed{{{right}}}", f"{right})"])
            for letter, label in ((right, True), (wrong, False)):
                form = self.rng.choice([
                    letter, f"({letter})", f"The answer is {letter}.", rf"\boxed{{{letter}}}",
                    rf"\boxed{{\text{{({letter})}}}}", f"**Answer: {letter}**", f"{letter}) 7.3 J",
                    f"The correct option is ({letter}).", f"Answer: {letter}. mitochondria",
                    f"Let us see. The final answer is $\\boxed{{{letter}}}$."])
                self.add("choice" if label else "choice_wrong", gold, form, label, False)
            self.add("choice_wrong", gold, f"The answer is ({right}) or ({wrong}).", False, False)

    EXPRESSIONS = [(r"\sqrt{2gh}", r"(2gh)^{1/2}", r"\sqrt{gh}"), (r"\frac{mv^2}{r}", "m v^2/r", r"\frac{mv}{r}"),
                   (r"\frac{1}{2}kx^2", r"\frac{kx^2}{2}", "kx^2"), (r"2\pi\sqrt{\frac{L}{g}}", r"2\pi\sqrt{L/g}", r"2\pi\sqrt{\frac{g}{L}}"),
                   (r"\frac{GMm}{r^2}", r"GMm r^{-2}", r"\frac{GMm}{r}"), ("mgh", "m g h", "mg"),
                   (r"\frac{q}{4\pi\epsilon_0 r^2}", r"\frac{1}{4\pi\epsilon_0}\frac{q}{r^2}", r"\frac{q}{4\pi\epsilon_0 r}")]

    def expressions(self):
        for gold, same, other in self.EXPRESSIONS:
            if gold != "mgh":
                self.add("expression", gold, same, True)
                self.add("expression", gold, gold, True)
                self.add("expression_wrong", gold, other, False)


def make(seed):
    pairs = Pairs(seed)
    pairs.converted(110)
    pairs.digits(70)
    pairs.scales(90)
    pairs.prefixes(110)
    pairs.dimensions(70)
    pairs.spellings()
    pairs.behind_box(60)
    pairs.prose(60)
    pairs.missing_units(50)
    pairs.temperatures(15)
    pairs.percents(12)
    pairs.separators(12)
    pairs.counts(12)
    pairs.lists(20)
    pairs.formulas()
    pairs.reactions()
    pairs.configurations()
    pairs.choices(40)
    pairs.expressions()
    return pairs.rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    for row in make(args.seed):
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
