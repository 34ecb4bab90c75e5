/** What was recognised in files before anything is imported: counts, and for everything doubtful or refused at most three examples. */
import type { ReadConversation } from '../wire/conversations.ts';
import type { DateSource, PreparedRun } from './prepare-run.ts';

export type NotedKind =
  | 'date_missing'
  | 'date_ambiguous'
  | 'date_another_order'
  | 'date_unlikely'
  | 'no_speakers'
  | 'one_speaker'
  | 'agent_unknown'
  | 'sides_uncertain'
  | 'agent_is_number'
  | 'warning'
  | 'refused'
  | 'identical'
  | 'failed';

export interface Noted {
  kind: NotedKind;
  /** A sentence about what was found. */
  what: string;
  count: number;
  /** At most three. */
  examples: string[];
}

export interface ImportSummary {
  files: number;
  /** Those that can be imported. */
  conversations: number;
  formats: { format: string; count: number }[];
  dates: {
    first?: string | undefined;
    last?: string | undefined;
    /** In the conversations themselves. */
    stated: number;
    /** Beside them, in a column or a field. */
    record: number;
    name: number;
    modified: number;
    none: number;
    /** Of these, written without a zone, and taken to be of the workspace’s. */
    local: number;
    timezone: string;
    /** Dates such as 03/04/2026, read in the order that the other dates of their column decide. */
    dayFirst: number;
    monthFirst: number;
  };
  people: {
    /** The most frequent ones, and how many conversations each has. */
    agents: { name: string; count: number }[];
    differentAgents: number;
    differentCustomers: number;
  };
  /** What columns and fields beside the conversations become: metadata of this key, or nothing. Of the most frequent ones, in how many conversations. */
  fields: { name: string; metadata?: string; count: number }[];
  sides: { known: number; doubtful: number };
  doubts: Noted[];
  refused: Noted[];
  /** Files with the content of another one; imported once. */
  identical: Noted | undefined;
}

const MOST_EXAMPLES = 3;
const MOST_KINDS = 50;
const MOST_NAMES = 10_000;
const SHOWN_AGENTS = 5;
const MOST_FIELDS = 500;
const SHOWN_FIELDS = 24;
const METADATA = 'metadata ';
/** Labels that name nobody. */
const ROLES =
  /^(?:agent|assistant|bot|ai|advisor|rep|representative|support|operator|user|customer|caller|client|guest|visitor|kunde|kundin|mitarbeiter|(?:speaker|spk|channel|participant)?[ _-]?(?:\d{1,3}|[a-z]))$/i;
/** Below, sides are worth a look. */
const SURE = 0.9;

/** Notes of one kind under one heading. */
export function createNotes() {
  const notes = new Map<string, Noted>();
  return {
    add(kind: NotedKind, what: string, example: string) {
      const key = what.replaceAll(/“[^”]*”|"[^"]*"|\d+/g, '#');
      const other = 'Other reasons';
      const note = notes.get(key) ?? (notes.size < MOST_KINDS ? undefined : notes.get(other));
      if (note === undefined) {
        const isKnown = notes.size < MOST_KINDS;
        notes.set(isKnown ? key : other, { kind, what: isKnown ? what : other, count: 1, examples: [example] });
        return;
      }
      note.count += 1;
      if (note.examples.length < MOST_EXAMPLES) note.examples.push(example);
    },
    list: (): Noted[] => [...notes.values()].sort((a, b) => b.count - a.count),
  };
}

