/** The nearest value on the brick's grid: multiples of `step` counted from `min` (else from 0). */
export function roundToStep(value: number, step: number | undefined, min = 0): number {
  // Six decimals: finer than any figure here means, and free of the noise of binary fractions.
  if (step === undefined) return clean(value);
  return clean(min + Math.round((value - min) / step) * step);
}

function clean(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
