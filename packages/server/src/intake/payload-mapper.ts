/** Where expressions run, as the rest of the room sees it. `owner` is the workspace: processes are shared fairly between owners. */
import type { IntakeDocument } from '@brickwork/contract';
import type { Fetched, MappedDelivery } from './map-delivery.ts';
import type { SentBody } from './read-body.ts';

export interface PayloadMapper {
  /** Never throws for what an expression does: too slow and too large are faults of the definition. Throws `unavailable` for what the machine does. */
  mapDelivery(
    name: string,
    document: IntakeDocument,
    body: SentBody,
    fetched: Readonly<Record<number, Fetched>>,
    owner: string,
  ): Promise<MappedDelivery>;
  /** The first expression that cannot be parsed, as a sentence. */
  checkExpressions(document: IntakeDocument, owner: string): Promise<string | undefined>;
}
