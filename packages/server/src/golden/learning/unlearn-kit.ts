/** Undoes what a live kit learned: the version as written becomes live. */
import { summariseLearned } from '@brickwork/engine/bricks/learned-document';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { hashKit } from '@brickwork/engine/kits/hash-kit';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { kitOf } from '@brickwork/engine/kits/require-kit';
import { keepLearned } from '@brickwork/engine/reader/learn/keep-learned';
import type { Principal } from '../../access/principal.ts';
import { getKit, getVersion, requireLiveKey } from '../../kits/manage-kits.ts';
import { pushKit } from '../../kits/push-kit.ts';
import type { VersionHead } from '../../kits/store/kit-rows.ts';
import type { ManageGoldenSets } from '../manage-golden-sets.ts';
import { publishThroughGate } from '../publish-gate.ts';

export async function unlearnKit(
  deps: ManageGoldenSets,
  principal: Principal,
  kitName: string,
  keys: readonly string[] | undefined,
): Promise<VersionHead> {
  const { workspaceId } = principal;
  const { kitId, live } = await getKit(deps.kits, workspaceId, kitName);
  await requireLiveKey(deps.kits, workspaceId, { kitId }, principal.environment);
  if (live === undefined) throw new ServiceError('conflict', { detail: 'No version of the kit is live.' });
  const { kit } = await getVersion(deps.kits, workspaceId, kitId, { kitVersionId: live.kitVersionId });
  const document = withoutLearned(kit, keys);
  // As it would be stored: an earlier version with the same content was checked in the same way.
  const plain = kitOf(await deps.kits.checks.check(document, workspaceId));
  const earlier = await deps.kits.store.findPublished(workspaceId, kitId, Buffer.from(hashKit(plain), 'hex'));
  const { kitVersionId } =
    earlier ?? (await pushKit(deps.kits, workspaceId, document, { publish: false, by: principal.actor })).head;
  return publishThroughGate(deps, principal, kitId, { kitVersionId }, {});
}

function withoutLearned(kit: Kit, keys: readonly string[] | undefined) {
  const unknown = keys?.find((key) => !kit.bricks.some((brick) => brick.key === key));
  if (unknown !== undefined)
    throw new ServiceError('invalid_parameter', { detail: `bricks: the live version has no brick ${unknown}.` });
  const isMeant = (key: string) => keys === undefined || keys.includes(key);
  const learned = kit.bricks.filter(({ key, learned: of }) => isMeant(key) && summariseLearned(of) !== undefined);
  if (learned.length === 0)
    throw new ServiceError('conflict', { detail: 'The live version has learned nothing that could be undone.' });
  const bricks = kit.bricks.map((brick) => (learned.includes(brick) ? keepLearned(brick, undefined) : brick));
  return { ...kit, bricks };
}
