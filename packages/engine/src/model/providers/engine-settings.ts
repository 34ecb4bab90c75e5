/** The settings of an engine: whether it reads, which models answer, within which limits. Read from a record: the caller has the environment. */
import { z } from 'zod';
import { flag, list, readSettings, type SettingValues, setting, type Variables, whole } from '../../core/setting.ts';
import { SettingsError } from '../../core/settings-error.ts';
import { type ModelEndpoint, modelEndpoints } from './model-endpoint.ts';
import { withPresets } from './provider-presets.ts';

/** A list by position: an empty item means the provider's usual value. */
const positions = z
  .string()
  .transform((value) => (value.trim() === '' ? [] : value.split(',').map((item) => item.trim())));

export const ENGINE_SETTINGS = {
  reader: setting(
    'BRICKWORK_READER',
    'Whether the local engine reads with its model; `0` answers from words alone, faster and weaker',
    flag,
    { fallback: '1' },
  ),
  runDeadlineMs: setting(
    'BRICKWORK_RUN_DEADLINE_MS',
    'Longest time one run may take; waiting for a thread, or for a model that others use, does not count',
    whole(100, 86_400_000),
    {
      fallback: '300000',
    },
  ),
  model: setting(
    'BRICKWORK_MODEL',
    'Model that evaluates, as `provider/name`; a comma list is the failover order; without it, the local engine answers',
    list,
    { fallback: '' },
  ),
  modelBaseUrl: setting(
    'BRICKWORK_MODEL_BASE_URL',
    'Address of the model’s API when it is not the provider’s usual one; a comma list matches BRICKWORK_MODEL by position',
    positions,
    { fallback: '' },
  ),
  modelApiKey: setting(
    'BRICKWORK_MODEL_API_KEY',
    'Key of the model’s API, else the provider’s usual variable (OPENAI_API_KEY …); a comma list matches BRICKWORK_MODEL by position',
    positions,
    { fallback: '', isSecret: true },
  ),
  modelConcurrency: setting('BRICKWORK_MODEL_CONCURRENCY', 'Most concurrent calls to one model', whole(1, 1_000), {
    fallback: '8',
  }),
  modelDeadlineMs: setting('BRICKWORK_MODEL_DEADLINE_MS', 'Longest time one call may take', whole(100, 3_600_000), {
    fallback: '120000',
  }),
  modelContextTokens: setting(
    'BRICKWORK_MODEL_CONTEXT_TOKENS',
    'Context window of the model; longer conversations are evaluated in parts',
    whole(2_000, 10_000_000),
    { fallback: '128000' },
  ),
  modelOutputTokens: setting(
    'BRICKWORK_MODEL_OUTPUT_TOKENS',
    'Longest reply of the model, reasoning included',
    whole(256, 1_000_000),
    { fallback: '8192' },
  ),
} as const;

type Values = SettingValues<typeof ENGINE_SETTINGS>;

export type EngineSettings = Omit<Values, 'model' | 'modelBaseUrl' | 'modelApiKey'> & {
  /** The models of BRICKWORK_MODEL with their addresses and keys, in failover order. */
  models: readonly ModelEndpoint[];
};

/** Throws a `SettingsError` with every fault. */
export function readEngineSettings(variables: Variables): EngineSettings {
  const { values, faults } = readSettings(ENGINE_SETTINGS, withPresets(variables));
  const models = configuredModels(values as Partial<Values>, variables);
  faults.push(...models.faults);
  if (faults.length > 0) throw new SettingsError(faults);
  const { model: _, modelBaseUrl: _url, modelApiKey: _key, ...settings } = values as Values;
  return { ...settings, models: models.endpoints };
}

/** The models that the settings name; a provider's usual variable may hold its key. */
export function configuredModels(
  { model = [], modelBaseUrl = [], modelApiKey = [] }: Partial<Pick<Values, 'model' | 'modelBaseUrl' | 'modelApiKey'>>,
  variables: Variables,
): { endpoints: readonly ModelEndpoint[]; faults: string[] } {
  const { endpoints, faults } = modelEndpoints({
    ids: model,
    baseUrls: modelBaseUrl,
    apiKeys: modelApiKey,
    keyOf: (variable) => variables[variable] || undefined,
  });
  return { endpoints, faults: faults.map(({ variable, message }) => `${variable}: ${message}`) };
}
