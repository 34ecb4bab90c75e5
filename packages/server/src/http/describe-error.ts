import type { ErrorFacts } from '../core/logger.ts';

/**
 * An error for the log: name, code, stack, and its message unless it may quote user input (as the JSON parser and the database's data exceptions do).
 */
export function describeError(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code } = error as { code?: unknown };
  const mayQuote = error instanceof SyntaxError || (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code));
  return {
    name: error.name,
    ...(mayQuote ? {} : { message: error.message }),
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  };
}
