import { existsSync } from 'node:fs';
import { ServiceError } from '@brickwork/server/core/service-error';
import type { Kit } from '@brickwork/server/kits/normalise-kit';
import { requireKit } from '@brickwork/server/kits/push-kit';
import { withKits } from './kits-gateway.ts';
import { faultLine, readKitFile } from './read-kit-file.ts';

/** A kit by whatever name the user gave it: a file, or KIT or KIT@VERSION of the server. */
export async function loadKit(
  name: string,
  otherwise: 'live' | 'newest',
  options: { workspace?: string },
): Promise<Kit> {
  if (isKitFile(name)) return requireKitFile(name);
  const { kit, version } = parseKitName(name);
  const { document } = await withKits(options, (gateway) => gateway.document(kit, version ?? otherwise));
  return requireKit(document);
}

export function isKitFile(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name) || existsSync(name);
}

/** `support_qa@2` → kit and version. */
export function parseKitName(name: string): { kit: string; version: number | undefined } {
  const [, kit, version] = /^(.+)@([1-9]\d{0,8})$/.exec(name) ?? [];
  return kit === undefined ? { kit: name, version: undefined } : { kit, version: Number(version) };
}

/** The kit of a file; with faults they are all told before the command ends. */
export async function requireKitFile(file: string): Promise<Kit> {
  const checked = await readKitFile(file);
  if ('kit' in checked) return checked.kit;
  for (const fault of checked.faults) process.stderr.write(`${faultLine(file, fault)}\n`);
  throw new ServiceError('kit_definition_invalid', { detail: `${file} has faults; nothing was done.` });
}
