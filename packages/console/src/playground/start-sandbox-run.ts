import { type BrickworkClient, WaitTimeoutError } from '@brickwork/client';

interface SandboxRun {
  kit_version_id: string;
  input: Record<string, unknown>;
  external_id?: string;
}

/**
 * Sandbox runs do not count in usage. Resolves to the run's id when it has ended, or when the service stops waiting for it: its page then
 * keeps polling.
 */
export async function startSandboxRun(api: BrickworkClient, request: SandboxRun): Promise<string> {
  try {
    return (await api.runs.createAndWait({ ...request, type: 'sandbox' }, { waitTimeoutMs: 0 })).run_id;
  } catch (error) {
    if (error instanceof WaitTimeoutError) return error.runId;
    throw error;
  }
}
