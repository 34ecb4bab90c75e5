/** Finds other literal occurrences of what was found once: the listener repeats it. */
import type { Identity, MaskText } from './identity.ts';

/** With more different texts, no other occurrences are searched. */
const MOST = 100;
const SHORTEST = 4;
/** What is longer is said once. */
const LONGEST = 100;
const SIGNS = /[\\^$.*+?()[\]{}|/]/g;

export function withRepeats(
  texts: readonly MaskText[],
  found: readonly Identity[][],
  isDistinct: (identity: Identity) => boolean,
): Identity[][] {
  const known = new Map<string, Identity>();
  for (const [index, identities] of found.entries()) {
    for (const identity of identities) {
      const written = texts[index]?.text.slice(identity.start, identity.end) ?? '';
      if (written.length >= SHORTEST && written.length <= LONGEST && known.size < MOST && isDistinct(identity))
        known.set(written.toLowerCase(), identity);
    }
  }
  if (known.size === 0) return [...found];
  const longestFirst = [...known.keys()].toSorted((a, b) => b.length - a.length);
  const any = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${longestFirst.map((each) => each.replaceAll(SIGNS, '\\$&')).join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return texts.map(({ text }, index) => [
    ...(found[index] ?? []),
    ...[...text.matchAll(any)].flatMap(({ 0: written, index: start }) => {
      const identity = known.get(written.toLowerCase());
      return identity === undefined ? [] : [{ ...identity, start, end: start + written.length }];
    }),
  ]);
}
