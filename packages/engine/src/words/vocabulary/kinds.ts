/**
 * General terms and what falls under them (assets/vocabulary/kinds.txt). Looked up for the term of a question only: a general
 * term in the conversation says little about an instance.
 */
import { stemmer } from 'stemmer';
import { vocabularyLines } from '../../core/read-vocabulary.ts';

function readKinds(): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const line of vocabularyLines('kinds')) {
    const [names = '', instances = ''] = line.split(': ');
    const stems = instances.split(' ').map((word) => stemmer(word));
    for (const name of names.split(' ').map((word) => stemmer(word))) {
      kinds.set(name, new Set([...(kinds.get(name) ?? []), ...stems]));
    }
  }
  return kinds;
}

const instancesOf = readKinds();

/** The stems of what falls under a general term; undefined for a term that is not general. */
export function kindInstances(stem: string): ReadonlySet<string> | undefined {
  return instancesOf.get(stem);
}
