import type { Alert, BrickSchema } from '@brickwork/client';
import { useKitSchema } from '../api/kits.ts';

/** The brick of an alert, in the kit's live version. */
export function useRuleBrick({ kit_id, rule }: Pick<Alert, 'kit_id' | 'rule'>): BrickSchema | undefined {
  return useKitSchema(kit_id).data?.bricks.find(({ key }) => key === rule.brick);
}
