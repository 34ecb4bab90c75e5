/** How many runs a filter finds, and their breakdown by status, kit, metadata and answers. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Scope } from '../core/scope.ts';
import { unknown } from './check-answer-filter.ts';
import { checkFilter } from './read-runs.ts';
import type { CountedRuns, CountFilter, Facet } from './store/count-matching.ts';
import type { RunStore } from './store/run-store.ts';

const MOST_FACETS = 8;

export async function countRuns(
  { store }: { store: Pick<RunStore, 'count' | 'knownAnswers' | 'hasVersion'> },
  scope: Scope,
  filter: CountFilter,
  facets: readonly Facet[],
): Promise<CountedRuns> {
  const by = await checkFilter(store, scope, filter);
  const bricks = facets.flatMap((facet) => (facet.by === 'answer' ? [facet.brick] : []));
  if (bricks.length > 0) await checkBricks(store, scope, filter.kitCode, bricks);
  return store.count(scope, { ...filter, by }, facets);
}

async function checkBricks(
  store: Pick<RunStore, 'knownAnswers' | 'hasVersion'>,
  scope: Scope,
  kitCode: string | undefined,
  bricks: readonly string[],
): Promise<void> {
  if (kitCode === undefined) throw wrong('answers belong to a kit; add kit_code to the request.');
  const known = ((await store.knownAnswers(scope, { kitCode }).bricks()) ?? []).map(({ key }) => key);
  const faulty = bricks.find((brick) => !known.includes(brick));
  if (faulty !== undefined && known.length > 0)
    throw wrong(`answer.${faulty}: ${unknown('the kit has no such brick', faulty, known)}`);
}

/** `dimensions`: their names, and the keys of metadata that they are. */
export function readFacets(text: string | undefined, dimensions: ReadonlyMap<string, string>): Facet[] {
  const names = text === undefined || text === '' ? [] : text.split(',');
  if (names.length > MOST_FACETS) throw wrong(`at most ${MOST_FACETS} can be requested at once.`);
  return names.map((name) => readFacet(name, dimensions));
}

function readFacet(name: string, dimensions: ReadonlyMap<string, string>): Facet {
  if (name === 'status') return { name, by: 'status' };
  if (name === 'kit_code') return { name, by: 'kit_code' };
  const dimension = dimensions.get(name);
  if (dimension !== undefined) return { name, by: 'metadata', key: dimension };
  const [, field, key = ''] = /^(answer|metadata)\.([^\0]{1,64})$/s.exec(name) ?? [];
  if (field === 'metadata') return { name, by: 'metadata', key };
  if (field === 'answer') return { name, by: 'answer', brick: key };
  throw wrong(unknown(`"${name.slice(0, 80)}" is unknown`, name, ['status', 'kit_code', ...dimensions.keys()]));
}

function wrong(sentence: string): ServiceError {
  return new ServiceError('invalid_parameter', { detail: `facets: ${sentence}` });
}
