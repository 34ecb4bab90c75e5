/** Turns a definition into a request: a preset's request with its settings, or the definition's own. Every fault is a sentence. */
import type { DestinationAuth, DestinationDocument, DestinationRequest } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import { DESTINATION_PRESETS } from './presets/all-presets.ts';
import type { DestinationPreset, Settings } from './presets/preset.ts';

export interface DestinationPlan {
  /** Without a slash at its end. */
  baseUrl: string;
  settings: Settings;
  request: DestinationRequest;
  auth: DestinationAuth;
  /** It adds a note, once for each run. */
  isAdding: boolean;
  /** Words in a 4xx response that make another attempt worthwhile. */
  transient: readonly string[];
}

export function planOf(document: DestinationDocument): DestinationPlan {
  const preset = document.preset === undefined ? undefined : presetOf(document.preset);
  const given = document.base_url ?? preset?.baseUrl.default;
  if (given === undefined) throw invalid(`base_url: is required, such as ${preset?.baseUrl.example}.`);
  const baseUrl = plainUrl(given);
  const settings = preset === undefined ? (document.settings ?? {}) : settingsOf(preset, document.settings ?? {});
  if (preset !== undefined) {
    checkFields(preset, document.fields);
    const { isAdding = false, transient = [] } = preset;
    const auth = preset.auth(settings, baseUrl);
    return { baseUrl, settings, isAdding, transient, auth, request: preset.request(settings) };
  }
  const { request, auth = { type: 'none' as const } } = document;
  if (request === undefined) throw invalid('request: is required without a preset.');
  return { baseUrl, settings, request, auth, isAdding: false, transient: [] };
}

export function presetOf(name: string): DestinationPreset {
  const preset = DESTINATION_PRESETS.find((each) => each.name === name);
  if (preset !== undefined) return preset;
  const names = DESTINATION_PRESETS.map((each) => each.name);
  throw invalid(`preset: there is none called “${name}”.${hint(name, names)} There are: ${names.join(', ')}.`);
}

/** The names of the secrets that a request needs. */
export function secretsOf(auth: DestinationAuth): string[] {
  if (auth.type === 'none') return [];
  if (auth.type === 'basic') return ['password'];
  if (auth.type !== 'oauth') return ['token'];
  return ['client_id', 'client_secret', ...(auth.grant === 'refresh_token' ? ['refresh_token'] : [])];
}

/** Who receives the secrets: when this changes, they must be given again. */
export function audienceOf({ baseUrl, auth }: DestinationPlan): string {
  const tokens = auth.type === 'oauth' ? new URL(auth.token_url).origin : '';
  return [new URL(baseUrl).origin, auth.type, tokens].join(' ');
}

function hint(word: string, known: readonly string[]): string {
  const found = didYouMean(word, known);
  return found === undefined ? '' : ` ${found[0]?.toUpperCase()}${found.slice(1)}`;
}

function plainUrl(text: string): string {
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '') throw invalid('base_url: must have neither parameters nor a fragment.');
  return url.href.replace(/\/$/, '');
}

function settingsOf(preset: DestinationPreset, given: Settings): Settings {
  const known = Object.keys(preset.settings);
  for (const name of Object.keys(given))
    if (!known.includes(name)) {
      const choice = known.length === 0 ? 'has none' : `has ${known.join(', ')}`;
      throw invalid(`settings.${name}: ${preset.name} ${choice}.${hint(name, known)}`);
    }
  const settled: [string, string][] = [];
  for (const [name, setting] of Object.entries(preset.settings)) {
    const value = given[name] ?? setting.default;
    if (value === undefined) {
      if (setting.isRequired) throw invalid(`settings.${name}: is required. ${setting.label}.`);
      continue;
    }
    if (setting.pattern && !setting.pattern[0].test(value))
      throw invalid(`settings.${name}: must be ${setting.pattern[1]}.`);
    settled.push([name, value]);
  }
  return Object.fromEntries(settled);
}

function checkFields({ field }: DestinationPreset, fields: DestinationDocument['fields']): void {
  for (const [answer, name] of Object.entries(fields))
    if (field.pattern && !field.pattern[0].test(name)) throw invalid(`fields.${answer}: must be ${field.pattern[1]}.`);
}

export function invalid(detail: string): ServiceError {
  return new ServiceError('invalid_parameter', { detail: `destination.${detail}` });
}
