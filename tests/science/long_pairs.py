"""Whole responses for independent_pairs.py, as models of several families write them, against several golds each."""

# (response, golds that it answers, golds that it does not answer)
RESPONSES = [
    (r"""To find the speed of the block at the bottom of the incline, we use conservation of energy.

**Step 1: Potential energy at the top**

\[ PE = mgh = (2.0\,\text{kg})(9.8\,\text{m/s}^2)(1.5\,\text{m}) = 29.4\,\text{J} \]

**Step 2: Work against friction**

\[ W_f = \mu_k m g \cos\theta \, d = 0.20 \times 2.0 \times 9.8 \times 0.866 \times 3.0 = 10.2\,\text{J} \]

**Step 3: Kinetic energy at the bottom**

\[ KE = 29.4 - 10.2 = 19.2\,\text{J} \]

\[ v = \sqrt{\frac{2 \times 19.2}{2.0}} = 4.4\,\text{m/s} \]

So the speed of the block at the bottom of the incline is approximately \(\boxed{4.4\,\text{m/s}}\).""",
     ["4.4 m/s", "$4.38 \\mathrm{~m} / \\mathrm{s}$", "16 km/h", "440 cm/s"],
     ["19.2 J", "44 m/s", "4.4 J", "29.4 J", "0.44 m/s", "4.4 km/s", "-4.4 m/s"]),
    (r"""<think>
Okay, let's see. The reaction is first order, half-life 12.3 years. They want the fraction left after 50 years.
k = 0.693/12.3 = 0.0563 per year. Then N/N0 = exp(-0.0563*50) = exp(-2.817) = 0.0598.
Wait, maybe I should double check: 50/12.3 = 4.065 half-lives; 0.5^4.065 = 0.0597. Good.
</think>

The rate constant is $k = \frac{\ln 2}{12.3\ \text{yr}} = 0.0563\ \text{yr}^{-1}$.

After 50 years:

$$\frac{N}{N_0} = e^{-0.0563 \times 50} \approx 0.0598$$

So about **5.98%** of the tritium remains.""",
     ["0.0598", "5.98%", "$5.98 \\times 10^{-2}$"],
     ["0.598", "59.8%", "0.0563", "12.3", "94.0%"]),
    (r"""The wavelength follows from the energy difference between the two levels.

1. **Energy difference**: $\Delta E = 13.6\ \text{eV}\left(\frac{1}{2^2}-\frac{1}{3^2}\right) = 1.89\ \text{eV}$
2. **Convert**: $1.89\ \text{eV} \times 1.602\times10^{-19}\ \text{J/eV} = 3.03\times10^{-19}\ \text{J}$
3. **Wavelength**: $\lambda = \frac{hc}{\Delta E} = \frac{(6.626\times10^{-34})(3.00\times10^8)}{3.03\times10^{-19}} = 6.56\times10^{-7}\ \text{m}$

Therefore, the wavelength is $\lambda \approx 656\ \text{nm}$, which lies in the red part of the visible spectrum.""",
     ["656 nm", "6.56 × 10^{-7} m", "0.656 μm", "6560 Å"],
     ["656 μm", "65.6 nm", "1.89 eV", "3.03 × 10^{-19} J", "656 m"]),
    (r"""## Solution

The balanced equation is

$$\ce{2Al + 3Cl2 -> 2AlCl3}$$

| quantity | Al | Cl2 |
|---|---|---|
| mass (g) | 5.40 | 21.3 |
| moles | 0.200 | 0.300 |
| moles/coefficient | 0.100 | 0.100 |

Neither is in excess, so 0.200 mol of AlCl3 form.

Mass of AlCl3 = 0.200 mol × 133.34 g/mol = 26.7 g

**Answer: 26.7 g**""",
     ["26.7 g", "0.0267 kg", "$26.7 \\mathrm{~g}$", "2.67 × 10^4 mg"],
     ["2.67 g", "0.200 mol", "133.34 g/mol", "26.7 kg", "26.7 mol", "21.3 g"]),
    (r"""Let me calculate the pH of the buffer.

Henderson–Hasselbalch: pH = pKa + log([A⁻]/[HA])

pKa = −log(1.8 × 10⁻⁵) = 4.74

[A⁻]/[HA] = 0.25/0.15 = 1.67

log(1.67) = 0.22

pH = 4.74 + 0.22 = 4.96

The pH of the buffer is **4.96**.""",
     ["4.96", "pH = 4.96"],
     ["4.74", "0.22", "1.67", "9.04", "49.6"]),
    (r"""**Given:**
- $Q = +3.0\ \mu\text{C}$
- $r = 0.20\ \text{m}$

**Electric field:**
$$E = \frac{kQ}{r^2} = \frac{(8.99\times10^9)(3.0\times10^{-6})}{(0.20)^2}$$

$$E = \frac{2.697\times10^{4}}{0.040} = 6.74\times10^5\ \text{N/C}$$

**Direction:** radially outward, as the charge is positive.

$$\boxed{E \approx 6.7\times10^5\ \text{N/C}}$$""",
     ["6.7 × 10^5 N/C", "6.7 × 10^5 V/m", "$6.74 \\times 10^5 \\mathrm{~N/C}$", "670 kV/m"],
     ["6.7 × 10^4 N/C", "6.7 × 10^5 N", "2.7 × 10^4 N/C", "6.7 kV/m", "3.0 μC"]),
    (r"""We need to find the molarity of the solution.

Moles of KMnO4 = 3.16 g ÷ 158.04 g/mol = 0.0200 mol
Volume = 250. mL = 0.250 L
Molarity = 0.0200 mol ÷ 0.250 L = 0.0800 M

Final answer: The molarity is 0.0800 M (or 80.0 mM).""",
     ["0.0800 M", "80.0 mM", "0.080 mol/L", "8.00 × 10^{-2} mol dm^{-3}"],
     ["0.800 M", "0.0200 mol", "8.00 M", "0.0800 mM", "0.0800 mol"]),
    (r"""Using the thin-lens equation with the sign convention that real images have positive distance:

1/f = 1/d_o + 1/d_i
1/10 = 1/6 + 1/d_i
1/d_i = 1/10 − 1/6 = −0.0667 cm⁻¹
d_i = −15 cm

The image is virtual, so the image distance is d_i = −15 cm.

\boxed{-15 \text{ cm}}""",
     ["-15 cm", "-0.15 m", "$-15 \\mathrm{~cm}$", "−150 mm"],
     ["15 cm", "-1.5 cm", "-15 m", "6 cm", "10 cm"]),
    (r"""The enthalpy change is found with Hess's law.

ΔH° = [2 × (−393.5) + 3 × (−285.8)] − [−277.7 + 3 × 0]
    = [−787.0 − 857.4] + 277.7
    = −1366.7 kJ/mol

Therefore, ΔH° = **−1366.7 kJ/mol** (exothermic).""",
     ["-1366.7 kJ/mol", "$-1.367 \\times 10^{6}$ J/mol", "-1367 kJ/mol", "−1.3667 MJ/mol"],
     ["1366.7 kJ/mol", "-1366.7 J/mol", "-787.0 kJ/mol", "-136.67 kJ/mol", "-1644.4 kJ/mol"]),
    (r"""Photoelectric effect: $K_{max} = hf - \phi$.

$hf = \frac{1240\ \text{eV·nm}}{300\ \text{nm}} = 4.13\ \text{eV}$

$\phi = 2.28\ \text{eV}$

$K_{max} = 4.13 - 2.28 = 1.85\ \text{eV}$

The final answer is $\boxed{1.85}$ eV.""",
     ["1.85 eV", "2.96 × 10^{-19} J", "$1.85 \\mathrm{~eV}$"],
     ["4.13 eV", "2.28 eV", "1.85 J", "1.85 keV", "18.5 eV", "2.96 × 10^{-18} J"]),
    (r"""Let me analyze each option.

(A) Glycolysis takes place in the cytosol and needs no oxygen. ✔️
(B) The Krebs cycle takes place in the matrix of mitochondria, so "in the cytosol" is false.
(C) Oxidative phosphorylation requires oxygen as the final acceptor.
(D) The electron transport chain is in the inner membrane.

The only process that takes place in the cytosol is glycolysis.

The correct answer is **(A) Glycolysis**.""",
     ["A", "(A)", "(A) Glycolysis"],
     ["B", "C", "D"]),
    (r"""Looking at the four choices, I can eliminate those with the wrong dimension: A has the unit of a momentum, and D of a power. Between B and C, the factor 1/2 decides.

Kinetic energy is $\frac{1}{2}mv^2 = \frac12 (4)(25) = 50$ J.

**Answer: C**""",
     ["C", "(C)"], ["A", "B", "D"]),
    (r"""The compound has 40.0% C, 6.7% H and 53.3% O.

- C: 40.0/12.01 = 3.33
- H: 6.7/1.008 = 6.65
- O: 53.3/16.00 = 3.33

The ratio is 1 : 2 : 1, so the empirical formula is CH₂O (30.03 g/mol). With M = 180.2 g/mol the factor is 6.

The molecular formula is $\boxed{\mathrm{C_6H_{12}O_6}}$.""",
     ["C6H12O6", "$\\mathrm{C_6H_{12}O_6}$", "\\ce{C6H12O6}"],
     ["CH2O", "C12H22O11", "C6H6O6", "C6H12O5"]),
    (r"""When copper reacts with concentrated nitric acid, NO₂ is formed.

Unbalanced: Cu + HNO₃ → Cu(NO₃)₂ + NO₂ + H₂O

Balancing N and H gives:

**Cu + 4 HNO₃ → Cu(NO₃)₂ + 2 NO₂ + 2 H₂O**""",
     ["Cu + 4HNO3 -> Cu(NO3)2 + 2NO2 + 2H2O", "$\\ce{Cu + 4HNO3 -> Cu(NO3)2 + 2NO2 + 2H2O}$",
      "4HNO3 + Cu = 2H2O + 2NO2 + Cu(NO3)2"],
     ["Cu + 2HNO3 -> Cu(NO3)2 + H2", "3Cu + 8HNO3 -> 3Cu(NO3)2 + 2NO + 4H2O", "Cu + HNO3 -> Cu(NO3)2 + NO2 + H2O"]),
    (r"""Chromium (Z = 24) is an exception to the Aufbau principle: a half-filled d subshell is more stable.

One would expect [Ar] 3d⁴ 4s², but one electron moves from 4s to 3d.

Therefore the ground-state electron configuration of Cr is **[Ar] 3d⁵ 4s¹**.""",
     ["[Ar] 3d^5 4s^1", "[Ar] 4s^1 3d^5", "$[\\mathrm{Ar}]\\,3d^5\\,4s^1$", "1s^2 2s^2 2p^6 3s^2 3p^6 3d^5 4s^1"],
     ["[Ar] 3d^4 4s^2", "[Ar] 3d^6", "[Ar] 3d^10 4s^1"]),
    (r"""The angular frequency is

$$\omega = \sqrt{\frac{k}{m}} = \sqrt{\frac{200\ \text{N/m}}{0.50\ \text{kg}}} = 20\ \text{rad/s}$$

and the period is

$$T = \frac{2\pi}{\omega} = \frac{2\pi}{20} \approx 0.314\ \text{s}$$

Therefore, the period of oscillation is approximately **0.314 s**.""",
     ["0.314 s", "314 ms", "$0.314 \\mathrm{~s}$", "$\\frac{\\pi}{10}$ s"],
     ["20 rad/s", "3.14 s", "0.314 ms", "0.0314 s", "200 N/m", "0.50 kg"]),
    (r"""The Schwarzschild radius is given by $r_s = \frac{2GM}{c^2}$.

Substituting $M = 10 M_\odot = 1.99\times10^{31}$ kg:

$$r_s = \frac{2(6.674\times10^{-11})(1.99\times10^{31})}{(2.998\times10^{8})^2} = \frac{2.656\times10^{21}}{8.988\times10^{16}} \approx 2.95\times10^{4}\ \mathrm{m}$$

Answer: $r_s \approx 2.95\times10^4\ \mathrm{m}$ (about 29.5 km)""",
     ["2.95 × 10^4 m", "29.5 km", "$2.95\\times 10^{4}$ m"],
     ["2.95 km", "2.95 × 10^3 m", "295 km", "1.99 × 10^{31} kg", "29.5 m"]),
    (r"""Given that 2% of the population is affected (aa), q² = 0.02, so q = 0.141 and p = 0.859.

The frequency of carriers is 2pq = 2 × 0.859 × 0.141 = 0.242.

$\boxed{0.242}$""",
     ["0.242", "24.2%"], ["0.141", "0.859", "2.42%", "0.02", "0.0242"]),
    (r"""Osmotic pressure: Π = iMRT

i = 2 (NaCl), M = 0.15 mol/L, R = 0.08206 L·atm/(mol·K), T = 310 K

Π = 2 × 0.15 × 0.08206 × 310 = 7.63 atm

Converted to kPa: 7.63 × 101.325 = 773 kPa.

The osmotic pressure is approximately 7.63 atm.""",
     ["7.63 atm", "773 kPa", "7.73 bar", "$7.73\\times 10^5$ Pa"],
     ["76.3 atm", "3.82 atm", "7.63 kPa", "773 Pa", "0.15 mol/L"]),
    (r"""The current is $I = \frac{V}{R} = \frac{9.0\,\text{V}}{450\,\Omega}$.

So the current through the resistor is $0.020\ \text{A}$, or $20\ \text{mA}$.""",
     ["0.020 A", "20 mA", "2.0 × 10^{-2} A"],
     ["2.0 A", "200 mA", "20 A", "9.0 V", "0.020 mA"]),
    (r"""By conservation of momentum,

m₁v₁ + m₂v₂ = (m₁ + m₂)v_f
(1200 kg)(15 m/s) + (1800 kg)(−10 m/s) = (3000 kg) v_f
18,000 − 18,000 = 3000 v_f
v_f = 0 m/s

The final velocity is **0 m/s**.""",
     ["0 m/s", "0"], ["15 m/s", "-10 m/s", "6 m/s", "18000 kg m/s"]),
    (r"""The rate law is rate = k[A]²[B].

k = rate/([A]²[B]) = (1.2 × 10⁻³ M/s)/((0.10 M)²(0.20 M)) = 0.60 M⁻² s⁻¹

**k = 0.60 M⁻²·s⁻¹**""",
     ["0.60 M^-2 s^-1", "0.60 L^2/(mol^2 s)", "0.60 L² mol⁻² s⁻¹"],
     ["0.60 M^-1 s^-1", "6.0 M^-2 s^-1", "1.2 × 10^-3 M/s", "0.60 s^-1"]),
    (r"""Energy per photon: E = hc/λ = 3.97 × 10⁻¹⁹ J.

Number of photons per second: n = P/E = (5.0 × 10⁻³ J/s)/(3.97 × 10⁻¹⁹ J) = 1.26 × 10¹⁶ s⁻¹

Thus the laser emits about 1.26 × 10^16 photons per second.""",
     ["1.26 × 10^16 photons/s", "1.26 × 10^{16} s^{-1}"],
     ["1.26 × 10^15 s^{-1}", "3.97 × 10^{-19} J", "1.26 × 10^{-16} s^{-1}"]),
    (r"""**Final Answer**

The gravitational force between the two spheres is

\[
F = G\frac{m_1 m_2}{r^2} = 6.674 \times 10^{-11} \cdot \frac{50 \cdot 80}{(0.5)^2} \approx 1.07 \times 10^{-6} \, \text{N}
\]

\[
\boxed{1.07 \times 10^{-6} \, \text{N}}
\]""",
     ["1.07 × 10^{-6} N", "1.07 μN", "$1.07\\times 10^{-6} \\mathrm{~N}$"],
     ["1.07 × 10^{-7} N", "1.07 mN", "1.07 × 10^6 N", "1.07 × 10^{-6} J"]),
    (r"""1) Heat the ice to 0 °C: q₁ = 50.0 g × 2.09 J/(g·°C) × 10.0 °C = 1045 J
2) Melt it: q₂ = 50.0 g × 334 J/g = 16700 J
3) Heat the water to 25 °C: q₃ = 50.0 g × 4.18 J/(g·°C) × 25.0 °C = 5225 J

Total: q = 1045 + 16700 + 5225 = 22970 J ≈ 23.0 kJ

So the total heat required is 23.0 kJ.""",
     ["23.0 kJ", "2.30 × 10^4 J", "5.49 kcal"],
     ["16.7 kJ", "5225 J", "230 kJ", "23.0 J", "2.30 kJ"]),
    (r"""The de Broglie wavelength of the electron is

λ = h/(mv) = 6.626e-34 / (9.109e-31 * 2.0e6) = 3.64e-10 m

Answer: 3.64e-10 m""",
     ["3.64 × 10^{-10} m", "0.364 nm", "3.64 Å", "364 pm"],
     ["3.64 nm", "3.64 × 10^{-9} m", "36.4 pm", "2.0 × 10^6 m/s"]),
    (r"""The resistance of the wire:

$$R = \rho\frac{L}{A} = (1.68\times 10^{-8}\ \Omega\cdot\text{m})\frac{10\ \text{m}}{1.0\times10^{-6}\ \text{m}^2} = 0.168\ \Omega$$

Hence, $R = 0.168\ \Omega = 168\ \text{m}\Omega$.""",
     ["0.168 Ω", "168 mΩ", "$0.168\\ \\Omega$"],
     ["1.68 Ω", "0.168 kΩ", "1.68 × 10^{-8} Ω m", "16.8 mΩ"]),
    (r"""Since the roots of the genotype cross Aa × Aa give AA : Aa : aa = 1 : 2 : 1, three quarters show the dominant trait.

So the probability is $\frac{3}{4}$, i.e. 75%.""",
     ["3/4", "0.75", "75%", "$\\frac{3}{4}$"], ["1/4", "0.25", "1/2", "7.5%"]),
    (r"""The half-life is $t_{1/2} = \frac{\ln 2}{k}$. With $k = 1.21\times10^{-4}\ \text{yr}^{-1}$ it is $5.73\times 10^3$ years.

$$t = \frac{\ln(1/0.30)}{1.21\times10^{-4}} = \frac{1.204}{1.21\times10^{-4}} = 9950\ \text{years}$$

The sample is approximately **9,950 years** old.""",
     ["9950 years", "9.95 × 10^3 yr", "9.95 kyr"], ["5730 years", "995 years", "99500 years", "9950 s"]),
    (r"""The Gibbs energy change is

ΔG = ΔH − TΔS = −92.2 kJ/mol − (298 K)(−0.1987 kJ/(mol·K)) = −92.2 + 59.2 = −33.0 kJ/mol.

ΔG is negative, so the reaction is spontaneous.

\[\boxed{\Delta G = -33.0\ \text{kJ/mol}}\]""",
     ["-33.0 kJ/mol", "-3.30 × 10^4 J/mol", "−33.0 kJ mol⁻¹", "-7.89 kcal/mol"],
     ["33.0 kJ/mol", "-92.2 kJ/mol", "59.2 kJ/mol", "-33.0 J/mol", "-151.4 kJ/mol"]),
    (r"""The problem asks for the terminal velocity of a small sphere (Stokes' law).

v = 2r²(ρ_s − ρ_f)g / (9η)
  = 2 × (1.0e-5 m)² × (2500 − 1000) kg/m³ × 9.81 m/s² / (9 × 1.0e-3 Pa·s)
  = 3.27e-4 m/s

So the terminal velocity is about 3.3 × 10⁻⁴ m/s.""",
     ["3.3 × 10^{-4} m/s", "0.33 mm/s", "3.27 × 10^{-4} m/s", "$3.3\\times10^{-4}\\ \\mathrm{m/s}$"],
     ["3.3 × 10^{-3} m/s", "3.3 mm/s", "3.3 × 10^4 m/s", "1.0 × 10^{-3} Pa s"]),
    (r"""Okay, so the question is about the equilibrium constant for N2O4 ⇌ 2NO2.

Initial: 0.0500 M N2O4. Change: −x, +2x. At equilibrium, x = 0.0120 M.

Kc = [NO2]²/[N2O4] = (0.0240)²/(0.0380) = 0.0152

Therefore, Kc ≈ 0.0152.""",
     ["0.0152", "1.52 × 10^{-2}", "$K_c = 0.0152$"],
     ["0.152", "0.0240", "0.0380", "1.52", "65.8"]),
    (r"""To determine the temperature, use the ideal gas law:

$$T = \frac{pV}{nR} = \frac{(2.00\ \text{atm})(15.0\ \text{L})}{(1.00\ \text{mol})(0.08206\ \text{L·atm/(mol·K)})} = 366\ \text{K}$$

Converting to Celsius: $366 - 273 = 93\ ^\circ\text{C}$.

The temperature of the gas is **366 K**.""",
     ["366 K", "93 °C", "$3.66\\times10^{2}$ K"],
     ["93 K", "36.6 K", "366 °C", "273 K"]),
    (r"""Let's denote the tension by T.

For the 3 kg block: T = 3a
For the 2 kg block: 2g − T = 2a

Adding: 2g = 5a → a = 2(9.8)/5 = 3.92 m/s²
T = 3(3.92) = 11.76 N

**Acceleration:** 3.92 m/s²
**Tension:** 11.76 N

The question asks for the tension, so the answer is **11.8 N**.""",
     ["11.8 N", "11.76 N", "0.0118 kN"],
     ["3.92 m/s²", "118 N", "1.18 N", "11.8 J", "19.6 N"]),
    (r"""The magnetic field at the centre of the loop:

$$B = \frac{\mu_0 I}{2R} = \frac{(4\pi\times10^{-7}\,\mathrm{T\,m/A})(5.0\,\mathrm{A})}{2(0.10\,\mathrm{m})} = 3.1\times10^{-5}\,\mathrm{T}$$

**Answer:** $3.1\times10^{-5}\,\mathrm{T}$ (31 µT)""",
     ["3.1 × 10^{-5} T", "31 μT", "0.031 mT", "0.31 G"],
     ["3.1 × 10^{-6} T", "31 mT", "3.1 × 10^5 T", "5.0 A", "31 nT"]),
    (r"""The sequence 5'-ATGGCCTAA-3' is transcribed to 5'-AUGGCCUAA-3'. It has three codons: AUG (Met), GCC (Ala), UAA (stop).

So the peptide has 2 amino acids.

\boxed{2}""",
     ["2", "2 amino acids"], ["3", "9", "1", "20"]),
    (r"""**Analysis of the options**

A. *Incorrect* – the nucleus is not involved.
B. *Incorrect* – this describes mitosis.
C. *Incorrect* – meiosis I separates homologous chromosomes.
D. *Correct* – in meiosis II the sister chromatids separate.

**Final Answer: D**""",
     ["D", "(D)"], ["A", "B", "C"]),
    (r"""For a hydrogen-like ion, E_n = −13.6 Z²/n² eV. For He⁺ (Z = 2) in the ground state (n = 1):

E₁ = −13.6 × 4 / 1 = −54.4 eV

The ionization energy is therefore +54.4 eV, or 5250 kJ/mol.

Final answer: 54.4 eV""",
     ["54.4 eV", "8.72 × 10^{-18} J", "+54.4 eV"],
     ["-54.4 eV", "13.6 eV", "54.4 keV", "5.44 eV", "54.4 J"]),
    (r"""The volume of the sphere is

$$V = \frac{4}{3}\pi r^3 = \frac{4}{3}\pi (2.0\ \text{cm})^3 = 33.5\ \text{cm}^3$$

and so its mass is

$$m = \rho V = 7.87\ \tfrac{\text{g}}{\text{cm}^3} \times 33.5\ \text{cm}^3 = 264\ \text{g}.$$

Therefore, the mass of the iron sphere is approximately $264\ \text{g}$.""",
     ["264 g", "0.264 kg", "$2.64\\times10^{2}$ g"],
     ["33.5 cm^3", "7.87 g/cm³", "26.4 g", "264 kg", "2.64 kg"]),
    (r"""The limiting reagent is hydrogen.

n(H2) = 6.00 g / 2.016 g/mol = 2.98 mol
n(NH3) = 2.98 × 2/3 = 1.98 mol
m(NH3) = 1.98 × 17.03 = 33.8 g

The theoretical yield is 33.8 g and the actual yield is 27.0 g.

Percent yield = 27.0/33.8 × 100% = 79.9%

**The percent yield is 79.9%.**""",
     ["79.9%", "0.799", "79.9 %"],
     ["33.8 g", "27.0 g", "7.99%", "125%", "20.1%"]),
    (r"""Sound intensity level: β = 10 log(I/I₀)

I = 10^(β/10) I₀ = 10^(8.5) × 10^(-12) = 3.2 × 10^(-4) W/m²

I = 3.2 × 10^(-4) W/m²""",
     ["3.2 × 10^{-4} W/m^2", "0.32 mW/m²", "3.2 × 10^{-8} W/cm²"],
     ["3.2 × 10^{-3} W/m^2", "3.2 × 10^4 W/m²", "3.2 × 10^{-4} W", "8.5"]),
    (r"""Acceleration of the electron:

\begin{align*}
a &= \frac{eE}{m} \\
  &= \frac{(1.60\times10^{-19}\ \text{C})(500\ \text{N/C})}{9.11\times10^{-31}\ \text{kg}} \\
  &= 8.78\times10^{13}\ \text{m/s}^2
\end{align*}

Thus, $a = 8.78\times10^{13}\ \text{m/s}^2$.""",
     ["8.78 × 10^{13} m/s^2", "8.8 × 10^{13} m/s²", "$8.78\\times10^{13}\\ \\mathrm{m\\,s^{-2}}$", "8.78e13 N/kg"],
     ["8.78 × 10^{12} m/s^2", "8.78 × 10^{13} m/s", "500 N/C", "8.78 × 10^{-13} m/s^2"]),
    (r"""The total distance is 12 km + 18 km = 30 km and the total time is 0.5 h + 1.0 h = 1.5 h.

Average speed = 30 km / 1.5 h = 20 km/h

### Final answer

$$v_{avg} = 20\ \text{km/h} \approx 5.6\ \text{m/s}$$""",
     ["20 km/h", "5.6 m/s", "20 km h^{-1}"],
     ["30 km", "1.5 h", "20 m/s", "200 km/h", "5.6 km/h"]),
    (r"""The work function is $\phi = hf_0$, hence

$$f_0 = \frac{\phi}{h} = \frac{4.5 \times 1.602\times10^{-19}}{6.626\times10^{-34}} = 1.09\times10^{15}\text{ Hz}.$$

$\boxed{1.09\times10^{15}\text{ Hz}}$

This is in the ultraviolet.""",
     ["1.09 × 10^{15} Hz", "1.09 PHz", "1.09 × 10^{15} s^{-1}", "1090 THz"],
     ["1.09 × 10^{14} Hz", "4.5 eV", "1.09 × 10^{15} kHz", "109 THz"]),
    (r"""In sulfuric acid the oxidation state of sulfur follows from 2(+1) + x + 4(−2) = 0, so x = +6.

**Answer: +6**""",
     ["+6", "6", "$+6$"], ["-6", "+4", "-2", "+2"]),
    (r"""The charge on the capacitor is Q = CV = (2.2 × 10⁻⁶ F)(12 V) = 2.64 × 10⁻⁵ C, and the stored energy is

U = ½CV² = ½(2.2 × 10⁻⁶)(144) = 1.58 × 10⁻⁴ J.

So the capacitor stores about 1.6 × 10⁻⁴ J of energy.""",
     ["1.6 × 10^{-4} J", "0.16 mJ", "160 μJ", "$1.58\\times10^{-4}$ J"],
     ["1.6 × 10^{-5} J", "2.64 × 10^{-5} C", "16 mJ", "1.6 mJ", "1.6 × 10^4 J"]),
    (r"""Using the relativistic formula: γ = 1/√(1 − 0.6²) = 1/√0.64 = 1.25.

The moving clock runs slow: Δt = γΔt₀ = 1.25 × 4.0 yr = 5.0 yr.

$$\boxed{\Delta t = 5.0\ \text{years}}$$""",
     ["5.0 years", "5.0 yr", "1.58 × 10^8 s"], ["4.0 yr", "1.25", "3.2 yr", "50 years", "5.0 s"]),
    (r"""The nuclide loses an alpha particle:

$$^{226}_{88}\text{Ra} \rightarrow {}^{222}_{86}\text{Rn} + {}^{4}_{2}\text{He}$$

So the daughter nuclide is $\boxed{{}^{222}_{86}\text{Rn}}$.""",
     ["$^{222}_{86}\\mathrm{Rn}$", "\\ce{^{222}_{86}Rn}", "Rn-222", "^{222}Rn"],
     ["$^{226}_{88}\\mathrm{Ra}$", "$^{4}_{2}\\mathrm{He}$", "Rn-220", "$^{222}_{84}\\mathrm{Po}$"]),
    (r"""The conjugate base of a Brønsted acid is what remains after it has lost one proton. For H₂PO₄⁻ this is

H₂PO₄⁻ → HPO₄²⁻ + H⁺

so the conjugate base is **HPO₄²⁻**.""",
     ["HPO4^2-", "$\\mathrm{HPO_4^{2-}}$", "\\ce{HPO4^2-}"],
     ["H3PO4", "PO4^3-", "H2PO4^-", "HPO4^-"]),
    (r"""Integrating, $W = \int_{V_1}^{V_2} p\,dV = nRT\ln\frac{V_2}{V_1}$ for an isothermal process. With $V_2 = 2V_1$:

$$\boxed{W = nRT\ln 2}$$""",
     ["$nRT\\ln 2$", "$W = nRT \\ln 2$", "$nRT\\ln(2)$"],
     ["$-nRT\\ln 2$", "$nRT\\ln 4$", "$2nRT$", "$nR\\ln 2$", "$nRT\\ln\\frac{1}{2}$"]),
    (r"""From the graph, the slope of ln k against 1/T is −6014 K.

Ea = −slope × R = 6014 K × 8.314 J/(mol·K) = 5.00 × 10⁴ J/mol

Ea = 50.0 kJ/mol""",
     ["50.0 kJ/mol", "5.00 × 10^4 J/mol", "11.95 kcal/mol"],
     ["-50.0 kJ/mol", "500 kJ/mol", "6014 K", "50.0 J/mol", "5.00 kJ/mol"]),
    (r"""Both lenses together have P = P₁ + P₂ = 2.0 m⁻¹ + 3.0 m⁻¹ = 5.0 m⁻¹, which corresponds to f = 0.20 m.

The combined focal length is **20 cm**.""",
     ["20 cm", "0.20 m", "200 mm"], ["5.0 m^{-1}", "20 m", "2.0 cm", "0.20 cm", "-20 cm"]),
    (r"""The rms speed:

$v_{rms} = \sqrt{\frac{3RT}{M}} = \sqrt{\frac{3(8.314)(300)}{0.0280}} = \sqrt{2.67\times10^5} \approx 517$ m/s

Therefore, $v_{rms} \approx 517$ m/s.""",
     ["517 m/s", "0.517 km/s", "$5.17\\times10^{2}$ m/s", "1860 km/h"],
     ["51.7 m/s", "517 km/s", "2.67 × 10^5 m/s", "300 K", "5170 m/s"]),
]


def rows():
    """(category, gold, response, label, why) of each pair."""
    made = []
    for response, answered, others in RESPONSES:
        made += [("long_right", gold, response, "correct", f"concludes with {gold}") for gold in answered]
        made += [("long_wrong", gold, response, "incorrect", f"does not conclude with {gold}") for gold in others]
    return made
