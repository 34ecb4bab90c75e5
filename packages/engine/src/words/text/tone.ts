/** How warmly or angrily people speak about the service, by words of praise and blame (assets/vocabulary/tone.txt). */
import { vocabularyLines } from '../../core/read-vocabulary.ts';
import { NEGATED_TONE, TONE_STRENGTHS } from '../weights/matching.ts';
import type { Segment } from './annotate-conversation.ts';

function readTones(section: string, sign: number): Array<[string, number]> {
  return vocabularyLines('tone', section).flatMap((line) => {
    const [strength = '', ...words] = line.split(' ');
    return words.map((word): [string, number] => [word, (sign * Number(strength)) / TONE_STRENGTHS]);
  });
}

const tones = new Map<string, number>([...readTones('praise', 1), ...readTones('blame', -1)]);

export interface Tone {
  sum: number;
  words: number;
}

export function toneOf(segment: Segment): Tone {
  let sum = 0;
  let words = 0;
  for (const token of segment.tokens) {
    const tone = tones.get(token.text);
    if (tone === undefined) continue;
    sum += token.isNegated ? NEGATED_TONE * tone : tone;
    words += 1;
  }
  return { sum, words };
}

/** The mean over the words that have a tone, each sentence by its weight, moved towards 0 where there are few. */
export function meanTone(segments: readonly Segment[], weigh: (segment: Segment) => number = () => 1): number {
  let sum = 0;
  let words = 0;
  for (const segment of segments) {
    const tone = toneOf(segment);
    const weight = weigh(segment);
    sum += weight * tone.sum;
    words += weight * tone.words;
  }
  return sum / (words + 1);
}
