import { speakersApi } from '@brickwork/contract';
import type { SpeakerStore } from '../../conversation/speaker-store.ts';
import { ok, type Route, route } from '../route.ts';

export function speakerRoutes(speakers: SpeakerStore): Route[] {
  return [
    route(speakersApi.getSpeakers, async ({ principal }) =>
      ok({ agents: await speakers.findAgents(principal.workspaceId) }),
    ),
    route(speakersApi.setSpeakers, async ({ principal, body: { agents } }) => {
      await speakers.saveAgents(principal.workspaceId, agents);
      return ok({ agents });
    }),
  ];
}
