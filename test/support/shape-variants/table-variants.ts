/** Tables of turns in CSV and Markdown, lists of turns in JSON, and captions: under the names and in the order that people choose. */
import { FOREIGN_SCRIPTS, SCRIPTS, type Script } from './scripts.ts';
import type { Variant } from './variant.ts';

const [REFUND, TRAPS, SHORT] = SCRIPTS;
const LABELS = { agent: 'Agent', customer: 'Customer' } as const;
const NAMES = { agent: 'Dana Miller', customer: 'Ann Lee' } as const;

interface Row {
  speaker: string;
  text: string;
  at: number;
}

function rowsOf(script: Script, labels: { agent: string; customer: string }): Row[] {
  return script.lines.map(([side, text], index) => ({ speaker: labels[side], text, at: 2 + index * 7 }));
}

function variantOf(
  family: string,
  name: string,
  value: unknown,
  rows: readonly Row[],
  isTimed: boolean,
  labels: { agent: string; customer: string },
): Variant {
  return {
    family,
    name,
    value,
    turns: rows.map(({ speaker, text, at }) => ({ speaker, text, start: isTimed ? at : undefined })),
    sides: { [labels.agent]: 'agent', [labels.customer]: 'customer' },
  };
}

const SPEAKERS =
  'speaker|Speaker|SPEAKER|speaker_name|Speaker Name|speakerName|role|Role|ParticipantRole|participant_role|Participant Role|author|Author|sender|Sender Name|from|From|name|Name|participant|channel|who|Who|speaker_label|Speaker Label|user|User|agent_or_customer|party|Party|talker|speaker_id|Speaker ID'.split(
    '|',
  );
const TEXTS =
  'text|Text|TEXT|message|Message|utterance|Utterance|content|Content|body|Body|transcript|Transcript|sentence|words|message_text|Message Text|messageText|dialogue|line|said|caption|comment|phrase|speech'.split(
    '|',
  );
const STARTS =
  'start|Start|start_time|Start Time|startTime|start_seconds|begin|offset|time|Time|timestamp|Timestamp|start_ms|startMs|Start (s)|start_time_ms|begin_time|offset_seconds'.split(
    '|',
  );
