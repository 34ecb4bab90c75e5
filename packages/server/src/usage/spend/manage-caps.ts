/** Setting, listing and deleting spend caps. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../../core/clock.ts';
import { getKit, type ManageKits } from '../../kits/manage-kits.ts';
import type { SpendStore } from '../store/spend-store.ts';
import type { Prices } from './prices.ts';
import type { CapState, CreditPrice, SpendCap } from './spend-cap.ts';

export interface ManageCaps {
  spend: Pick<SpendStore, 'list' | 'put' | 'delete'>;
  kits: ManageKits;
  clock: Clock;
  /** Of the service. */
  creditPrice: CreditPrice | undefined;
  prices: Pick<Prices, 'of'>;
}

const MOST_CAPS = 50;

export async function putCap(
  deps: ManageCaps,
  workspaceId: string,
  { kit, ...cap }: Omit<SpendCap, 'kitId'> & { kit: string | undefined },
): Promise<CapState> {
  if ((cap.credits === undefined) === (cap.money === undefined))
    throw new ServiceError('invalid_parameter', { detail: 'credits: set the cap either in credits or in money.' });
  if (cap.money !== undefined && (await deps.prices.of(workspaceId)) === undefined)
    throw new ServiceError('invalid_parameter', {
      detail:
        'money: a credit has no price yet. Set the cap in credits, or set the price of a credit in the settings first.',
    });
  const kitId = kit === undefined ? undefined : (await getKit(deps.kits, workspaceId, kit)).kitId;
  const saved = await deps.spend.put(workspaceId, { ...cap, kitId }, deps.clock.now(), MOST_CAPS);
  if (saved === 'too_many')
    throw new ServiceError('conflict', { detail: `There are ${MOST_CAPS} spend caps, the maximum. Delete one first.` });
  return saved;
}

export async function deleteCap({ spend }: ManageCaps, workspaceId: string, name: string): Promise<void> {
  if (!(await spend.delete(workspaceId, name)))
    throw new ServiceError('not_found', { detail: 'There is no such spend cap.' });
}
