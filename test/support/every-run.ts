/** A list of runs without any filter, for tests and benches to narrow down. */
import { NO_ANSWER_FILTER } from '@brickwork/server/runs/answer-filter';
import type { RunFilter } from '@brickwork/server/runs/store/run-conditions';

export const EVERY_RUN: RunFilter = {
  limit: 50,
  before: undefined,
  status: undefined,
  type: undefined,
  kitCode: undefined,
  externalId: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
  words: undefined,
  by: NO_ANSWER_FILTER,
  withAnswers: false,
};
