/** A destination from options or a file, and its secrets from the environment. Whether it is right is for the server to say. */
import type { DestinationDocument } from '@brickwork/client';
import { secretOf } from '../intakes/read-secrets.ts';
import { UsageError } from '../usage-error.ts';

export interface SetOptions {
  file?: string;
  preset?: string;
  baseUrl?: string;
  setting?: string[];
  record?: string;
  kit?: string[];
  field?: string[];
  minConfidence?: string;
  clear?: boolean;
  mask?: boolean;
  disabled?: boolean;
  secret?: string[];
}

export async function readDestination(
  options: SetOptions,
): Promise<{ destination: DestinationDocument; secrets: Record<string, string> }> {
  const secrets = Object.entries(pairsOf('--secret', options.secret)).map(([name, variable]): [string, string] => [
    name,
    secretOf(variable),
  ]);
  const destination = options.file === undefined ? fromOptions(options) : await fromFile(options.file);
  return { destination, secrets: Object.fromEntries(secrets) };
}

async function fromFile(file: string): Promise<DestinationDocument> {
  const { readDefinition } = await import('../intakes/read-intake-file.ts');
  return (await readDefinition(file)) as unknown as DestinationDocument;
}

function fromOptions(options: SetOptions): DestinationDocument {
  const { preset, baseUrl, setting, record, kit, field, minConfidence, clear, mask, disabled } = options;
  if (preset === undefined) throw new UsageError('Pass --preset, or --file with a definition.');
  if (field === undefined)
    throw new UsageError('Pass --field: which answer goes to which field, such as resolved=qa_resolved.');
  return {
    preset,
    fields: pairsOf('--field', field),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(setting !== undefined && { settings: pairsOf('--setting', setting) }),
    ...(record !== undefined && { record }),
    ...(kit !== undefined && { kits: kit }),
    ...(minConfidence !== undefined && { min_confidence: Number(minConfidence) }),
    not_sure: clear ? 'clear' : 'skip',
    mask: mask === true,
    enabled: disabled !== true,
  };
}

function pairsOf(option: string, pairs: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new UsageError(`${option} ${pair}: write name=value.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
