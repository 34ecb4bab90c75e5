/** Hints for lists of lists and lists of lines. */
import { type FieldPath, findItemFields, type ItemFields, type TimeField } from './item-fields.ts';
import { MOST_ITEMS } from './places.ts';
import { EACH, joined, list, type Program, path, pipe, type Step } from './program.ts';
import { turnOf } from './turn-program.ts';

/** Rows: `[["Agent", "Hello."], …]`, `[[0.5, 1.2, "Lena", "Hello."], …]`. */
export function byRows({ path: at, value }: { path: readonly Step[]; value: unknown[] }): Program[] {
  const rows = value.filter((item) => Array.isArray(item) && item.length >= 2).slice(0, MOST_ITEMS);
  if (rows.length === 0 || rows.length < Math.min(value.length, MOST_ITEMS)) return [];
  const records = rows.map((row) => Object.fromEntries(Array.isArray(row) ? row.entries() : []));
  const fields = findItemFields(records);
  if (fields === undefined) return [];
  return [list(pipe(path([...at, EACH]), turnOf(inRow(fields), records)))];
}

/** The columns of a row are numbered. */
function inRow(fields: ItemFields): ItemFields {
  const numbered = (steps: FieldPath): FieldPath =>
    steps.map((step) => (/^\d+$/.test(String(step)) ? Number(step) : step));
  const timed = (field: TimeField | undefined) => field && { ...field, path: numbered(field.path) };
  const { start, end, duration } = fields;
  return {
    ...fields,
    text: numbered(fields.text),
    ...(fields.speaker !== undefined && { speaker: numbered(fields.speaker) }),
    ...(fields.flag !== undefined && { flag: { ...fields.flag, path: numbered(fields.flag.path) } }),
    ...(fields.direction !== undefined && { direction: numbered(fields.direction) }),
    ...(start !== undefined && { start: timed(start) ?? start }),
    ...(end !== undefined && { end: timed(end) ?? end }),
    ...(duration !== undefined && { duration: timed(duration) ?? duration }),
  };
}

/** Lines of a transcript in a list. */
export function byLines({ path: at, value }: { path: readonly Step[]; value: unknown[] }): Program[] {
  const isLines =
    value.length > 0 &&
    value.every((item) => typeof item === 'string') &&
    value.some((item) => String(item).includes(' '));
  return isLines ? [pipe(path(at), joined('\n'))] : [];
}
