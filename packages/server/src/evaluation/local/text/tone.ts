/**
 * Words that praise or blame how one is served. Not a general list of sentiment: there "free", "lost", "pain" and "help" count
 * too, which in a service talk only say what it is about.
 */
import type { Segment } from './annotate-conversation.ts';

const PRAISE = `
5 amazing awesome fantastic brilliant excellent wonderful outstanding superb lifesaver
4 perfect perfectly great love lovely loved fabulous impressed thrilled delighted super
3 nice good helpful glad happy pleased kind appreciate cool wow best yay yum sweet quick fast beautiful
2 fine works happier
`;
const BLAME = `
5 terrible awful horrible worst useless ridiculous disgusting unacceptable pathetic hate scam thieves incompetent
4 angry furious annoyed annoying frustrated frustrating frustration disappointed disappointing disappointment stupid unbelievable outrageous rude joke
3 bad wrong unhappy upset waste ugh poor poorly confusing inconvenient unfortunately sad never hopeless nonsense mistake mess sick
2 sadly pity expensive slow finally whatever wtf hmm
`;

function readList(list: string, sign: number): Array<[string, number]> {
  return list
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [strength = '', ...words] = line.split(' ');
      return words.map((word): [string, number] => [word, (sign * Number(strength)) / 5]);
    });
}

const tones = new Map<string, number>([...readList(PRAISE, 1), ...readList(BLAME, -1)]);

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
    sum += token.isNegated ? -0.6 * tone : tone;
    words += 1;
  }
  return { sum, words };
}

/** The mean over the words that have a tone, each sentence by its weight, drawn towards 0 where there are few. */
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
