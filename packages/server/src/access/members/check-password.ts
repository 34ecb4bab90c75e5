/** What may be a password: long enough, and not one that is guessed first. Checked offline, with lists of passwords that are known from breaches. */
import { ServiceError } from '@brickwork/engine/core/service-error';

const SHORTEST = 12;
const LONGEST = 256;
/** Tries that a password must withstand, as zxcvbn estimates them; "password1234" takes 10^4, three unrelated words 10^13. */
const LEAST_GUESSES_LOG10 = 9;
/** More is not estimated: the time grows with the length, and this much is beyond guessing. */
const MOST_ESTIMATED = 64;

type Estimate = (password: string, about: string[]) => number;
let estimate: Promise<Estimate> | undefined;

/** `about`: what somebody who knows the person would try. */
export async function checkPassword(password: string, about: readonly string[]): Promise<void> {
  const fault =
    [...password].length < SHORTEST
      ? `must have at least ${SHORTEST} characters`
      : password.length > LONGEST
        ? `must have at most ${LONGEST} characters`
        : (await guessesLog10(password, about)) < LEAST_GUESSES_LOG10
          ? 'is too easy to guess. Use a few unrelated words'
          : undefined;
  if (fault !== undefined) throw new ServiceError('invalid_parameter', { detail: `password: ${fault}.` });
}

async function guessesLog10(password: string, about: readonly string[]): Promise<number> {
  estimate ??= load(); // With the first password that is set: most nodes never need it.
  const known = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((part) => part.length > 2);
  return (await estimate)(password.slice(0, MOST_ESTIMATED), known);
}

async function load(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, about) => zxcvbn.check(password, about).guessesLog10;
}
