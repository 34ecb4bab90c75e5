import { speakersApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { SpeakerStore } from '../../runs/store/speaker-store.ts';
import { ok, type Route, route } from '../route.ts';

export function speakerRoutes(speakers: SpeakerStore): Route[] {
  return [
    route(speakersApi.getSpeakers, async ({ principal }) => ok(await speakers.findSpeakers(principal.workspaceId))),
    route(speakersApi.setSpeakers, async ({ principal, body: { agents, rules } }) => {
      if (principal.environment !== 'live') {
        throw new ServiceError('forbidden', {
          detail:
            'Live runs use this list: changing it needs a live key. With a test key, send `speakers` in the input of a run.',
        });
      }
      return ok(await speakers.saveSpeakers(principal.workspaceId, agents, rules));
    }),
  ];
}
