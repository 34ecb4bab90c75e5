/** Random draws from distributions, the same for the same seed: an estimate must not change when it is read again. */

interface Chance {
  normal(): number;
  beta(yes: number, no: number): number;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  /** Above 0 and below 1 (mulberry32). */
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  /** Marsaglia and Tsang. */
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * uniform() ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(uniform()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  const beta = (yes: number, no: number) => {
    const [a, b] = [gamma(yes), gamma(no)];
    return a + b === 0 ? yes / (yes + no) : a / (a + b);
  };
  return { normal, beta };
}
