/** The only reader of the environment. Every fault is listed at once; an empty variable counts as unset. */
import { readSettings, type Setting, type SettingValues } from '@brickwork/engine/core/setting';
import { SettingsError } from '@brickwork/engine/core/settings-error';
import { configuredModels } from '@brickwork/engine/model/providers/engine-settings';
import type { ModelEndpoint } from '@brickwork/engine/model/providers/model-endpoint';
import { withPresets } from '@brickwork/engine/model/providers/provider-presets';
import { DEFAULT_PLANS, type PlanLimits } from '../access/plans.ts';
import { fingerprintOf } from '../core/secret-box.ts';
import { StartError } from '../database/embedded/start-error.ts';
import { SETTINGS } from './settings.ts';

type Optional =
  | 'databaseUrl'
  | 'databaseListenUrl'
  | 'databaseReadUrl'
  | 'databaseCaFile'
  | 'secret'
  | 'secretOther'
  | 'metricsToken'
  | 'publicUrl'
  | 'oidcIssuer'
  | 'oidcClientId'
  | 'oidcClientSecret'
  | 'smtpUrl'
  | 'smtpFrom'
  | 'exportDir'
  | 'transcriber'
  | 'transcriberUrl'
  | 'transcriberKey';
/** A setting without a fallback may be undefined. */
type Parsed = Omit<SettingValues<typeof SETTINGS>, Optional> & Partial<Pick<SettingValues<typeof SETTINGS>, Optional>>;

export type Config = Omit<Parsed, 'plans'> & {
  plans: Readonly<Record<string, PlanLimits>>;
  /** The models of BRICKWORK_MODEL with their addresses and keys, in failover order. */
  models: readonly ModelEndpoint[];
  /** The effective settings as environment variables, without secrets; for the deployment's own secrets, their fingerprints. */
  written: Readonly<Record<string, string>>;
};

export function readConfig(environment: NodeJS.ProcessEnv, overrides: Partial<Record<string, string>> = {}): Config {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  const { values, written, faults } = readSettings(SETTINGS, withPresets({ ...environment, ...given }));
  if (environment.DATABASE_URL && !environment.BRICKWORK_SECRET) {
    faults.push(
      'BRICKWORK_SECRET: required with DATABASE_URL; create one with "openssl rand -hex 32" and use it on all nodes',
    );
  }
  if (environment.BRICKWORK_SECRET_OTHER && !environment.BRICKWORK_SECRET)
    faults.push('BRICKWORK_SECRET_OTHER: only works together with BRICKWORK_SECRET');
  for (const { env } of [SETTINGS.databaseListenUrl, SETTINGS.databaseReadUrl])
    if (environment[env] && !environment.DATABASE_URL) faults.push(`${env}: only works together with DATABASE_URL`);
  for (const { env } of [SETTINGS.publicUrl, SETTINGS.oidcClientId, SETTINGS.oidcGroups])
    if (environment.BRICKWORK_OIDC_ISSUER && !environment[env])
      faults.push(`${env}: required with BRICKWORK_OIDC_ISSUER`);
  if (environment.BRICKWORK_SMTP_URL && !environment.BRICKWORK_SMTP_FROM)
    faults.push('BRICKWORK_SMTP_FROM: required with BRICKWORK_SMTP_URL; the sender of the mails');
  const models = configuredModels(values as Partial<Parsed>, environment);
  faults.push(...models.faults);
  if (faults.length > 0) throw new StartError(new SettingsError(faults).message);
  const parsed = values as Parsed;
  return {
    ...parsed,
    plans: { ...DEFAULT_PLANS, ...parsed.plans },
    models: models.endpoints,
    written: { ...written, ...fingerprints(parsed) },
  };
}

function fingerprints({ secret, secretOther }: Pick<Parsed, 'secret' | 'secretOther'>): Record<string, string> {
  return {
    ...(secret && { [SETTINGS.secret.env]: fingerprintOf(secret) }),
    ...(secretOther && { [SETTINGS.secretOther.env]: fingerprintOf(secretOther) }),
  };
}

/** The effective values as environment variables, secrets masked. */
export function describeConfig(
  environment: NodeJS.ProcessEnv,
): { env: string; value: string; source: 'default' | 'environment' | 'unset' }[] {
  const effective = withPresets(environment);
  return Object.values<Setting>(SETTINGS).map(({ env, fallback, isSecret }) => {
    const given = environment[env] || undefined;
    const value = given === undefined ? effective[env] || fallback || '' : isSecret ? mask(given) : given;
    return { env, value, source: given !== undefined ? 'environment' : fallback === undefined ? 'unset' : 'default' };
  });
}

/** A URL keeps its host, to show which server is used; everything else is hidden. */
function mask(secret: string): string {
  try {
    const url = new URL(secret);
    if (url.host !== '') return `${url.protocol}//***@${url.host}${url.pathname}`;
  } catch {
    // Not a URL.
  }
  return '***';
}
