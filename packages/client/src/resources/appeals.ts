import type { CallOptions, Transport } from '../transport.ts';
import type { Appeal, AppealPage, NewAppeal } from '../wire/review.ts';
import type { AppealStatus } from '../wire/vocabulary.ts';

export type AppealsResource = ReturnType<typeof appealsResource>;

export function appealsResource(transport: Transport) {
  return {
    /** Says that an answer is not right; somebody reviews it. */
    create: async (runId: string, appeal: NewAppeal, options?: CallOptions): Promise<Appeal> =>
      (
        await transport.send<Appeal>(
          { method: 'POST', path: `/v1/runs/${encodeURIComponent(runId)}/appeals`, body: appeal },
          options,
        )
      ).body,

    page: async (
      query: { status?: AppealStatus; run_id?: string; limit?: number; cursor?: string } = {},
      options?: CallOptions,
    ): Promise<AppealPage> =>
      (await transport.send<AppealPage>({ method: 'GET', path: '/v1/appeals', query: { ...query } }, options)).body,
  };
}
