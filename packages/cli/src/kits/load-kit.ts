import type { ValidKit } from '@brickwork/engine/kits/check-kit';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { requireKit } from '@brickwork/engine/kits/require-kit';
import { tell } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { isKitFile, parseKitName } from './kit-name.ts';
import { faultLine, readKitFile } from './read-kit-file.ts';
import { withKits } from './with-kits.ts';

/** A kit by whatever name the user gave it: a file, or KIT or KIT@VERSION of the server. */
export async function loadKit(
  name: string,
  otherwise: 'live' | 'newest',
  options: { workspace?: string },
): Promise<Kit> {
  if (isKitFile(name)) return requireKitFile(name);
  const { kit, version } = parseKitName(name);
  const { document } = await withKits(options, (kits) => kits.document(kit, version ?? otherwise));
  return requireKit(document);
}

export async function requireKitFile(file: string): Promise<Kit> {
  return (await requireValidFile(file)).kit;
}

/** The kit of a file. All of its faults are printed before the command fails. */
export async function requireValidFile(file: string): Promise<ValidKit> {
  const checked = await readKitFile(file);
  if ('kit' in checked) return checked;
  for (const fault of checked.faults) tell(faultLine(file, fault));
  throw new UsageError(`${file} has errors; nothing was done.`);
}
