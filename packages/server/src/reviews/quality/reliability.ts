/**
 * How well confidence is calibrated: accuracy by bin of confidence, and the mean distance between the two (ECE), both
 * weighted.
 */
export interface ConfidentAnswer {
  confidence: number;
  isRight: boolean;
  weight: number;
}

export interface ReliabilityBin {
  from: number;
  to: number;
  n: number;
  confidence: number;
  accuracy: number;
}

const BINS = 10;

export function reliability(answers: readonly ConfidentAnswer[]): { bins: ReliabilityBin[]; ece: number | undefined } {
  const sums = Array.from({ length: BINS }, () => ({ n: 0, weight: 0, confidence: 0, right: 0 }));
  let total = 0;
  for (const { confidence, isRight, weight } of answers) {
    const bin = sums[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    if (bin === undefined) continue;
    bin.n += 1;
    bin.weight += weight;
    bin.confidence += confidence * weight;
    bin.right += Number(isRight) * weight;
    total += weight;
  }
  const distance = sums.reduce((sum, { confidence, right }) => sum + Math.abs(confidence - right), 0);
  return {
    bins: sums.flatMap(({ n, weight, confidence, right }, index) =>
      n === 0
        ? []
        : [
            {
              from: index / BINS,
              to: (index + 1) / BINS,
              n,
              confidence: Math.min(1, confidence / weight),
              accuracy: Math.min(1, right / weight),
            },
          ],
    ),
    ece: total === 0 ? undefined : distance / total,
  };
}
