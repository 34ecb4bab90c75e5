/** Token counts in wire names, for the usage of one run and of a workspace. */
export function toTokensWire({
  inputTokens,
  cachedInputTokens,
  outputTokens,
}: {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
}) {
  return {
    input: inputTokens,
    cached_input: cachedInputTokens,
    output: outputTokens,
    total: inputTokens + outputTokens,
  };
}
