import type { ChosenRuns } from './requests.ts';
import type { Query } from './transport.ts';

/** Dimensions are parameters by their own names. */
export function filterQuery({ dimensions, ...query }: ChosenRuns): Query {
  return { ...dimensions, ...query };
}
