/** The only reader of the environment. Every fault is listed at once; an empty variable means unset. */

import { type ModelEndpoint, modelEndpoints } from '@brickwork/engine/model/providers/model-endpoint';
import type { z } from 'zod';
import { DEFAULT_PLANS, type PlanLimits } from '../access/plans.ts';
import { StartError } from '../database/embedded/start-error.ts';
import { SETTINGS, type Setting } from './settings.ts';

type Settings = typeof SETTINGS;

/** A setting without a fallback may be undefined. */
type Parsed = {
  [Name in keyof Settings]: Settings[Name] extends Setting<infer Schema>
    ? z.output<Schema> | (Name extends Optional ? undefined : never)
    : never;
};
type Optional = 'databaseUrl' | 'databaseListenUrl' | 'databaseReadUrl' | 'databaseCaFile' | 'secret' | 'metricsToken';

export type Config = Omit<Parsed, 'plans'> & {
  plans: Readonly<Record<string, PlanLimits>>;
  /** The models of BRICKWORK_MODEL with their addresses and keys, in failover order. */
  models: readonly ModelEndpoint[];
  /** The effective settings as they would be written in the environment, without secrets. */
  written: Readonly<Record<string, string>>;
};

export function readConfig(environment: NodeJS.ProcessEnv, overrides: Partial<Record<string, string>> = {}): Config {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  const written: Record<string, string> = {};
  for (const [name, setting] of Object.entries<Setting>(SETTINGS)) {
    const text = overrides[setting.env] ?? (environment[setting.env] || setting.fallback);
    if (text === undefined || (text === '' && setting.fallback === undefined)) continue;
    if (setting.isSecret !== true) written[setting.env] = text;
    const result = setting.schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else
      faults.push(
        ...result.error.issues.map(
          (issue) => `${setting.env}${issue.path.length ? ` (${issue.path.join('.')})` : ''}: ${issue.message}`,
        ),
      );
  }
  if (environment.DATABASE_URL && !environment.BRICKWORK_SECRET) {
    faults.push(
      'BRICKWORK_SECRET: required with DATABASE_URL; create one with "openssl rand -hex 32" and use it on all nodes',
    );
  }
  for (const { env } of [SETTINGS.databaseListenUrl, SETTINGS.databaseReadUrl])
    if (environment[env] && !environment.DATABASE_URL) faults.push(`${env}: only works together with DATABASE_URL`);
  const partial = values as Partial<Parsed>;
  const models = modelEndpoints({
    ids: partial.model ?? [],
    baseUrls: partial.modelBaseUrl ?? [],
    apiKeys: partial.modelApiKey ?? [],
    keyOf: (variable) => environment[variable] || undefined,
  });
  faults.push(...models.faults.map(({ variable, message }) => `${variable}: ${message}`));
  if (faults.length > 0)
    throw new StartError(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    );
  const parsed = values as Parsed;
  return { ...parsed, plans: { ...DEFAULT_PLANS, ...parsed.plans }, models: models.endpoints, written };
}

/** The effective values as they would be written in the environment, secrets masked. */
export function describeConfig(
  environment: NodeJS.ProcessEnv,
): { env: string; value: string; source: 'default' | 'environment' | 'unset' }[] {
  return Object.values<Setting>(SETTINGS).map(({ env, fallback, isSecret }) => {
    const given = environment[env] || undefined;
    const value = given === undefined ? (fallback ?? '') : isSecret ? mask(given) : given;
    return { env, value, source: given !== undefined ? 'environment' : fallback === undefined ? 'unset' : 'default' };
  });
}

/** A URL keeps its host, so that it shows which server is meant; everything else is hidden. */
function mask(secret: string): string {
  try {
    const url = new URL(secret);
    if (url.host !== '') return `${url.protocol}//***@${url.host}${url.pathname}`;
  } catch {
    // Not a URL.
  }
  return '***';
}
