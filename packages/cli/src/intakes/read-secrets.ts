/** The secrets of an intake, from environment variables: a command line is seen by others. */
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../usage-error.ts';

export function secretOf(name: string): string {
  const secret = process.env[name];
  if (secret !== undefined && secret !== '') return secret;
  throw new UsageError(`The environment variable ${name} is empty. Nothing was sent.`);
}

export interface SecretOptions {
  secretEnv?: string;
  fetchSecret?: string[];
  graceHours?: number;
}

export function readSecrets({ secretEnv, fetchSecret = [], graceHours }: SecretOptions) {
  const pairs = fetchSecret.map((pair): [string, string] => {
    const [name = '', variable] = pair.split('=', 2);
    if (variable === undefined) throw new UsageError(`--fetch-secret ${pair}: write name=VARIABLE.`);
    return [name, secretOf(variable)];
  });
  return {
    secret: secretEnv === undefined ? undefined : secretOf(secretEnv),
    secrets: pairs.length === 0 ? undefined : Object.fromEntries(pairs),
    graceHours,
  };
}

export function parseHours(text: string): number {
  const hours = Number(text);
  if (/^\d{1,3}$/.test(text) && hours <= 168) return hours;
  throw new InvalidArgumentError('Give a number of hours from 0 to 168.');
}
