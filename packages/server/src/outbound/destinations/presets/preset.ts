/**
 * A preset: the request that a service documents, with its settings and steps. Expressions see `record`, `settings`, `values` (by field,
 * null if a field is emptied), `note` and `note_html` (the answers as lines of text), `first` (nothing was written for this run before) and
 * `run`.
 */
import type { DestinationAuth, DestinationRequest } from '@brickwork/contract';

export type Settings = Readonly<Record<string, string>>;

export interface PresetSetting {
  label: string;
  default?: string;
  isRequired?: boolean;
  /** The pattern it must match, and its description. */
  pattern?: readonly [pattern: RegExp, words: string];
}

export interface DestinationPreset {
  /** As in `--preset hubspot`, and the name of its page in the guide. */
  name: string;
  title: string;
  summary: string;
  baseUrl: { default?: string; example: string };
  /** The record that is written to. */
  record: string;
  field: { label: string; pattern?: readonly [pattern: RegExp, words: string] };
  settings: Readonly<Record<string, PresetSetting>>;
  /** The name of each secret at the service; `auth` defines which of them are needed. */
  secrets: Readonly<Record<string, string>>;
  /** It adds a note instead of changing fields: once per run, and not again after a review. */
  isAdding?: boolean;
  /** Words in a 4xx response that make another attempt worthwhile. */
  transient?: readonly string[];
  auth(settings: Settings, baseUrl: string): DestinationAuth;
  request(settings: Settings): DestinationRequest;
  /** Setup steps at the service. */
  steps: readonly string[];
  documentation: string;
}
