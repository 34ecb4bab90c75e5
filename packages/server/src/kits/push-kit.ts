/** A kit document becomes the next version of its kit; one with the same meaning as the newest version creates none. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { type CheckedKit, checkKit } from '@brickwork/engine/kits/check-kit';
import { hashKit } from '@brickwork/engine/kits/hash-kit';
import type { KitFault } from '@brickwork/engine/kits/kit-fault';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import type { Clock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import type { KitChecks } from './kit-checks.ts';
import { newKitCode } from './kit-code.ts';
import type { VersionHead } from './store/kit-rows.ts';
import type { KitStore } from './store/kit-store.ts';

export interface PushKit {
  store: Pick<KitStore, 'push'>;
  clock: Clock;
  checks: KitChecks;
}

export interface PushedKit {
  head: VersionHead;
  isNew: boolean;
}

export async function pushKit(
  { store, clock, checks }: PushKit,
  workspaceId: string,
  document: unknown,
  options: { publish: boolean },
): Promise<PushedKit> {
  const kit = kitOf(await checks.check(document, workspaceId));
  const now = clock.now();
  return store.push(workspaceId, {
    kit,
    hash: Buffer.from(hashKit(kit), 'hex'),
    bytes: Buffer.byteLength(JSON.stringify(kit)),
    publish: options.publish,
    now,
    newId: () => newUuid(now),
    newCode: newKitCode,
  });
}

/** The kit of a document, or `kit_definition_invalid` with all of its faults. */
export function requireKit(document: unknown): Kit {
  return kitOf(checkKit(document));
}

export function kitOf(checked: CheckedKit): Kit {
  if ('kit' in checked) return checked.kit;
  throw kitFaultsError(checked.faults);
}

function kitFaultsError(faults: readonly KitFault[]): ServiceError {
  const [first] = faults;
  const subject = first === undefined || first.path === '' ? 'The document' : first.path;
  const rest = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return new ServiceError('kit_definition_invalid', {
    detail: `${subject} ${first?.message ?? 'has faults'}${rest}`,
    extra: { faults },
  });
}
