/** Short turns out of calls, twenty for each class in English, German and Spanish, written without looking at the rules: what is in braces is masked. */
import { readFileSync } from 'node:fs';
import { MASK_CLASSES, type MaskClass } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { findIdentities } from './find-identities.ts';

interface Sample {
  turns: string[];
  secrets: { turn: number; start: number; end: number }[];
}

/** Titles and little words say nothing of anybody. */
const LITTLE =
  /^(?:mr|mrs|ms|dr|frau|herrn?|señora?|don|of|in|no|n|c|de|la|el|der|am|an|im|the|area|st|at|und|y|del)$/iu;

function readSamples(): Map<MaskClass, Sample[]> {
  const samples = new Map<MaskClass, Sample[]>();
  let kind: MaskClass = 'person';
  const text = readFileSync(new URL('../../test/masking/short.txt', import.meta.url), 'utf8');
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('# ')) kind = line.slice(2) as MaskClass;
    else samples.set(kind, [...(samples.get(kind) ?? []), readSample(line)]);
  }
  return samples;
}

function readSample(line: string): Sample {
  const secrets: Sample['secrets'] = [];
  const turns = line.split(' | ').map((marked, turn) => {
    let text = '';
    for (const [at, part] of marked.split(/[{}]/).entries()) {
      if (at % 2 === 1) secrets.push({ turn, start: text.length, end: text.length + part.length });
      text += part;
    }
    return text;
  });
  return { turns, secrets };
}

/** How many secrets have no word left, how many there are, and which other words were masked. */
function score(samples: readonly Sample[]) {
  const total = { found: 0, secrets: 0, others: 0, masked: [] as string[] };
  for (const { turns, secrets } of samples) {
    const said = turns.map((text, at) => ({ text, speaker: at % 2 === 0 && turns.length > 1 ? 'Agent' : 'Customer' }));
    const { byText } = findIdentities(said, new Set(MASK_CLASSES));
    const isMasked = (turn: number, at: number) =>
      byText[turn]?.some(({ start, end }) => start <= at && at < end) === true;
    for (const { turn, start, end } of secrets) {
      const left = [...(turns[turn] ?? '').matchAll(/[\p{L}\p{N}]+/gu)].filter(
        ({ 0: word, index }) => index >= start && index < end && !isMasked(turn, index) && !LITTLE.test(word),
      );
      total.secrets += 1;
      if (left.length === 0) total.found += 1;
    }
    for (const [turn, text] of turns.entries())
      for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
        if (secrets.some((each) => each.turn === turn && index < each.end && index + word.length > each.start))
          continue;
        total.others += 1;
        if (isMasked(turn, index)) total.masked.push(`${word} in: ${text}`);
      }
  }
  return total;
}

describe('short turns', () => {
  it.each([...readSamples()])('%s: found, and little else', (_kind, samples) => {
    const { found, secrets, others, masked } = score(samples);
    expect(secrets).toBeGreaterThanOrEqual(60);
    expect(found / secrets).toBeGreaterThanOrEqual(0.88);
    expect(masked.length / others, masked.join('\n')).toBeLessThan(0.06);
  });
});
