/** A call to a model was not made, because it could cost more than a spend cap leaves. */
import { ModelFault } from '@brickwork/engine/model/model-fault';

/** What happens to runs at the cap: they wait, fail, or are answered by the local engine. */
export type AtCap = 'hold' | 'fail' | 'local';

export class SpendCapReached extends ModelFault {
  readonly atCap: AtCap;

  constructor(cap: string, atCap: AtCap, waitMs: number) {
    const message = `The spend cap “${cap}” is reached: the next call to a model could exceed it.`;
    super('spend_cap_reached', message, atCap === 'hold' ? waitMs : undefined);
    this.atCap = atCap;
  }
}
