export interface ConfidentAnswer {
  confidence: number;
  isRight: boolean;
}

const BINS = 10;

/**
 * Expected calibration error: ten bins of equal width over the confidence; in each, the distance between the mean
 * confidence and the share of right answers, weighted by how many answers fall into it.
 */
export function calibrationError(answers: readonly ConfidentAnswer[]): number {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, confidence: 0, right: 0 }));
  for (const { confidence, isRight } of answers) {
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    if (bin === undefined) continue;
    bin.count += 1;
    bin.confidence += confidence;
    bin.right += isRight ? 1 : 0;
  }
  const distance = bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0);
  return answers.length === 0 ? 0 : distance / answers.length;
}
