/** How often the same tokens must repeat at the end to count as a loop of the model. */
const MOST_REPEATS = 4;
/** Tokens of a long sentence. */
const LONGEST = 30;

/** How many of the last tokens only repeat earlier ones. */
export function loopedTail(tokens: readonly number[]): number {
  for (let length = 1; length <= LONGEST; length += 1) {
    let run = 0;
    while (run + length < tokens.length && tokens.at(-1 - run) === tokens.at(-1 - run - length)) run += 1;
    if (run >= length * ((length === 1 ? 2 : 1) * MOST_REPEATS - 1)) return run;
  }
  return 0;
}
