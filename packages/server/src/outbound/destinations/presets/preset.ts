/**
 * What a preset is: the request that a service documents, with what to fill in. Expressions see `record`, `settings`, `values` (by field, null
 * where a field is emptied), `note` and `note_html` (the answers as lines of text), `first` (nothing was written for this run before) and `run`.
 */
import type { DestinationAuth, DestinationRequest } from '@brickwork/contract';

export type Settings = Readonly<Record<string, string>>;

export interface PresetSetting {
  label: string;
  default?: string;
  isRequired?: boolean;
  /** What it must look like, and that in words. */
  pattern?: readonly [pattern: RegExp, words: string];
}

export interface DestinationPreset {
  /** As in `--preset hubspot`, and of its page in the guide. */
  name: string;
  title: string;
  summary: string;
  baseUrl: { default?: string; example: string };
  /** What the record is. */
  record: string;
  field: { label: string; pattern?: readonly [pattern: RegExp, words: string] };
  settings: Readonly<Record<string, PresetSetting>>;
  /** What each secret is at the service; which of them are needed, `auth` says. */
  secrets: Readonly<Record<string, string>>;
  /** It adds a note instead of changing fields: once for each run, and not again after a review. */
  isAdding?: boolean;
  /** Words of an answer 4xx that is worth another attempt. */
  transient?: readonly string[];
  auth(settings: Settings, baseUrl: string): DestinationAuth;
  request(settings: Settings): DestinationRequest;
  /** What to do at the service. */
  steps: readonly string[];
  documentation: string;
}
