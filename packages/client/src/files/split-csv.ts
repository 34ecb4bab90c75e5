/** A table of conversations (a row each), or of turns of one or many conversations (a row each). */
import { readCsv, writeCsv } from './csv-rows.ts';
import {
  DATE_NAMES,
  fieldName,
  GROUP_NAMES,
  ID_NAMES,
  pickName,
  SPEAKER_NAMES,
  TEXT_NAMES,
  WHOLE_NAMES,
} from './field-names.ts';
import { constantsOf, fieldUses, withMetadata } from './record-metadata.ts';
import type { Found, FoundConversation } from './source-file.ts';

type Part = Omit<FoundConversation, 'path' | 'modifiedMs'>;

export function splitCsv(path: string, text: string, fields: readonly string[], column?: string): Found[] {
  const { separator, rows } = readCsv(text);
  const [header = [], ...body] = rows;
  if (body.length === 0) return [{ path, refused: 'has a header and no rows' }];
  const cellOf = (name: string | undefined) => {
    const index = name === undefined ? -1 : header.indexOf(name);
    return (row: readonly string[]) => (index < 0 ? '' : (row[index] ?? '').trim());
  };
  const columns = header.slice(0, 12).join(', ');
  if (column !== undefined && !header.includes(column))
    return [{ path, refused: `is a table without the column “${column}” (columns: ${columns})` }];
  const whole = column ?? pickName(header, [...fields.map(fieldName), ...WHOLE_NAMES]);
  const speaker = pickName(header, SPEAKER_NAMES);
  const turn = pickName(header, [...TEXT_NAMES, 'transcript']);
  const isTable = column !== undefined || body.slice(0, LOOKED_AT).some((row) => isConversation(cellOf(whole)(row)));
  if (!isTable && speaker !== undefined && turn !== undefined && speaker !== turn)
    return splitTurns(header, body, { speaker, cellOf }).map((part) => ({ ...part, path }));
  if (whole === undefined) {
    return [
      {
        path,
        refused: `is a table without a column of conversations or turns (columns: ${columns}${separator === ',' ? '' : `, separated by ${JSON.stringify(separator)}`}): name the column of conversations, or call it “transcript”, or for one turn per row “speaker” and “text”`,
      },
    ];
  }
  return body.map((row, index) => ({ ...rowOf(header, { whole, fields, cellOf }, row, index), path }));
}

const LOOKED_AT = 20;
/** Labels at the beginnings of lines, or JSON. */
const LABELS = /^[^\n:]{1,60}:\s*\S[\s\S]*\n[^\n:]{1,60}:/;

function isConversation(cell: string): boolean {
  return LABELS.test(cell) || /^[[{]/.test(cell);
}

type CellOf = (name: string | undefined) => (row: readonly string[]) => string;

/** In the order in which conversations begin. Each is a table again, which the service reads. */
function splitTurns(
  header: readonly string[],
  body: readonly string[][],
  { speaker, cellOf }: { speaker: string; cellOf: CellOf },
): Part[] {
  const others = header.filter((name) => name !== speaker);
  const group = pickName(others, GROUP_NAMES);
  const groups = new Map<string, string[][]>();
  for (const row of body) {
    const id = cellOf(group)(row);
    const rows = groups.get(id) ?? [];
    rows.push(row);
    groups.set(id, rows);
  }
  const date = pickName(header, DATE_NAMES);
  return [...groups].map(([id, rows]) => {
    const turns = rows.map((row) => Object.fromEntries(others.map((name) => [name, cellOf(name)(row)])));
    const constants = constantsOf(turns);
    const metadata = withMetadata(constants);
    return {
      value: writeCsv([header, ...rows]),
      date: cellOf(date)(rows[0] ?? []) || undefined,
      ...(id !== '' && { part: id, externalId: id }),
      ...metadata,
      // The other columns of turns are read with them.
      uses: Object.fromEntries(
        Object.entries(fieldUses(constants, {}, metadata)).filter(([, use]) => use !== undefined),
      ),
    };
  });
}

function rowOf(
  header: readonly string[],
  { whole, fields, cellOf }: { whole: string; fields: readonly string[]; cellOf: CellOf },
  row: readonly string[],
  index: number,
): Part {
  const others = header.filter((name) => name !== whole);
  const [idName, dateName] = [pickName(others, ID_NAMES), pickName(others, DATE_NAMES)];
  const id = cellOf(idName)(row);
  const cells = Object.fromEntries(others.map((name) => [name, cellOf(name)(row)]));
  const known = Object.entries(cells).filter(([name, cell]) => fields.includes(name) && cell !== '');
  const metadata = withMetadata(cells);
  const used = {
    ...Object.fromEntries(known.map(([name]) => [name, 'input'])),
    ...(dateName !== undefined && { [dateName]: 'occurred_at' }),
    ...(idName !== undefined && { [idName]: 'external_id' }),
  };
  return {
    part: id === '' ? `row ${index + 2}` : id,
    value: cellValue(cellOf(whole)(row)),
    date: cellOf(dateName)(row) || undefined,
    ...(id !== '' && { externalId: id }),
    ...(known.length > 0 && { fields: Object.fromEntries(known) }),
    ...metadata,
    uses: fieldUses(cells, used, metadata),
  };
}

/** A cell with turns or messages holds them as JSON. */
function cellValue(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
