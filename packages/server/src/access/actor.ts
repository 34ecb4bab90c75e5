/** Who did something, as records name them: an API key, a person, or the service itself. */

export interface Actor {
  kind: 'key' | 'person' | 'system';
  /** `key_…`, `mem_…`, or what part of the service it was. */
  id: string;
  /** As people call it: a key without a name is called by its hint. */
  name: string;
}

/** Of a principal. */
export function actorOf({ actor }: { actor: Actor }): Actor {
  return actor;
}
