/**
 * The columns of the list of runs. When, agent, team, kit and score are there until somebody hides them; answers and other
 * metadata are added, by the keys of their bricks and as `metadata.KEY`.
 */
import type { BrickSchema, Dimension, RunItem } from '@brickwork/client';
import { mainBrickOf } from '@brickwork/contract/figures';

export interface Column {
  /** In the form used in the address. */
  id: string;
  name: string;
  kind: 'when' | 'kit' | 'metadata' | 'answer';
  /** What the API sorts by; metadata has no order. */
  sort: string | undefined;
  metadataKey: string | undefined;
  /** Of an answer: kits judge by bricks of their own. */
  keyIn(run: Pick<RunItem, 'kit_code'>): string | undefined;
  brickIn(run: Pick<RunItem, 'kit_code'>): BrickSchema | undefined;
}

export const USUAL = ['when', 'agent', 'team', 'kit', 'score'] as const;
type Usual = (typeof USUAL)[number];

export const USUAL_NAMES: Readonly<Record<Usual, string>> = {
  when: 'When',
  agent: 'Agent',
  team: 'Team',
  kit: 'Kit',
  score: 'Score',
};

export interface ColumnsOf {
  /** Of the kit that is chosen. */
  bricks: readonly BrickSchema[];
  dimensions: readonly Dimension[];
  /** The brick by which each kit judges calls, by the kit's code. */
  scores: ReadonlyMap<string, BrickSchema>;
}

/** By which a kit judges calls; undefined where it does not say what is good. */
export function scoreBrickOf(bricks: readonly BrickSchema[]): BrickSchema | undefined {
  const main = mainBrickOf(bricks);
  return main?.score !== undefined || main?.good !== undefined ? main : undefined;
}

const NONE = { sort: undefined, metadataKey: undefined, keyIn: () => undefined, brickIn: () => undefined };

export function columnOf(id: string, { bricks, dimensions }: Omit<ColumnsOf, 'scores'>): Column {
  const [, metadataKey] = /^metadata\.(.+)$/s.exec(id) ?? [];
  if (metadataKey !== undefined) {
    const dimension = dimensions.find(({ metadata_key }) => metadata_key === metadataKey);
    return { ...NONE, id, kind: 'metadata', name: dimension?.label ?? metadataKey, metadataKey };
  }
  const brick = bricks.find(({ key }) => key === id);
  return {
    ...NONE,
    id,
    kind: 'answer',
    name: brick?.name ?? id,
    sort: `answer.${id}`,
    keyIn: () => id,
    brickIn: () => brick,
  };
}

function usualColumn(id: Usual, known: ColumnsOf): Column | undefined {
  if (id === 'when') return { ...NONE, id, kind: 'when', name: USUAL_NAMES.when, sort: 'occurred_at' };
  if (id === 'kit') return { ...NONE, id, kind: 'kit', name: USUAL_NAMES.kit };
  if (id !== 'score') {
    const dimension = known.dimensions.find(({ name }) => name === id);
    return dimension && columnOf(`metadata.${dimension.metadata_key}`, known);
  }
  const score = scoreBrickOf(known.bricks);
  if (known.bricks.length > 0) return score && columnOf(score.key, known);
  return {
    ...NONE,
    id,
    kind: 'answer',
    name: USUAL_NAMES.score,
    keyIn: ({ kit_code }) => known.scores.get(kit_code)?.key,
    brickIn: ({ kit_code }) => known.scores.get(kit_code),
  };
}

/** The shown columns, in order; `added` and `hidden` as in the address. */
export function shownColumns(
  added: string | undefined,
  hidden: string | undefined,
  known: ColumnsOf,
): { columns: Column[]; isHidden(id: Usual): boolean; added: string[] } {
  const hides = new Set(hidden?.split(','));
  const usual = USUAL.filter((id) => !hides.has(id)).flatMap((id) => usualColumn(id, known) ?? []);
  const more = [...new Set(added?.split(',').filter((id) => id !== ''))];
  const others = more.filter((id) => !usual.some((column) => column.id === id));
  return {
    columns: [...usual, ...others.map((id) => columnOf(id, known))],
    isHidden: (id) => hides.has(id),
    added: more,
  };
}

export type SortDirection = 'ascending' | 'descending';

export function directionOf(sort: string | undefined, by: string): SortDirection | undefined {
  if (sort === by) return 'ascending';
  return sort === `-${by}` ? 'descending' : undefined;
}

/** Lowest first, highest first, the usual order again. */
export function nextSort(sort: string | undefined, by: string): string | undefined {
  const direction = directionOf(sort, by);
  // The usual order is the latest first: what follows is the earliest.
  if (by === 'occurred_at') return direction === 'ascending' ? undefined : by;
  if (direction === undefined) return by;
  return direction === 'ascending' ? `-${by}` : undefined;
}
