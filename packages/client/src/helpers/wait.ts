import type { CallOptions, Transport } from '../transport.ts';

const POLL_MS = 1_000;

/** Polls a job until it has ended; `onProgress` gets what was read each time. */
export function waiting<Job extends { status: string }>(
  transport: Transport,
  get: (id: string, options?: CallOptions) => Promise<Job>,
) {
  return async (
    id: string,
    { onProgress, ...call }: CallOptions & { onProgress?: ((job: Job) => void) | undefined } = {},
  ): Promise<Job> => {
    for (;;) {
      const job = await get(id, call);
      onProgress?.(job);
      if (job.status !== 'running') return job;
      await transport.pause(POLL_MS, call.signal);
    }
  };
}
