"""Products of ways to set an answer and what is in it, for independent_pairs.py.

What stands in bold, in a tag or in a table is the answer with its unit; a second value beside it makes it none.
"""

WORKING = "First we list what is given: the mass is 2 kg and the distance 7 m.\n\n"

# (gold, units that are the same at the same number, units that are not)
UNITS = [
    ("6.4 m^3", ["m^3", "m³", "cubic meters"], ["cm^3", "mm^3", "L", "m^2"]),
    ("6.4 kg/m^3", ["kg/m^3", "kg·m^-3", "kg m⁻³", "g/L"], ["g/cm^3", "g/m^3", "kg/L"]),
    ("6.4 W/(m K)", ["W/(m K)", "W m^-1 K^-1", "W·m⁻¹·K⁻¹"], ["kW/(m K)", "W/m", "mW m^-1 K^-1"]),
    ("6.4 m/s^2", ["m/s^2", "m s^-2", "N/kg"], ["km/s^2", "cm s^-2", "m/s", "ft/s^2"]),
    ("6.4 °C", ["°C", "degrees Celsius"], ["K", "°F", "kelvin"]),
    ("6.4 mol/L", ["mol/L", "M", "mol dm^-3"], ["mmol/L", "mol/m^3", "mol", "µM"]),
]
SETTINGS = [
    WORKING + "The result is **6.4** {}.",
    WORKING + "The result is *6.4 {}*.",
    WORKING + "The result is ***6.4 {}***.",
    WORKING + "So we get **6.4 {}** as the result.",
    WORKING + "Result: `6.4 {}`",
    WORKING + "- Result: **6.4 {}**",
    "<answer>6.4 {}</answer>",
    "<answer>\nThe result is 6.4 {}\n</answer>",
    WORKING + "Thus the value is 6.4 {} (two digits).",
    WORKING + "The value is __6.4 {}__.",
    WORKING + "Final Answer: **6.4** {}",
    WORKING + "The value equals 6.4 {}, which is reasonable.",
    WORKING + "So the value is 6.4 {} ✅",
    WORKING + "> The value is 6.4 {}",
    WORKING + "Value: 6.4 {}\n\n---\nLet me know if anything is unclear!",
]

# (gold, what is offered beside it)
BESIDE = [("8.0 V", "9.0 V"), ("8.0 V", "-8.0 V"), ("15 g", "1.5 kg")]
HEDGES = [
    "<answer>{} or perhaps {}</answer>",
    "<answer>{}, alternatively {}</answer>",
    "<answer>Either {} or {}</answer>",
    "<answer>{} and/or {}</answer>",
    "<answer>{}; or {}</answer>",
    "<answer>1. {}\n2. {}</answer>",
    "<answer>{} [or {}]</answer>",
    "<answer>Case 1: {}, case 2: {}</answer>",
    "Final answer: {} or else {}",
    "Final answer: {}, could also be {}",
    "Final answer: {} (alternatively {})",
    "**Answer:** {} — or {}",
    r"\boxed{{{} \text{{ or perhaps }} {}}}",
    "The answer is {}, or maybe {}.",
    "Answer: {} or {} — I am not sure.",
    "The final answer is somewhere between {} and {}.",
    "Both {} and {} are possible.",
]

CHOICES = [("B", "AC"), ("C", "AB"), ("A", "BC")]
CHOOSING = "Only one of the five survives the checks above.\n\n"
OPTIONS = ["{}. 7 J", "{}) 3 C", "({}) 2 A", "{}: vitamin C", "{}. 12 V", "{}) plan B", "{}. 5 °C"]
CHOSEN = ["**{}**", "So it is **{}**.", "Answer: {}", "The correct option is {}"]

