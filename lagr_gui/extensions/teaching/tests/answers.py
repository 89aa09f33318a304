"""Answers to exercises as students write them: what is asked, the answer, how it is.

Right ones come unfolded, in another order, multiplied, with parallel axes at once, with double
angles; of wrong ones the name of the error is told, or “difference” where it is told by its terms.
"""

from __future__ import annotations

Answer = tuple[str, str, str]

ANSWERS: dict[str, list[Answer]] = {
    "double_pendulum": [
        ("T1", "½ · ⅓ m₁ l₁² q̇₁²", "right"),
        ("T1", "1/2 m1 (l1/2)^2 q1'^2 + 1/2*m1*l1^2/12*q1'^2", "right"),
        ("T1", "½ (1/12) m1 l1² q1'²", "no-translation"),
        ("T1", "1/8 m1 l1² q1'²", "no-rotation"),
        ("T1", "⅓ m1 l1² q1'²", "no-half-kinetic"),
        ("T1", "1/2 m1 l1²/4 q1'² + 1/2 m1 l1²/3 q1'²", "steiner-twice"),
        ("T1", "½ m1 l1² q̇1² + 1/24 m1 l1² q̇1²", "centre-at-end"),
        ("T2", "½m2(l1²q̇1² + l1 l2 q̇1(q̇1+q̇2)cos q2) + 1/6m2 l2²(q̇1+q̇2)²", "right"),
        (
            "T2",
            "1/2 m2 ((l1 q1' cos q1 + l2/2 (q1'+q2') cos(q1+q2))^2 + (l1 q1' sin q1"
            " + l2/2 (q1'+q2') sin(q1+q2))^2) + 1/24 m2 l2^2 (q1'+q2')^2",
            "right",
        ),
        ("T2", "½ m2 (l1² q1'² + l2²/4 (q1'+q2')²) + 1/24 m2 l2² (q1'+q2')²", "no-cross-term"),
        (
            "T2",
            "½ m2 (l1² q1'² + l2²/4 (q1'+q2')² + l1 l2/2 q1' (q1'+q2') cos q2)"
            " + 1/24 m2 l2² (q1'+q2')²",
            "half-cross-term",
        ),
        (
            "T2",
            "½ m2 (l1² q1'² + l2²/4 (q1'+q2')² + l1 l2 q1' (q1'+q2') cos q2) + 1/24 m2 l2² q2'²",
            "relative-turning",
        ),
        ("T2", "1/6 m2 l2² (q1'+q2')²", "no-transport"),
        (
            "T2",
            "½ m2 (l1² q1'² + l2²/4 (q1'+q2')² + l1 l2 q1' (q1'+q2') cos q2)",
            "no-rotation",
        ),
        ("U", "m1 g l1/2 (1 - cos q1) + m2 g (l1 (1-cos q1) + l2/2 (1-cos(q1+q2)))", "right"),
        ("U", "m1 g l1/2 cos q1 + m2 g (l1 cos q1 + l2/2 cos(q1+q2))", "gravity-sign"),
        ("U", "-m1 g l1/2 cos q1 - m2 g (l1 cos q1 + l2 cos(q1+q2))", "centre-at-end"),
        ("U", "-m1 g l1/2 cos q1 - m2 g l2/2 cos(q1+q2)", "no-joint-place"),
        ("dT/d(q1')", "m1 l1²/3 q1' + m2(l1² q1' + l1 l2 q1' cos q2 + ½ l1 l2 q2' cos q2"
         " + l2²/3 (q1'+q2'))", "right"),
        (
            "d/dt dT/d(q2')",
            "½ m2 l1 l2 q1'' cos q2 + ⅓ m2 l2² (q1''+q2'')",
            "rate-partial",
        ),
        (
            "d/dt dT/d(q2')",
            "½ m2 l1 l2 q1'' cos q2 - ½ m2 l1 l2 q1' sin q2 + ⅓ m2 l2² (q1''+q2'')",
            "rate-without-inner",
        ),
        (
            "equation q2",
            "2 l1 cos(q2) q1'' + 4/3 l2 (q1''+q2'') + 2 l1 q1'² sin q2 + 2 g sin(q1+q2) = 0",
            "right",
        ),
        (
            "equation q2",
            "½ m2 l1 l2 q1'' cos q2 + ⅓ m2 l2² (q1''+q2'') - ½ m2 l1 l2 q1' q2' sin q2"
            " + ½ m2 g l2 sin(q1+q2) = 0",
            "no-slope",
        ),
        (
            "equation q2",
            "½ m2 l1 l2 q1'' cos q2 + ⅓ m2 l2² (q1''+q2'') - ½ m2 l1 l2 sin q2 (2 q1' q2' + q1'²)"
            " + ½ m2 g l2 sin(q1+q2) = 0",
            "slope-sign",
        ),
        (
            "equation q2",
            "½ m2 l1 l2 q1'' cos q2 + ⅓ m2 l2² (q1''+q2'') + ½ m2 l1 l2 q1'² sin q2"
            " = ½ m2 g l2 sin(q1+q2)",
            "gravity-sign",
        ),
        (
            "equations",
            "(m1/3+m2) l1² q1'' + ½ m2 l1 l2 (q1''+q2'') cos q2 - ½ m2 l1 l2 (q1'+q2')² sin q2"
            " = -(m1/2+m2) g l1 sin q1;"
            " ½ l1 q1'' cos q2 + ⅓ l2 (q1''+q2'') + ½ l1 q1'² sin q2 = -½ g sin(q1+q2)",
            "right",
        ),
    ],
    "physical_pendulum": [
        ("T1", "½ (m L²/12 + m s²) q1'²", "right"),
        ("T1", "½ m s² q1'²", "no-rotation"),
        ("T1", "½ m L²/12 q1'²", "no-translation"),
        ("T1", "½ m s² q1'² + ½ (m L²/12 + m s²) q1'²", "steiner-twice"),
        ("U", "m g s (1 - cos q1)", "right"),
        ("U", "2 m g s sin²(q1/2)", "right"),
        ("U", "m g s cos q1", "gravity-sign"),
        ("U", "-m g s sin q1", "sine-cosine"),
        ("equation q1", "(L² + 12 s²) q1'' + 12 g s sin q1 + 12 k/m q1' = 0", "right"),
        ("equation q1", "q1'' = -(m g s sin q1 + k q1')/(m L²/12 + m s²)", "right"),
        ("equation q1", "m (L²/12 + s²) q1'' + m g s sin q1 = 0", "no-force"),
        ("equation q1", "m (L²/12 + s²) q1'' + m g s sin q1 = k q1'", "force-sign"),
        ("equation q1", "m (L²/12 + s²) q1'' + m g s sin q1 + 2 k q1' = 0", "no-half-damper"),
        ("equation q1", "m (L²/12 + s²) q1'' - m g s sin q1 + k q1' = 0", "fall-sign"),
        ("equation q1", "m L²/12 q1'' + m g s sin q1 + k q1' = 0", "no-translation"),
        ("equation q1", "m s² q1'' + m g s sin q1 + k q1' = 0", "no-rotation"),
        ("dT/d(q1')", "½ m (L²/12 + s²) q1'", "square-kept"),
    ],
    "overhead_crane": [
        ("v_S2^2", "ẋ² + l²φ̇² + 2lẋφ̇cosφ", "right"),
        ("v_S2^2", "ẋ² + l² φ̇²", "no-cross-term"),
        ("v_S2^2", "ẋ² + l² φ̇² + l ẋ φ̇ cos φ", "half-cross-term"),
        ("v_S2^2", "ẋ² + l² φ̇² - 2 l ẋ φ̇ cos φ", "opposite-cross-term"),
        ("v_S2^2", "l² φ̇²", "no-transport"),
        ("v_S2^2", "ẋ² + l² φ̇² + 2 l ẋ φ̇ sin φ", "angle-between"),
        ("T2", "½m(ẋ + lφ̇ cos φ)² + ½ m l² φ̇² sin²φ + 1/12 m a² φ̇²", "right"),
        ("T2", "½ m (ẋ² + l² φ̇² + 2 l ẋ φ̇ cos φ)", "no-rotation"),
        ("T2", "½ m (ẋ² + l² φ̇² + 2 l ẋ φ̇ cos φ) + 1/6 m a² φ̇²", "no-half-rotation"),
        ("T2", "m (ẋ² + l² φ̇² + 2 l ẋ φ̇ cos φ) + 1/12 m a² φ̇²", "no-half-translation"),
        ("equation x", "(M+m) x'' + m l (phi'' cos phi - phi'^2 sin phi) + k x' = 0", "right"),
        ("equation x", "(M+m) x'' + m l phi'' cos phi + k x' = 0", "rate-partial"),
        (
            "equation x",
            "(M+m) x'' + m l phi'' cos phi - m l phi' sin phi + k x' = 0",
            "rate-without-inner",
        ),
        ("equation x", "(M+m) x'' + m l (phi'' cos phi - phi'^2 sin phi) = 0", "no-force"),
        ("equation phi", "(l² + a²/6) φ̈ + l ẍ cos φ = - g l sin φ", "right"),
        ("equation phi", "(l² + a²/6) φ̈ + l ẍ cos φ - l ẋ φ̇ sin φ + g l sin φ = 0", "no-slope"),
        ("equation phi", "l² φ̈ + l ẍ cos φ + g l sin φ = 0", "no-rotation"),
        ("equation phi", "(l² + a²/6) φ̈ + l ẍ cos φ = 0", "no-weight"),
    ],
    "elastic_pendulum": [
        ("T1", "½ m ṙ² + ½ m (r φ̇)²", "right"),
        ("T1", "½ m r² φ̇²", "difference"),
        ("T1", "m (ṙ² + r² φ̇²)", "no-half-translation"),
        ("U", "½ c (r² - 2 r l0) - m g r cos φ", "right"),
        ("U", "½ c r² - m g r cos φ", "length-for-elongation"),
        ("U", "c (r-l0)² - m g r cos φ", "no-half-spring"),
        ("U", "½ c (r-l0)²", "no-weight"),
        ("U", "-m g r cos φ", "no-spring"),
        ("U", "½ c (r-l0)² + m g r cos φ", "gravity-sign"),
        ("equation r", "r'' - r φ'² - g cos φ + c/m (r - l0) = 0", "right"),
        ("equation r", "m r'' - m g cos φ + c (r - l0) = 0", "no-slope"),
        ("equation r", "m r'' - m r φ'² = m g cos φ + c (r - l0)", "spring-sign"),
        ("equation r", "m r'' - m r φ'² = m g cos φ - c r", "length-for-elongation"),
        ("equation phi", "r φ'' + 2 r' φ' + g sin φ = 0", "right"),
        ("equation phi", "m r² φ'' + m g r sin φ = 0", "rate-partial"),
        ("equation phi", "m r² φ'' + 2 m r r' φ' = m g r sin φ", "gravity-sign"),
    ],
    "two_pendulums_dashpot": [
        ("T1", "½ m l² q1'²", "right"),
        ("T1", "m l² q1'²", "no-half-translation"),
        ("U", "m g l (2 - cos q1 - cos q2)", "right"),
        ("U", "-m g l cos q2", "no-weight"),
        ("Q*(q1)", "k l ell_1' (d cos q1 - l sin(q1-q2))/ell_1", "unreadable"),
        ("Q*(q1)", "k*l*elldot_1*(d*cos(q1) - l*sin(q1 - q2))/ell_1", "right"),
        ("Q*(q1)", "-k*l*elldot_1*(d*cos(q1) - l*sin(q1 - q2))/ell_1", "force-sign"),
        ("equation q1", "m l² q1'' + m g l sin q1 = 0", "no-force"),
        ("equation q2", "l q2'' + g sin q2 = 0", "no-force"),
        (
            "equation q2",
            "m l² q2'' + m g l sin q2 = -2 k l elldot_1/ell_1*(d cos q2 - l sin(q1-q2))",
            "no-half-damper",
        ),
    ],
    "bead_on_hoop": [
        ("T1", "½ m R² (q1'² + Omega² sin²q1)", "right"),
        ("T1", "½ m R² q1'² + ¼ m R² Ω² (1 - cos 2q1)", "right"),
        ("T1", "m R² (q1'² + Ω² sin² q1)", "no-half-translation"),
        ("dT/d(q1)", "½ m R² Ω² sin(2 q1)", "right"),
        ("dT/d(q1)", "m R² Ω² sin q1 cos q1", "right"),
        ("dT/d(q1)", "-m R² Ω² sin q1 cos q1", "slope-sign"),
        ("equation q1", "q1'' - Ω² sin q1 cos q1 + g/R sin q1 + k/(m R²) q1' = 0", "right"),
        ("equation q1", "m R² q1'' + m g R sin q1 + k q1' = 0", "no-slope"),
        ("equation q1", "m R² q1'' + ½ m R² Ω² sin(2q1) + m g R sin q1 + k q1' = 0", "slope-sign"),
        ("equation q1", "m R² q1'' - ½ m R² Ω² sin(2q1) - m g R sin q1 + k q1' = 0", "gravity-sign"),
        ("equation q1", "m R² q1'' - ½ m R² Ω² sin(2q1) + m g R sin q1 + 2 k q1' = 0",
         "no-half-damper"),
    ],
    "slider_crank": [
        ("T3", "½ m_K x'²", "right"),
        ("equation x", "m_K x'' = λ1 - F", "right"),
        ("equation x", "m_K x'' + λ1 + F = 0", "right"),
        ("equation x", "m_K x'' + F = 0", "no-multiplier"),
        (
            "equation rho",
            "m_P l_P (l_P/3 + l_L/2 cos ρ) φ'' + m_P l_P²/3 ρ'' + ½ m_P l_L l_P φ'² sin ρ"
            " = -½ m_P g l_P cos(φ+ρ) + l_P λ1 sin(φ+ρ) - l_P λ2 cos(φ+ρ)",
            "right",
        ),
        (
            "equation rho",
            "m_P l_P (l_P/3 + l_L/2 cos ρ) φ'' + m_P l_P²/3 ρ'' + ½ m_P l_L l_P φ'² sin ρ"
            " = -½ m_P g l_P cos(φ+ρ)",
            "no-multiplier",
        ),
        ("equation x", "m_K x'' + λ1 = 0", "no-force"),
        ("T1", "1/24 m_L l_L² φ'² + ½ m_L (l_L/2 φ')²", "right"),
        ("T1", "1/24 m_L l_L² φ'²", "no-translation"),
        ("U", "½ m_L g l_L sin φ + m_P g (l_L sin φ + ½ l_P sin(φ+ρ))", "right"),
        ("U", "½ m_L g l_L cos φ + m_P g (l_L cos φ + ½ l_P cos(φ+ρ))", "sine-cosine"),
    ],
}