const QUOTES = [
  ['plain', (cell: string) => (/[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)],
  ['quoted', (cell: string) => `"${cell.replaceAll('"', '""')}"`],
] as const;

function csvVariants(): Variant[] {
  const variants: Variant[] = [];
  const add = (
    name: string,
    header: readonly string[],
    rowOf: (row: Row) => string[],
    more: {
      separator?: string;
      quote?: (cell: string) => string;
      isTimed?: boolean;
      script?: Script | undefined;
      isNamed?: boolean;
      gap?: string;
      mark?: string;
    } = {},
  ) => {
    const { separator = ',', quote = QUOTES[0][1], isTimed = false, script = REFUND, gap = '\n', mark = '' } = more;
    if (script === undefined) return;
    const labels = more.isNamed === true ? NAMES : LABELS;
    const rows = rowsOf(script, labels);
    const text = mark + [header, ...rows.map(rowOf)].map((cells) => cells.map(quote).join(separator)).join(gap);
    variants.push(variantOf('tables in CSV, by the names of their columns', name, text, rows, isTimed, labels));
  };
  for (const speaker of SPEAKERS)
    for (const text of TEXTS) add(`${speaker},${text}`, [speaker, text], (row) => [row.speaker, row.text]);
  for (const start of STARTS) {
    const factor = /ms/i.test(start) ? 1000 : 1;
    add(
      `${start},speaker,text`,
      [start, 'speaker', 'text'],
      ({ speaker, text, at }) => [`${at * factor}`, speaker, text],
      { isTimed: true },
    );
    add(
      `speaker,text,${start}`,
      ['speaker', 'text', start],
      ({ speaker, text, at }) => [speaker, text, `${at * factor}`],
      { isTimed: true },
    );
  }
  for (const [quoted, quote] of QUOTES)
    for (const [name, separator] of [
      ['comma', ','],
      ['semicolon', ';'],
      ['tab', '\t'],
      ['bar', '|'],
    ] as const)
      for (const script of [REFUND, TRAPS, SHORT])
        for (const isNamed of [false, true])
          for (const gap of ['\n', '\r\n'])
            add(
              `${name}, ${quoted}, ${script?.name}, ${isNamed ? 'names' : 'roles'}, ${JSON.stringify(gap)}`,
              ['speaker', 'text'],
              (row) => [row.speaker, row.text],
              { separator, quote, script, isNamed, gap },
            );
  for (const mark of ['\uFEFF'])
    add('byte order mark', ['Speaker', 'Text'], (row) => [row.speaker, row.text], { mark });
  for (const [header, value] of [
    ['direction', { Agent: 'outbound', Customer: 'inbound' }],
    ['Direction', { Agent: 'OUT', Customer: 'IN' }],
    ['direction', { Agent: 'sent', Customer: 'received' }],
  ] as const)
    for (const text of ['message', 'body', 'Text']) {
      const rows = rowsOf(REFUND ?? { name: '', lines: [] }, LABELS).map((row) => ({
        ...row,
        speaker: value[row.speaker as 'Agent' | 'Customer'],
      }));
      const csv = [[header, text], ...rows.map((row) => [row.speaker, QUOTES[0][1](row.text)])]
        .map((cells) => cells.join(','))
        .join('\n');
      variants.push(
        variantOf(
          'tables in CSV, by the names of their columns',
          `${header} of ${value.Agent}, ${text}`,
          csv,
          rows,
          false,
          { agent: value.Agent, customer: value.Customer },
        ),
      );
    }
  add('more columns', ['call_id', 'turn', 'speaker', 'text', 'sentiment'], (row) => [
    '4711',
    `${row.at}`,
    row.speaker,
    row.text,
    'neutral',
  ]);
  add('a role and a name', ['role', 'name', 'text'], (row) => [row.speaker, 'x', row.text]);
  return variants;
}

function markdownVariants(): Variant[] {
  return [
    'Speaker|Text',
    'Role|Message',
    'Who|What',
    'Name|Utterance',
    'Speaker|Transcript',
    'Participant|Content',
    'Speaker Name|Message Text',
  ].flatMap((columns) =>
    [true, false].flatMap((hasBars) =>
      [true, false].map((isTimed) => {
        const rows = rowsOf(SHORT ?? { name: '', lines: [] }, LABELS);
        const [speaker = '', text = ''] = columns.split('|');
        const rowOf = (cells: readonly string[]) => (hasBars ? `| ${cells.join(' | ')} |` : cells.join(' | '));
        const time = (cell: string) => (isTimed ? [cell] : []);
        const table = [
          rowOf([...time('Time'), speaker, text]),
          rowOf([...time('---'), '---', ':---']),
          ...rows.map((row) => rowOf([...time(`00:${String(row.at).padStart(2, '0')}`), row.speaker, row.text])),
        ].join('\n');
        return variantOf(
          'tables in Markdown',
          `${columns}${hasBars ? '' : ', without outer bars'}${isTimed ? ', with times' : ''}`,
          table,
          rows,
          isTimed,
          LABELS,
        );
      }),
    ),
  );
}

const JSON_SPEAKERS =
  'speaker|role|name|author|sender|user|speaker_id|speakerLabel|speaker_name|participant|from|who|channel|party|participantRole|userName|displayName|talker'.split(
    '|',
  );
const JSON_TEXTS = 'text|content|message|body|utterance|transcript|sentence|words|caption|said|value|line'.split('|');
const JSON_TIMES: ReadonlyArray<readonly [string, (at: number) => unknown]> = [
  ['start', (at) => at],
  ['start_time', (at) => at],
  ['startTime', (at) => at],
  ['start_ms', (at) => at * 1000],
  ['startMs', (at) => at * 1000],
  ['offset', (at) => at],
  ['begin', (at) => at],
  ['time', (at) => `00:00:${String(at).padStart(2, '0')}`],
  ['timestamp', (at) => `00:${String(at).padStart(2, '0')}`],
  ['offset_ms', (at) => at * 1000],
];
const WRAPPERS: ReadonlyArray<readonly [string, (list: unknown) => unknown]> = [
  ['bare', (list) => list],
  ...'turns|transcript|data|segments|utterances|lines|conversation|items|dialogue|messages'
    .split('|')
    .map((key) => [key, (list: unknown) => ({ [key]: list })] as const),
  ['data.transcript', (list) => ({ data: { transcript: list } })],
  ['call', (list) => ({ call: { id: '4711', lines: list } })],
];

function jsonVariants(): Variant[] {
  const variants: Variant[] = [];
  const family = 'lists of turns in JSON, by the names of their fields';
  const rows = rowsOf(REFUND ?? { name: '', lines: [] }, LABELS);
  for (const [where, wrap] of WRAPPERS)
    for (const speaker of JSON_SPEAKERS)
      for (const text of JSON_TEXTS)
        variants.push(
          variantOf(
            family,
            `${where}: ${speaker}, ${text}`,
            wrap(rows.map((row) => ({ [speaker]: row.speaker, [text]: row.text }))),
            rows,
            false,
            LABELS,
          ),
        );
  for (const [where, wrap] of WRAPPERS)
    for (const [time, write] of JSON_TIMES)
      variants.push(
        variantOf(
          family,
          `${where}: speaker, text, ${time}`,
          wrap(rows.map(({ speaker, text, at }) => ({ speaker, text, [time]: write(at) }))),
          rows,
          true,
          LABELS,
        ),
      );
  return variants;
}

function captionVariants(): Variant[] {
  const heads: ReadonlyArray<readonly [string, (row: Row) => string]> = [
    ['name: text', ({ speaker, text }) => `${speaker}: ${text}`],
    ['voice tags', ({ speaker, text }) => `<v ${speaker}>${text}</v>`],
    ['voice tags, not closed', ({ speaker, text }) => `<v ${speaker}>${text}`],
    ['brackets', ({ speaker, text }) => `[${speaker}] ${text}`],
    ['brackets and colon', ({ speaker, text }) => `[${speaker}]: ${text}`],
    ['bold', ({ speaker, text }) => `<b>${speaker}:</b> ${text}`],
    ['name on its own line', ({ speaker, text }) => `${speaker}:\n${text}`],
    ['angles', ({ speaker, text }) => `>> ${speaker}: ${text}`],
    ['dash', ({ speaker, text }) => `- ${speaker}: ${text}`],
  ];
  const stamp = (at: number, mark: string) => `00:00:${String(at).padStart(2, '0')}${mark}000`;
  return [...SCRIPTS, FOREIGN_SCRIPTS.de, FOREIGN_SCRIPTS.es].flatMap((script) =>
    [
      LABELS,
      NAMES,
      { agent: 'Speaker 1', customer: 'Speaker 2' },
      { agent: 'SPEAKER_00', customer: 'SPEAKER_01' },
      { agent: 'DANA', customer: 'ANN' },
    ].flatMap((labels) =>
      heads.flatMap(([name, write]) => {
        if (script === undefined) return [];
        const rows = rowsOf(script, labels);
        const cues = (mark: string, isNumbered: boolean) =>
          rows
            .map(
              (row, index) =>
                `${isNumbered ? `${index + 1}\n` : ''}${stamp(row.at, mark)} --> ${stamp(row.at + 5, mark)}\n${write(row)}`,
            )
            .join('\n\n');
        const title = `${name}, ${labels.agent}/${labels.customer}, ${script.name}`;
        return [
          variantOf('captions', `WebVTT, ${title}`, `WEBVTT\n\n${cues('.', false)}\n`, rows, true, labels),
          variantOf('captions', `SubRip, ${title}`, `${cues(',', true)}\n`, rows, true, labels),
        ];
      }),
    ),
  );
}

export function tableVariants(): Variant[] {
  return [...csvVariants(), ...markdownVariants(), ...jsonVariants(), ...captionVariants()];
}