# (gold, right answers, wrong answers)
OTHERS = [
    ("96 J", ["E = 2 × 3.0 × 16 = 96 J", "E = (2.0 kg)(48 m²/s²) = 96 J", r"$E = \frac{1}{2}(3.0)(8.0)^2 = 96\ \text{J}$",
              r"$$E = 12\ \text{m} \cdot 8\ \text{N} = 96\ \text{J}$$", "x ≈ 95.7 J ≈ 96 J",
              r"\begin{align*} E &= 12 \cdot 8 \\ &= 96\ \text{J} \end{align*}"],
     ["E = 96 J / 2 = 48 J", r"$E = 96\ \text{J} - 90\ \text{J} = 6\ \text{J}$"]),
    ("$qvB$", ["$qvB$", "$F = qvB$", "$Bqv$", "$q v B$"], ["$qv$", "$2qvB$", "$qvB^2$"]),
    ("$IR$", ["$V = IR$", "$IR$", "$RI$"], ["$I^2R$", r"$\frac{I}{R}$"]),
    ("$ma$", ["$F=ma$", "$am$"], ["$mv$", "$-ma$"]),
    ("$nRT$", ["$pV = nRT$", "$nRT$"], ["$nR$", "$2nRT$"]),
    (r"$\rho g h$", [r"$p = \rho gh$", r"$\rho g h$"], [r"$\rho g$", r"$\rho g h^2$"]),
    ("3.5 h", ["3 h 30 min", "3 hours and 30 minutes", "210 min", "3½ h"], ["3 h 5 min", "3 h 50 min", "35 min"]),
    ("2 min 30 s", ["150 s", "2.5 min", "2 minutes 30 seconds"], ["2.3 min", "230 s", "2 s"]),
    ("5 ft 6 in", ["66 in", "5.5 ft", "168 cm"], ["5.6 ft", "56 in"]),
    ("1.5 kΩ", ["1.5 kilohm", "1500 ohm", r"$1.5\,\text{k}\Omega$", r"\SI{1.5}{\kilo\ohm}", "1.5 kilo-ohms"],
     ["1.5 ohm", "1.5 megohms", r"\SI{1.5}{\mega\ohm}", r"$1.5\,\text{M}\Omega$", "1.5 mΩ"]),
    ("40 μs", [r"\SI{40}{\micro\second}", r"\qty{40}{\us}", "0.040 ms"],
     [r"\SI{40}{\milli\second}", r"\qty{40}{\ns}", "40 s"]),
    ("400 m", ["400. m", "4.00 × 10^2 m"], ["40. m", "4000. m", "400. km"]),
    ("200 rad/s", ["200 rad/s"], ["200 Hz", "200 rpm", "200 rev/s"]),
    ("200 Hz", ["200 /s", "200 cycles per second", "0.2 kHz"], ["200 rad/s", "200 rpm"]),
]


def rows():
    """(category, gold, response, label, why) of each pair."""
    made = []
    for gold, same, different in UNITS:
        for setting in SETTINGS:
            made += [("markup_right", gold, setting.format(unit), "correct", f"6.4 {unit}") for unit in same]
            made += [("markup_wrong", gold, setting.format(unit), "incorrect", f"6.4 {unit}") for unit in different]
    for gold, other in BESIDE:
        for hedge in HEDGES:
            made += [("several_answers", gold, hedge.format(*pair), "incorrect", f"offers {other}, too")
                     for pair in ((gold, other), (other, gold))]
    for letter, others in CHOICES:
        for option in OPTIONS:
            for chosen in CHOSEN:
                made.append(("option_right", letter, CHOOSING + chosen.format(option.format(letter)), "correct",
                             f"chooses {letter}"))
                made += [("option_wrong", letter, CHOOSING + chosen.format(option.format(each)), "incorrect",
                          f"chooses {each}") for each in others]
    for gold, right, wrong in OTHERS:
        made += [("other_right", gold, WORKING + each, "correct", f"says {gold}") for each in right]
        made += [("other_wrong", gold, WORKING + each, "incorrect", f"does not say {gold}") for each in wrong]
    return made
