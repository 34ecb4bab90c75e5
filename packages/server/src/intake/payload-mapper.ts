/** Where expressions run, from the point of view of this room. `owner` is the workspace: processes are shared fairly between owners. */
import type { IntakeDocument } from '@brickwork/contract';
import type { Fetched, MappedDelivery } from './map-delivery.ts';
import type { SentBody } from './read-body.ts';

export interface PayloadMapper {
  /** Never throws because of an expression: too slow and too large are faults of the definition. Throws `unavailable` for faults of the machine. */
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
