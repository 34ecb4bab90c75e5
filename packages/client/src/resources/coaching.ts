import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { CoachingNote, NewCoachingNote } from '../wire/coaching.ts';

const PATH = '/v1/coaching-notes';

export type CoachingResource = ReturnType<typeof coachingResource>;

export function coachingResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    /** The newest 20 about an agent, each with how the calls went before and after it. */
    list: async (
      query: { agent?: string | undefined; kit?: string | undefined },
      options?: CallOptions,
    ): Promise<CoachingNote[]> =>
      (await ask<{ data: CoachingNote[] }>({ method: 'GET', path: PATH, query }, options)).data,

    create: (note: NewCoachingNote, options?: CallOptions): Promise<CoachingNote> =>
      ask({ method: 'POST', path: PATH, body: note }, options),

    delete: (noteId: string, options?: CallOptions): Promise<{ note_id: string; deleted: true }> =>
      ask({ method: 'DELETE', path: `${PATH}/${encodeURIComponent(noteId)}` }, options),

    /** Every note about an agent. */
    erase: (agent: string, options?: CallOptions): Promise<{ deleted: number }> =>
      ask({ method: 'DELETE', path: PATH, query: { agent } }, options),
  };
}
