/** What a model used, as its provider reports it. */
export interface ModelTokens {
  calls: number;
  inputTokens: number;
  /** Part of `inputTokens`. */
  cachedInputTokens: number;
  outputTokens: number;
}

export interface ModelUsage extends ModelTokens {
  /** Some counts are our estimates, because the provider gave none. */
  isEstimated: boolean;
  /** By model id: failover may have asked several. */
  byModel: Readonly<Record<string, ModelTokens>>;
}

export function sumTokens(all: readonly ModelTokens[]): ModelTokens {
  const sum = (field: keyof ModelTokens) => all.reduce((total, tokens) => total + tokens[field], 0);
  return {
    calls: sum('calls'),
    inputTokens: sum('inputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    outputTokens: sum('outputTokens'),
  };
}

export function sumUsage(usages: readonly ModelUsage[]): ModelUsage {
  const models = new Set(usages.flatMap(({ byModel }) => Object.keys(byModel)));
  const byModel = [...models].map((model): [string, ModelTokens] => [
    model,
    sumTokens(usages.flatMap((usage) => usage.byModel[model] ?? [])),
  ]);
  return {
    ...sumTokens(usages),
    isEstimated: usages.some(({ isEstimated }) => isEstimated),
    byModel: Object.fromEntries(byModel),
  };
}
