/** The files of deploy/ha with their `${…}` filled in, as `envsubst` would; a name without a value is an error. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIRECTORY = join(import.meta.dirname, '..', '..', 'deploy', 'ha');

export type Values = Readonly<Record<string, string | number>>;

export function fillIn(file: string, values: Values): string {
  return readFileSync(join(DIRECTORY, file), 'utf8').replaceAll(/\$\{([A-Z0-9_]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/ha/${file} asks for ${name}, which nobody gave`);
    return String(value);
  });
}

/** `NAME=value` lines, as systemd's EnvironmentFile reads them. */
export function environmentOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z0-9_]+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
