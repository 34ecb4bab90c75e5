/** An archive of conversations as systems and people leave them: many kinds of files, each with what was said by whom, and when, if the file says so. */
import { gzipSync } from 'node:zlib';
import { wordDocument, zip } from './word-document.ts';

export interface PlantedConversation {
  /** What its words have that no other's have. */
  word: string;
  turns: ReadonlyArray<readonly [string, string]>;
  occurredAt?: string;
  sides?: Readonly<Record<string, 'agent' | 'customer'>>;
}

export interface Backlog {
  files: Record<string, string | Buffer>;
  conversations: PlantedConversation[];
  /** Files that are to be refused. */
  refused: string[];
}

const WORDS = 'lamp kettle tent saddle violin drill mirror ladder compass blanket'.split(' ');
const two = (value: number) => String(value).padStart(2, '0');
const time = (index: number) => `00:00:${two(2 + index * 7)}`;

type Turns = Array<[string, string]>;
interface Kind {
  write: (turns: Turns, day: string) => string | Buffer;
  ending: string;
  labels?: readonly [string, string];
  at?: (day: string) => string;
  /** The words as they are read, where the kind adds some. */
  reads?: (turns: Turns) => Turns;
}

function turnsOf(word: string, [agent, customer]: readonly [string, string]): Turns {
  return [
    [agent, `Thank you for calling Northwind. How can I help you with your ${word}?`],
    [customer, `My ${word} arrived broken, and I want my money back.`],
    [agent, "I'm sorry about that. Can I have your order number, please?"],
    [customer, `It is NW-${word.length}8213: it came on Monday.`],
    [agent, `I have refunded the ${word} for you. Is there anything else?`],
    [customer, 'No, thank you.'],
  ];
}

const lines =
  (write: (speaker: string, text: string, index: number) => string, gap = '\n') =>
  (turns: Turns) =>
    turns.map(([speaker, text], index) => write(speaker, text, index)).join(gap);
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const json = (value: unknown) => JSON.stringify(value, undefined, 1);
const NAMES = ['Dana Miller', 'Ann Lee'] as const;
const MAILS = ['support@northwind.example', 'ann@example.org'] as const;

