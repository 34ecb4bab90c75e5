/**
 * What rooms may log. Fields are facts (ids, counts, durations, codes), never conversation text or secrets, and flat, so that no object
 * with conversation text can be passed as a whole.
 */
export type Facts = Readonly<Record<string, Fact>>;
type Fact = string | number | boolean | null | undefined | readonly (string | number)[] | ErrorFacts;

export interface ErrorFacts {
  kind?: string;
  name?: string;
  message?: string;
  code?: string;
  stack?: string | undefined;
}

export interface Logger {
  debug(fields: Facts, message: string): void;
  info(fields: Facts, message: string): void;
  warn(fields: Facts, message: string): void;
  error(fields: Facts, message: string): void;
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
