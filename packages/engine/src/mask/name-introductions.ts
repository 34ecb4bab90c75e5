/** Phrases that announce a name, and questions that ask for one. */
import type { Token } from './tokens.ts';

/** Phrases that introduce a name, and whether an ordinary word after them counts as one. */
const INTRODUCTIONS: ReadonlyArray<readonly [readonly string[], boolean]> = [
  ['my name is', true],
  ["name's", true],
  ['name is', true],
  ['name s', true],
  ['name was', true],
  ['names', true],
  ['first name', true],
  ['last name', true],
  ['surname is', true],
  ['surname', true],
  ['call me', true],
  ['i am', false],
  ["i'm", false],
  ['im', false],
  ['this is', false],
  ['it is', false],
  ["it's", false],
  ['it s', false],
  ['its', false],
  ["that's", false],
  ['is this', false],
  ['ask for', false],
  ['speak to', false],
  ['speak with', false],
  ['speaking with', false],
  ['speaking to', false],
  ['talk to', false],
  ['talking to', false],
  ['spoke to', false],
  ['spoke with', false],
  ['chatting with', false],
  ['through to', false],
  ['under', false],
  ['name of', false],
  ['behalf of', false],
  ['goes by', true],
  ['calls me', true],
  ['called', false],
  ['tell', false],
  ['told', false],
  ['ask', false],
  ['asked', false],
  ['hired', false],
  ['met', false],
  ['by', false],
  ['with', false],
  ['call', false],
  ['mean', false],
  ['cardholder', false],
  ['guest', false],
  ['beneficiary', false],
  ['contact', false],
  ['attn', false],
  ['cc', false],
  ['signed', false],
  ['mein name ist', true],
  ['ich heiße', true],
  ['hier ist', false],
  ["je m'appelle", true],
  ['me llamo', true],
  ['meu nome é', true],
  ['mi chiamo', true],
  ['mi nombre es', true],
  ['se llama', true],
  ['se llamaba', true],
  ['nombre de', false],
  ['parte de', false],
  ['hablé con', false],
  ['páseme con', false],
  ['hablar con', false],
  ['le habla', false],
  ['usted es', false],
  ['soy', false],
  ['namens', false],
  ['heißt', false],
  ['hieß', false],
  ['den namen', false],
  ['richten sie', false],
  ['gesprochen mit', false],
].map(([phrase, isStrong]) => [String(phrase).split(' '), isStrong === true]);
const BY_LAST = Map.groupBy(INTRODUCTIONS, ([words]) => words.at(-1) ?? '');
export const ASKS_NAME =
  /(?:\bname\b|who(?:'s| is| am) (?:calling|this|speaking)|\bspell\b|surname|who do i|who (?:should|can|may) i|\bnamen?\b|wie heißen|mit wem|nombre|con quién|de quién|se llama)/iu;

/** Whether a phrase that introduces a name ends at this word; true: the next word is trusted. */
export function introductionAt(tokens: readonly Token[], at: number): boolean | undefined {
  for (const [phrase, isStrong] of BY_LAST.get(tokens[at]?.lower ?? '') ?? []) {
    const from = at - phrase.length + 1;
    if (from >= 0 && phrase.every((word, offset) => tokens[from + offset]?.lower === word)) return isStrong;
  }
  return undefined;
}

/** A word that may occur between the phrase and the name. */
export function isSkipped(lower: string): boolean {
  return (
    lower === 'uh' ||
    lower === 'um' ||
    lower === 'is' ||
    lower === 'a' ||
    lower === 'actually' ||
    lower === 'just' ||
    lower === 'also'
  );
}