const KINDS: Readonly<Record<string, Kind>> = {
  'labelled text': { ending: 'txt', write: lines((speaker, text) => `${speaker}: ${text}`) },
  'text with times': { ending: 'txt', write: lines((speaker, text, index) => `[${time(index)}] ${speaker}: ${text}`) },
  WhatsApp: {
    ending: 'txt',
    labels: NAMES,
    write: (turns, day) =>
      lines((speaker, text, index) => `[${day.split('-').reverse().join('.')}, 14:0${index}:11] ${speaker}: ${text}`)(
        turns,
      ),
  },
  'Teams, copied': {
    ending: 'txt',
    labels: NAMES,
    write: lines((speaker, text, index) => `[2:0${index} PM] ${speaker}\n${text}`),
  },
  'names above': { ending: 'txt', labels: NAMES, write: lines((speaker, text) => `${speaker}\n${text}`, '\n\n') },
  dashes: { ending: 'txt', write: lines((speaker, text) => `${speaker} — ${text}`) },
  'fields above': {
    ending: 'txt',
    write: (turns, day) =>
      `Call ID: 4711\nDate: ${day}T09:00:00Z\nAgent: Dana Miller\n\n${lines((speaker, text) => `${speaker}: ${text}`)(turns)}`,
    at: (day) => `${day}T09:00:00.000Z`,
    reads: (turns) => turns,
  },
  'WebVTT of Teams': {
    ending: 'vtt',
    labels: NAMES,
    write: (turns) =>
      `WEBVTT\n\n${lines((speaker, text, index) => `${time(index)}.000 --> ${time(index)}.900\n<v ${speaker}>${text}</v>`, '\n\n')(turns)}\n`,
  },
  'WebVTT of Zoom': {
    ending: 'vtt',
    labels: NAMES,
    write: (turns) =>
      `WEBVTT\n\n${lines((speaker, text, index) => `${index + 1}\n${time(index)}.000 --> ${time(index)}.900\n${speaker}: ${text}`, '\n\n')(turns)}\n`,
  },
  SubRip: {
    ending: 'srt',
    write: lines(
      (speaker, text, index) => `${index + 1}\n${time(index)},000 --> ${time(index)},900\n${speaker}: ${text}`,
      '\n\n',
    ),
  },
  Word: {
    ending: 'docx',
    write: (turns) =>
      Buffer.from(
        wordDocument(turns.map(([speaker, text]) => `<w:p><w:r><w:t>${speaker}: ${text}</w:t></w:r></w:p>`)),
        'base64',
      ),
  },
  mail: {
    ending: 'eml',
    labels: MAILS,
    write: ([, second], day) => mail(second?.[0] ?? '', MAILS[0], 'Money back', second?.[1] ?? '', day),
    reads: ([, second]) => [
      [MAILS[1], 'Money back'],
      [MAILS[1], second?.[1] ?? ''],
    ],
    at: (day) => `${day}T08:00:00.000Z`,
  },
  mailbox: {
    ending: 'mbox',
    labels: MAILS,
    write: ([, second, third], day) =>
      [
        mail(MAILS[1], MAILS[0], `Broken ${second?.[1].split(' ')[1]}`, second?.[1] ?? '', day),
        mail(MAILS[0], MAILS[1], `Re: Broken ${second?.[1].split(' ')[1]}`, third?.[1] ?? '', day),
      ]
        .map((one) => `From x@y.example Mon Sep  7 10:00:00 2026\n${one}\n`)
        .join(''),
    reads: ([, second, third]) => [
      [MAILS[1], `Broken ${second?.[1].split(' ')[1]}`],
      [MAILS[1], second?.[1] ?? ''],
      [MAILS[0], third?.[1] ?? ''],
    ],
    at: (day) => `${day}T08:00:00.000Z`,
  },
  'pasted mails': {
    ending: 'txt',
    labels: MAILS,
    write: ([, second, third]) =>
      `From: ${MAILS[1]}\nTo: ${MAILS[0]}\nSubject: Re: Hello\n\n${second?.[1]}\n\nFrom: ${MAILS[0]}\nTo: ${MAILS[1]}\nSubject: Re: Hello\n\n${third?.[1]}\n`,
    reads: ([, second, third]) => [
      [MAILS[1], second?.[1] ?? ''],
      [MAILS[0], third?.[1] ?? ''],
    ],
  },
  'CSV of turns': {
    ending: 'csv',
    write: (turns) => `Speaker,Message Text\n${lines((speaker, text) => `${speaker},${cell(text)}`)(turns)}\n`,
  },
  'CSV of conversations': {
    ending: 'csv',
    write: (turns, day) =>
      `ticket,created_at,transcript\n7,${day}T10:00:00Z,${cell(lines((speaker, text) => `${speaker}: ${text}`)(turns))}\n`,
    at: (day) => `${day}T10:00:00.000Z`,
  },
  'TSV of turns': {
    ending: 'tsv',
    write: (turns) => `who\tsaid\n${lines((speaker, text) => `${speaker}\t${text}`)(turns)}\n`,
  },
  'JSON lines': {
    ending: 'jsonl',
    write: (turns, day) =>
      JSON.stringify({
        id: `j-${day}`,
        occurred_at: `${day}T11:00:00Z`,
        transcript: turns.map(([speaker, text]) => ({ speaker, text })),
      }),
    at: (day) => `${day}T11:00:00.000Z`,
  },
  'turns in JSON': {
    ending: 'json',
    write: (turns) =>
      json(turns.map(([speaker, text], index) => ({ participantRole: speaker, text, start_ms: index * 7_000 }))),
  },
  'messages in JSON': {
    ending: 'json',
    labels: ['assistant', 'user'],
    write: (turns) => json({ messages: turns.map(([role, content]) => ({ role, content })) }),
  },
  Aircall: {
    ending: 'json',
    labels: ['agent', 'customer'],
    write: (turns) =>
      json({
        transcription: {
          id: 1,
          call_id: 2,
          type: 'call',
          content: {
            language: 'en',
            utterances: turns.map(([label, text], index) => ({
              start_time: index * 7,
              end_time: index * 7 + 5,
              text,
              participant_type: label === 'agent' ? 'internal' : 'external',
            })),
          },
        },
      }),
  },
  Zendesk: {
    ending: 'json',
    labels: NAMES,
    write: (turns, day) =>
      json({
        users: [
          { id: 1, name: NAMES[0], role: 'agent' },
          { id: 2, name: NAMES[1], role: 'end-user' },
        ],
        comments: turns.map(([speaker, text], index) => ({
          id: index,
          type: 'Comment',
          author_id: speaker === NAMES[0] ? 1 : 2,
          body: text,
          plain_body: text,
          public: true,
          created_at: `${day}T12:0${index}:00Z`,
        })),
        count: turns.length,
      }),
    at: (day) => `${day}T12:00:00.000Z`,
  },
  'Markdown table': {
    ending: 'md',
    write: (turns) => `| Speaker | Text |\n|---|---|\n${lines((speaker, text) => `| ${speaker} | ${text} |`)(turns)}\n`,
  },
  'UTF-16': {
    ending: 'txt',
    write: (turns) => Buffer.from(`\uFEFF${lines((speaker, text) => `${speaker}: ${text}`, '\r\n')(turns)}`, 'utf16le'),
  },
  gzip: { ending: 'txt.gz', write: (turns) => gzipSync(lines((speaker, text) => `${speaker}: ${text}`)(turns)) },
};

function mail(from: string, to: string, subject: string, body: string, day: string): string {
  const date = new Date(`${day}T08:00:00Z`).toUTCString().replace('GMT', '+0000');
  return `From: ${from}\nTo: ${to}\nSubject: ${subject}\nDate: ${date}\nMIME-Version: 1.0\nContent-Type: text/plain\n\n${body}\n`;
}

/** So many files of each kind, and what is to be refused. */
export function writeBacklog(count: number): Backlog {
  const backlog: Backlog = {
    files: {},
    conversations: [],
    refused: ['old/page.html', 'old/sheet.xlsx', 'old/call.wav'],
  };
  for (const [at, [name, kind]] of Object.entries(KINDS).entries()) {
    for (let index = 0; index < count; index += 1) {
      const word = `${WORDS[index % WORDS.length]}${String.fromCharCode(97 + at)}`;
      const day = `2026-0${1 + index}-${two(1 + at)}`;
      const labels = kind.labels ?? (['Agent', 'Customer'] as const);
      const turns = turnsOf(word, labels);
      backlog.files[`${name}/${index} ${name}.${kind.ending}`] = kind.write(turns, day);
      backlog.conversations.push({
        word,
        turns: kind.reads?.(turns) ?? turns,
        ...(kind.at !== undefined && { occurredAt: kind.at(day) }),
        sides: { [labels[0]]: 'agent', [labels[1]]: 'customer' },
      });
    }
  }
  backlog.files['old/page.html'] = '<!doctype html><html><body><p>Agent: Hello.</p></body></html>';
  backlog.files['old/sheet.xlsx'] = zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' });
  backlog.files['old/call.wav'] = Buffer.from('RIFF0000WAVEfmt ');
  return backlog;
}
