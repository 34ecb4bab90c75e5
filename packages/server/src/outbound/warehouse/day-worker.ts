/** The work of the thread that writes days. */
import type { DimensionColumn } from '@brickwork/warehouse/tables';
import { type DayWriter, openDay, type WrittenDay } from '@brickwork/warehouse/write-day';

export type DayTask =
  | { kind: 'open'; id: string; folder: string; day: string; dimensions: readonly DimensionColumn[] }
  | { kind: 'append'; id: string; lines: readonly string[] }
  | { kind: 'close'; id: string }
  | { kind: 'discard'; id: string };

const writers = new Map<string, DayWriter>();

export default async function serveDay(task: DayTask): Promise<WrittenDay | undefined> {
  if (task.kind === 'open') {
    writers.set(task.id, openDay(task.folder, task.day, task.dimensions));
    return undefined;
  }
  const writer = writers.get(task.id);
  if (task.kind === 'discard') {
    writers.delete(task.id);
    await writer?.discard();
    return undefined;
  }
  // A thread that replaces a dead one does not know its files.
  if (writer === undefined) throw new Error('the thread that wrote this day has ended');
  if (task.kind === 'close') {
    writers.delete(task.id);
    return writer.close();
  }
  await writer.append(task.lines);
  return undefined;
}
