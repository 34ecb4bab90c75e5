/** Names that no dimension can have: what lists, exports, insights and quality call their own parameters and groupings. */
import { z } from 'zod';
import { getInsights } from './endpoints/insights.ts';
import { getQuality } from './endpoints/quality.ts';
import { exportRuns, listRuns } from './endpoints/runs.ts';

/** By time and version, beside dimensions and metadata. */
export const GROUPINGS = ['day', 'week', 'month', 'version'] as const;

export const RESERVED_PARAMETERS: readonly string[] = [
  ...GROUPINGS,
  'other',
  'total',
  ...[listRuns, exportRuns, getInsights, getQuality].flatMap(({ query }) =>
    query instanceof z.ZodObject ? Object.keys(query.shape) : [],
  ),
];
