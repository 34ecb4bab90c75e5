/** A start that cannot succeed, told in a sentence for the person at the terminal; no stack trace is shown for it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
