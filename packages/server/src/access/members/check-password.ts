/** Password rules: long enough, and not easy to guess. Checked offline, with lists of passwords known from breaches. */
import { ServiceError } from '@brickwork/engine/core/service-error';

const SHORTEST = 12;
const LONGEST = 256;
/** The number of guesses that a password must withstand, as estimated by zxcvbn; "password1234" takes 10^4, three unrelated words 10^13. */
const LEAST_GUESSES_LOG10 = 9;
/** Longer passwords are not estimated: the time grows with the length, and this length cannot be guessed. */
const MOST_ESTIMATED = 64;

type Estimate = (password: string, about: string[]) => number;
let estimate: Promise<Estimate> | undefined;

/** `about`: words that somebody who knows the person would try. */
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
  estimate ??= load(); // Loaded when the first password is set: most nodes never need it.
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
