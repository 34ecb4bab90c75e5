import type { CallOptions, Transport } from '../transport.ts';
import type { SetWorkspaceSpeakers, WorkspaceSpeakers } from '../wire/speakers.ts';

export type SpeakersResource = ReturnType<typeof speakersResource>;

export function speakersResource(transport: Transport) {
  return {
    /** Names and mail addresses of the workspace's agents, and its rules for speakers. */
    get: async (options?: CallOptions): Promise<WorkspaceSpeakers> =>
      (await transport.send<WorkspaceSpeakers>({ method: 'GET', path: '/v1/speakers' }, options)).body,

    /** Replaces the lists; rules that are left out stay. */
    set: async (speakers: SetWorkspaceSpeakers, options?: CallOptions): Promise<WorkspaceSpeakers> =>
      (await transport.send<WorkspaceSpeakers>({ method: 'POST', path: '/v1/speakers', body: speakers }, options)).body,
  };
}
