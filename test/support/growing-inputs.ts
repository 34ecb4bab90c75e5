/**
 * Inputs that grow: an export with one of its pieces repeated until it has a given length. A reader whose time is in proportion to the length takes about four
 * times as long for four times the length, whichever piece it is.
 */

/** What breaks readers of text: openings that nothing closes, headers without a mail, marks of quotations. */
const HOSTILE = ['To: a\n', '<style>', '<script ', '<!--', '<', '&', '> ', 'On a\n', '--', '_', ' ', '\n', '"', 'a: '];

interface GrowingInput {
  name: string;
  of: (length: number) => unknown;
}

function growingInputs(value: unknown): GrowingInput[] {
  return typeof value === 'string' ? growingTexts(value) : [...growingLists(value), ...growingStrings(value)];
}

function growingTexts(text: string): GrowingInput[] {
  const lines = [...new Set(text.split(/(?<=\n)/))].slice(0, 12);
  const tokens = [...new Set(text.match(/[^\s\w]|\w+:?|\r?\n|[ \t]+/g) ?? [])].slice(0, 20);
  return [...lines, ...tokens, ...HOSTILE].map((piece) => ({
    name: JSON.stringify(piece.slice(0, 40)),
    of: (length) => repeatedIn(text, piece, length),
  }));
}

/** Where the piece is, or at the end. */
function repeatedIn(text: string, piece: string, length: number): string {
  const at = text.includes(piece) ? text.indexOf(piece) : text.length;
  return text.slice(0, at) + piece.repeat(Math.ceil(length / piece.length)) + text.slice(at);
}

type Path = ReadonlyArray<string | number>;

function growingLists(value: unknown): GrowingInput[] {
  return pathsOf(value, (item) => Array.isArray(item) && item.length > 0).map((path) => ({
    name: `items of ${path.join('.')}`,
    of: (length) =>
      changed(value, path, (items) => {
        const list = items as unknown[];
        const times = Math.ceil(length / Math.max(1, JSON.stringify(list).length));
        return Array.from({ length: times }, () => list).flat();
      }),
  }));
}

/** In every string that looks like words or an address: a name of a type or an id must stay what it is. */
function growingStrings(value: unknown): GrowingInput[] {
  const paths = pathsOf(value, (item) => typeof item === 'string' && /[\s@]/.test(item));
  return HOSTILE.map((piece) => ({
    name: `${JSON.stringify(piece)} in the strings`,
    of: (length) =>
      paths.reduce<unknown>(
        (whole, path) => changed(whole, path, (text) => repeatedIn(String(text), piece, length / paths.length)),
        value,
      ),
  }));
}

function pathsOf(value: unknown, isMeant: (value: unknown) => boolean, path: Path = []): Path[] {
  const own = isMeant(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return own;
  const inner = Array.isArray(value) ? value.map((item, index) => [index, item] as const) : Object.entries(value);
  return [...own, ...inner.flatMap(([key, item]) => pathsOf(item, isMeant, [...path, key]))];
}

function changed(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? changed(item, rest, change) : item));
  const record = value as Record<string, unknown>;
  return { ...record, [key]: changed(record[key], rest, change) };
}

/** Faster than this for the length, a read is not looked at any further. */
const QUICK_MS = 15;
/** For four times the length: 4 is linear, 16 quadratic. */
const MOST_GROWTH = 10;
const TRIES = 4;

/** The first input that takes more than in proportion to its length to read. */
export function slowGrowth(value: unknown, length: number, read: (value: unknown) => unknown): string | undefined {
  for (const { name, of } of growingInputs(value)) {
    if (cpuMs(read, of(length)) < QUICK_MS) continue;
    // Collecting garbage and compiling happen in some of the tries only: the least growth is what the reader itself does.
    let least = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < TRIES && least > MOST_GROWTH; tried += 1) {
      least = Math.min(least, cpuMs(read, of(4 * length)) / Math.max(1, cpuMs(read, of(length))));
    }
    if (least > MOST_GROWTH) return `${name}: ${least.toFixed(1)} times as long for four times the length`;
  }
  return undefined;
}

function cpuMs(read: (value: unknown) => unknown, input: unknown): number {
  const before = process.threadCpuUsage();
  try {
    read(input);
  } catch {
    // Refusing takes time too.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
