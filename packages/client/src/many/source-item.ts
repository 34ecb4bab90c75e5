import type { CreateRunRequest } from '../wire/run.ts';

export interface SourceItem {
  /** Your own id of the record, unique in the source. It goes along as `external_id` unless the request has one. */
  id: string;
  request: CreateRunRequest;
  /** Made from the id, the kit and the input when left out: the same in every process. */
  idempotencyKey?: string | undefined;
}
