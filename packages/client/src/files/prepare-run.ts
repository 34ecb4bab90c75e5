/** A found conversation as the run that it becomes, under a key made from its content: the same wherever the file lies and whatever it is called. */
import { toHex, webCrypto } from '../web-crypto.ts';
import type { NewRunType } from '../wire/vocabulary.ts';
import { type FieldMap, mapPath } from './map-fields.ts';
import { type DateOrder, readDate } from './read-date.ts';
import type { FieldUses } from './record-metadata.ts';
import type { FoundConversation } from './source-file.ts';

export interface ImportKit {
  kit_version_id: string;
  kit_code: string;
  /** The input's field that takes the conversation. */
  conversationField: string;
  fields: readonly string[];
}

export interface ImportSettings {
  kit: ImportKit;
  type?: NewRunType | undefined;
  /** The column or field with the conversation, where it is not known by its name. */
  column?: string | undefined;
  /** Metadata from paths and names. */
  maps?: readonly FieldMap[] | undefined;
  /** What dates a conversation that has no date itself: the file's name and folders (default), also the time of its last change, or nothing. */
  dateFrom?: 'name' | 'modified' | 'none' | undefined;
  /** Sides by label, as in an input's `speakers`. */
  speakers?: Readonly<Record<string, 'agent' | 'customer'>> | undefined;
}

export type DateSource = 'record' | 'name' | 'modified';

export interface PreparedRun {
  /** `calls/export.csv › 4711`. */
  source: string;
  key: string;
  input: Record<string, unknown>;
  externalId: string;
  metadata: Record<string, string> | undefined;
  uses: FieldUses | undefined;
  /** For a conversation that does not say itself when it took place. */
  date: { at: string; from: DateSource; isLocal: boolean; order?: DateOrder } | undefined;
  dateFault: 'ambiguous' | 'another_order' | 'unlikely' | undefined;
}

const LONGEST_ID = 255;
const MOST_PAIRS = 16;

/** `timezone` is the workspace’s. */
export async function prepareRun(
  found: FoundConversation,
  settings: ImportSettings,
  timezone: string,
): Promise<PreparedRun> {
  const { kit, type = 'api', maps = [], speakers } = settings;
  const { external_id: mappedId, occurred_at: mappedDate, ...mapped } = mapPath(found.path, maps);
  const source = found.part === undefined ? found.path : `${found.path} › ${found.part}`;
  const pairs = Object.entries({ ...found.metadata, ...mapped }).slice(0, MOST_PAIRS);
  const content = JSON.stringify([found.value, found.fields ?? null, found.externalId ?? null, found.date ?? null]);
  const environment = type === 'api' ? '' : `${type}:`;
  return {
    source,
    key: `import:${environment}${kit.kit_code}:${await digestOf(content)}`,
    input: {
      ...found.fields,
      [kit.conversationField]: found.value,
      ...(speakers !== undefined && !kit.fields.includes('speakers') && { speakers }),
    },
    externalId: mappedId ?? found.externalId ?? source.slice(-LONGEST_ID),
    metadata: pairs.length === 0 ? undefined : Object.fromEntries(pairs),
    uses: found.uses,
    ...dateOf(found, mappedDate ?? found.date, settings, timezone),
  };
}

async function digestOf(text: string): Promise<string> {
  const { subtle } = await webCrypto();
  if (subtle === undefined) throw new Error('Importing needs a page that was opened by https, or on this machine.');
  return toHex(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

const DAY_MS = 86_400_000;
const EARLIEST = Date.UTC(1990, 0, 1);

function dateOf(
  { path, modifiedMs, dateOrder }: FoundConversation,
  written: string | undefined,
  { dateFrom = 'name' }: ImportSettings,
  timezone: string,
): Pick<PreparedRun, 'date' | 'dateFault'> {
  const beside = written === undefined ? undefined : readDate(written, timezone, dateOrder);
  const inName =
    dateFrom === 'none'
      ? undefined
      : path
          .split('/')
          .reverse()
          .map((part) => readDate(part, timezone))
          .find((each) => each !== undefined);
  for (const [from, read] of [
    ['record', beside],
    ['name', inName],
  ] as const) {
    if (typeof read === 'string') return { date: undefined, dateFault: read };
    if (read === undefined) continue;
    const ms = Date.parse(read.at);
    if (ms > Date.now() + DAY_MS || ms < EARLIEST) return { date: undefined, dateFault: 'unlikely' };
    return { date: { ...read, from }, dateFault: undefined };
  }
  if (dateFrom !== 'modified' || modifiedMs === undefined) return { date: undefined, dateFault: undefined };
  const at = new Date(Math.min(modifiedMs, Date.now())).toISOString();
  return { date: { at, from: 'modified', isLocal: false }, dateFault: undefined };
}
