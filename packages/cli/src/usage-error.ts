/** A user's mistake, explained in a sentence: shown without a stack trace, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
