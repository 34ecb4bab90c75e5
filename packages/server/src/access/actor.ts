/** Who did something, as records name them: an API key, a person, or the service itself. */
import type { Actor } from '../core/acting.ts';

/** Of a principal. */
export function actorOf({ actor }: { actor: Actor }): Actor {
  return actor;
}
