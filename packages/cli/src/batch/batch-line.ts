import type { Run } from '@brickwork/client';

/** One line of the results. */
export type BatchLine =
  | { id: string; run: Run }
  | { id: string; error: { code: string; status: number; detail?: string | undefined } };
