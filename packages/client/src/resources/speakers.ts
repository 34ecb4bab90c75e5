import type { CallOptions, Transport } from '../transport.ts';
import type { WorkspaceSpeakers } from '../wire/speakers.ts';

export type SpeakersResource = ReturnType<typeof speakersResource>;

export function speakersResource(transport: Transport) {
  return {
    /** Names and mail addresses of the workspace's agents. */
    get: async (options?: CallOptions): Promise<WorkspaceSpeakers> =>
      (await transport.send<WorkspaceSpeakers>({ method: 'GET', path: '/v1/speakers' }, options)).body,

    /** Replaces the list. */
    set: async (speakers: WorkspaceSpeakers, options?: CallOptions): Promise<WorkspaceSpeakers> =>
      (await transport.send<WorkspaceSpeakers>({ method: 'POST', path: '/v1/speakers', body: speakers }, options)).body,
  };
}
