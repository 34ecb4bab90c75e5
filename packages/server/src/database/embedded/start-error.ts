/** The service cannot start. The message is for the person at the terminal; no stack trace is shown. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
