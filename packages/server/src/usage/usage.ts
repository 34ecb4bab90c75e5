/** What a run used. Credits are kept as integers (millionths), so that sums are exact. */
export interface Usage {
  engine: string | undefined;
  model: string | undefined;
  calls: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  microCredits: number;
  /** Token counts are our estimate, because the provider reported none. */
  isEstimated: boolean;
}

export const NO_USAGE: Usage = {
  engine: undefined,
  model: undefined,
  calls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  microCredits: 0,
  isEstimated: false,
};