export function createSummary(timezone: string) {
  const formats = new Map<string, number>();
  const agents = new Map<string, number>();
  const customers = new Set<string>();
  const dates = { stated: 0, record: 0, name: 0, modified: 0, none: 0, local: 0, dayFirst: 0, monthFirst: 0 };
  const span: { first?: string; last?: string } = {};
  const fields = new Map<string, ImportSummary['fields'][number]>();
  const numbers = new Set<string>();
  const sides = { known: 0, doubtful: 0 };
  const [doubts, refused, identical] = [createNotes(), createNotes(), createNotes()];
  let files = 0;
  let conversations = 0;

  const addDate = ({ source, date, dateFault }: PreparedRun, stated: string | undefined) => {
    const at = stated ?? date?.at;
    if (at === undefined) {
      dates.none += 1;
      const kind = DATE_FAULTS[dateFault ?? 'missing'] ?? 'date_missing';
      doubts.add(kind, WORDS[kind], source);
      return;
    }
    const from: 'stated' | DateSource = stated === undefined ? (date?.from ?? 'stated') : 'stated';
    dates[from] += 1;
    if (stated === undefined && date?.isLocal === true) dates.local += 1;
    if (stated === undefined && date?.order !== undefined)
      dates[date.order === 'day_first' ? 'dayFirst' : 'monthFirst'] += 1;
    if (span.first === undefined || at < span.first) span.first = at;
    if (span.last === undefined || at > span.last) span.last = at;
  };
  const addPeople = ({ metadata = {} }: PreparedRun, { speakers = [] }: ReadConversation) => {
    const named = (side: 'agent' | 'customer') =>
      metadata[side] === undefined
        ? speakers.filter((each) => each.side === side && !ROLES.test(each.label)).map(({ label }) => label)
        : [metadata[side]];
    for (const name of named('agent')) {
      if (agents.has(name) || agents.size < MOST_NAMES) agents.set(name, (agents.get(name) ?? 0) + 1);
      if (isPhoneNumber(name) && numbers.size < MOST_NAMES) numbers.add(name);
    }
    for (const name of named('customer')) if (customers.size < MOST_NAMES) customers.add(name);
  };
  const addFields = ({ uses = {} }: PreparedRun) => {
    for (const [name, use] of Object.entries(uses)) {
      const metadata = use?.startsWith(METADATA) ? use.slice(METADATA.length) : undefined;
      if (use !== undefined && metadata === undefined) continue;
      const key = `${name}\n${metadata ?? ''}`;
      const known = fields.get(key);
      if (known !== undefined) known.count += 1;
      else if (fields.size < MOST_FIELDS) fields.set(key, { name, ...(metadata && { metadata }), count: 1 });
    }
  };
  const addSides = (source: string, read: ReadConversation) => {
    const doubt = sideDoubt(read);
    sides[doubt === undefined ? 'known' : 'doubtful'] += 1;
    if (doubt !== undefined) doubts.add(doubt.kind, WORDS[doubt.kind], `${source}${doubt.names}`);
  };

  return {
    addFile: () => {
      files += 1;
    },
    add(prepared: PreparedRun, read: ReadConversation) {
      conversations += 1;
      const format = read.format ?? 'unknown';
      formats.set(format, (formats.get(format) ?? 0) + 1);
      addDate(prepared, read.occurred_at);
      addPeople(prepared, read);
      addFields(prepared);
      addSides(prepared.source, read);
      for (const warning of read.warnings ?? []) doubts.add('warning', warning, prepared.source);
    },
    refuse: (source: string, reason: string) => refused.add('refused', reason, source),
    addIdentical: (source: string, other: string) =>
      identical.add('identical', 'Identical to another conversation, so imported once', `${source} = ${other}`),
    result: (): ImportSummary => ({
      files,
      conversations,
      formats: [...formats]
        .map(([format, count]) => ({ format, count }))
        .sort((a, b) => b.count - a.count || (a.format < b.format ? -1 : 1)),
      dates: { ...span, ...dates, timezone },
      people: {
        agents: [...agents]
          .map(([name, count]) => ({ name, count }))
          .sort((a, b) => b.count - a.count)
          .slice(0, SHOWN_AGENTS),
        differentAgents: agents.size,
        differentCustomers: customers.size,
      },
      fields: [...fields.values()].sort((a, b) => b.count - a.count).slice(0, SHOWN_FIELDS),
      sides,
      doubts: [...doubts.list(), ...phoneNumbers(numbers)],
      refused: refused.list(),
      identical: identical.list()[0],
    }),
  };
}

function isPhoneNumber(name: string): boolean {
  const digits = name.replaceAll(/\D/g, '').length;
  return /^\+?[\d\s()./-]+$/.test(name) && digits <= 15 && digits >= (/^\+|^0|[\s()./-]/.test(name) ? 7 : 10);
}

function phoneNumbers(numbers: ReadonlySet<string>): Noted[] {
  const [count, examples] = [numbers.size, [...numbers].slice(0, MOST_EXAMPLES)];
  const what = count === 1 ? 'An agent that looks like a phone number' : 'Agents that look like phone numbers';
  return count === 0 ? [] : [{ kind: 'agent_is_number', what, count, examples }];
}

const WORDS = {
  date_missing: 'No date: they would be dated today',
  date_ambiguous: 'An ambiguous date, such as 03/04/2026: they would be dated today',
  date_another_order:
    'A date in another order of day and month than others of its column, such as 10/13/2026 beside 13/10/2026: they would be dated today',
  date_unlikely: 'A date in the future, or before 1990: they would be dated today',
  no_speakers: 'No speakers found: the whole text would be read as one speaker',
  one_speaker: 'Only one speaker found',
  agent_unknown: 'It is not known who the agent is',
  sides_uncertain: 'It is not certain who is on which side',
} as const satisfies Partial<Record<NotedKind, string>>;

type Doubt = keyof typeof WORDS;

const DATE_FAULTS: Readonly<Record<string, Doubt>> = {
  ambiguous: 'date_ambiguous',
  another_order: 'date_another_order',
  unlikely: 'date_unlikely',
};

const LABELS_SHOWN = 3;

function sideDoubt(read: ReadConversation): { kind: Doubt; names: string } | undefined {
  const { speakers = [] } = read;
  const shown = speakers
    .slice(0, LABELS_SHOWN)
    .map(({ label, side }) => `${label}${side === undefined ? '' : ` = ${side}`}`);
  const names = shown.length === 0 ? '' : ` (${shown.join(', ')}${speakers.length > LABELS_SHOWN ? ', …' : ''})`;
  const kind = kindOfDoubt(read);
  return kind && { kind, names };
}

function kindOfDoubt({ speakers = [], side_warnings = [], channel }: ReadConversation): Doubt | undefined {
  if (speakers.length === 0) return 'no_speakers';
  // A mail that nobody has answered is one.
  if (speakers.length === 1) return channel === 'email' ? undefined : 'one_speaker';
  if (!speakers.some(({ side }) => side === 'agent')) return 'agent_unknown';
  const isUnsure = speakers.some(({ side, probability }) => side !== undefined && probability < SURE);
  return isUnsure || side_warnings.length > 0 ? 'sides_uncertain' : undefined;
}
