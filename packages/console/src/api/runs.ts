import type * as wire from '@brickwork/client';
import { isTerminal, type RunStatus } from '@brickwork/client';
import { useMay } from './session.ts';
import { useRead } from './use-read.ts';

export const RUN_STATUSES = [
  'processing',
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const satisfies RunStatus[];

/** What a model's confidence was computed from. */
interface ConfidenceBasis {
  quotes_given?: number;
  quotes_found?: number;
  votes?: number;
  agreeing?: number;
  stated?: number;
  suspect?: boolean;
  calibrated?: boolean;
}

/** A brick's output with what the console shows of the basis. */
export type BrickOutput = Omit<wire.BrickOutput, 'confidence_basis'> & {
  confidence_basis?: ConfidenceBasis;
  /** Its evidence is what the reason quotes: the closest words, which did not suffice. */
  is_closest?: boolean;
};

export type Run = wire.Run<RunOutput>;

export interface RunOutput {
  kit_code: string;
  kit_version_id: string;
  bricks: Record<string, BrickOutput>;
}

/** With the conversation where the key may read it; polled until it has ended. */
export function useRun(runId: string) {
  const mayReadInput = useMay('runs:read_input');
  const shown = ['evidence_spans', 'confidence_basis', 'reviews'] as const;
  return useRead(
    (api) => api.runs.get<RunOutput>(runId, { include: mayReadInput ? [...shown, 'conversation'] : [...shown] }),
    {
      refetchInterval: ({ state: { data, error } }) =>
        error !== null || (data !== undefined && isTerminal(data.status)) ? false : 1_000,
    },
  );
}
