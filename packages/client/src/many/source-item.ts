import type { CreateRunRequest } from '../wire/run.ts';

export interface SourceItem {
  /** Your own id of the record, unique in the source. It goes along as `external_id` unless the request has one. */
  id: string;
  request: CreateRunRequest;
  /** By default made from the id, the kit and the input: the same in every process. */
  idempotencyKey?: string | undefined;
}
