/** A kit document becomes the next version of its kit; one with the same meaning as the newest version creates none. */
import { hashKit } from '@brickwork/engine/kits/hash-kit';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { requireValid } from '@brickwork/engine/kits/require-kit';
import type { Actor } from '../core/acting.ts';
import type { Clock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import type { KitChecks } from './kit-checks.ts';
import { newKitCode } from './kit-code.ts';
import type { VersionHead } from './store/kit-rows.ts';
import type { KitStore } from './store/kit-store.ts';
import type { KitDraft } from './store/store-version.ts';

export interface PushKit {
  store: Pick<KitStore, 'push'>;
  clock: Clock;
  checks: KitChecks;
}

export interface PushedKit {
  head: VersionHead;
  isNew: boolean;
  advice: string[];
}

export async function pushKit(
  { store, clock, checks }: PushKit,
  workspaceId: string,
  document: unknown,
  options: { publish: boolean; by?: Actor },
): Promise<PushedKit> {
  const { kit, advice } = requireValid(await checks.check(document, workspaceId));
  return { ...(await store.push(workspaceId, draftOf(kit, clock.now(), options))), advice };
}

/** The parts of a checked kit that the store needs. */
export function draftOf(kit: Kit, now: Date, { publish, by }: { publish: boolean; by?: Actor | undefined }): KitDraft {
  return {
    kit,
    hash: Buffer.from(hashKit(kit), 'hex'),
    bytes: Buffer.byteLength(JSON.stringify(kit)),
    publish,
    by,
    now,
    newId: () => newUuid(now),
    newCode: newKitCode,
  };
}
