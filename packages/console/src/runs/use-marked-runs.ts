/** Which runs of the list are selected, and which one the keys move from. */
import type { RunItem } from '@brickwork/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useKept } from '../session/use-kept.ts';
import { useHotkeys } from '../shell/use-hotkeys.ts';

const NONE: ReadonlyMap<string, RunItem> = new Map();

/** Whole runs, since those of other pages are no longer there to be asked for their kit. */
export function useSelected() {
  const [selected, setSelected] = useState(NONE);
  const select = (some: readonly RunItem[], isSelected: boolean) =>
    setSelected((before) => {
      const after = new Map(before);
      for (const run of some) isSelected ? after.set(run.run_id, run) : after.delete(run.run_id);
      return after;
    });
  return { selected, select, clear: () => setSelected(NONE) };
}

/** The run that the keys move from. The run, not its row: new runs push the rows down while one reads. */
export function useMarked(
  runs: readonly RunItem[],
  goNext: (() => void) | undefined,
  goBack: (() => void) | undefined,
) {
  const navigate = useNavigate();
  const [marked, setMarked] = useKept<string | undefined>('runs.marked', undefined);
  const markedAt = runs.findIndex(({ run_id }) => run_id === marked);
  const mark = (by: number) => {
    const from = markedAt >= 0 ? markedAt : by > 0 ? -1 : runs.length;
    setMarked(runs[Math.min(Math.max(from + by, 0), runs.length - 1)]?.run_id);
  };
  const openMarked = (run: RunItem | undefined) =>
    run === undefined ? undefined : () => navigate({ to: '/runs/$runId', params: { runId: run.run_id } });
  useHotkeys({
    j: () => mark(1),
    k: () => mark(-1),
    n: goNext,
    p: goBack,
    Enter: openMarked(runs[markedAt]),
  });
  return marked;
}
