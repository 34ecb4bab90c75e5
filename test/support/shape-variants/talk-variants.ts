/** Longer talk: several people, words over several lines, lost line breaks, chats as they are pasted. And texts in which nobody speaks in turn, however their lines begin. */
import type { Side } from '@brickwork/engine/conversation/conversation';
import { LABEL_PAIRS } from './label-pairs.ts';
import { SCRIPTS } from './scripts.ts';
import type { Variant } from './variant.ts';

const THREE: ReadonlyArray<readonly [string, string]> = [
  ['Agent', 'Thank you for calling Northwind. How can I help you today?'],
  ['Customer', 'I was charged twice for my order, and I want my money back.'],
  ['Agent', 'I’m sorry about that. Let me put you through to my supervisor.'],
  ['Supervisor', 'Hello, I have looked at your account. I will refund the second charge.'],
  ['Customer', 'Thank you. When will I get it?'],
  ['Supervisor', 'Within five days. Is there anything else we can do for you?'],
  ['Customer', 'No, that’s all. Bye.'],
];

type Write = (label: string, text: string, index: number) => string;
const PASTED: ReadonlyArray<readonly [string, Write, string]> = [
  ['Slack', (label, text, index) => `${label}\n  2:0${index} PM\n${text}`, '\n'],
  ['Slack, one line', (label, text, index) => `${label}  2:0${index} PM\n${text}`, '\n\n'],
  ['Teams', (label, text, index) => `[2:0${index} PM] ${label}\n${text}`, '\n'],
  ['Teams, new', (label, text, index) => `${label}\n2:0${index} PM\n${text}`, '\n\n'],
  ['Discord', (label, text, index) => `${label} — Today at 2:0${index} PM\n${text}`, '\n'],
  ['Discord, dated', (label, text, index) => `${label} — 03/03/2025 2:0${index} PM\n${text}`, '\n'],
  ['WhatsApp Web', (label, text, index) => `[2:0${index} PM, 3/3/2025] ${label}: ${text}`, '\n'],
  ['WhatsApp, Android, German', (label, text, index) => `03.03.25, 14:0${index} - ${label}: ${text}`, '\n'],
  ['WhatsApp, iPhone, English', (label, text, index) => `[3/3/25, 2:0${index}:11 PM] ${label}: ${text}`, '\n'],
  [
    'WhatsApp, iPhone, narrow space',
    (label, text, index) => `[3/3/25, 2:0${index}:11\u202fPM] ${label}: ${text}`,
    '\n',
  ],
  ['WhatsApp, ISO', (label, text, index) => `2025-03-03, 14:0${index} - ${label}: ${text}`, '\n'],
  ['Telegram Desktop', (label, text, index) => `${label}, [03.03.2025 14:0${index}]\n${text}`, '\n\n'],
  ['Signal', (label, text, index) => `[2025-03-03 14:0${index}] ${label}: ${text}`, '\n'],
  ['Zoom chat', (label, text, index) => `14:0${index}:11\t ${label}:\t${text}`, '\n'],
  ['Zoom chat, older', (label, text, index) => `14:0${index}:11 From ${label} to Everyone:\n\t${text}`, '\n'],
  ['web chat', (label, text, index) => `(2:0${index} PM) ${label}: ${text}`, '\n'],
  ['Zendesk chat', (label, text, index) => `(02:0${index}:11 PM) ${label}: ${text}`, '\n'],
  ['Intercom', (label, text, index) => `03:0${index} PM | ${label}: ${text}`, '\n'],
  ['Otter', (label, text, index) => `${label}  0:0${index}\n${text}`, '\n\n'],
  ['Rev', (label, text, index) => `${label} (00:0${index}):\n${text}`, '\n\n'],
  ['Grain', (label, text, index) => `${label} [00:0${index}]\n${text}`, '\n\n'],
  ['Descript', (label, text, index) => `[00:00:0${index}] ${label}: ${text}`, '\n\n'],
  ['Fireflies', (label, text, index) => `${label} - 00:0${index}\n${text}`, '\n\n'],
  ['YouTube', (label, text, index) => `0:0${index}\n${label}: ${text}`, '\n'],
];

function pasted(): Variant[] {
  const pairs = LABEL_PAIRS.filter(
    ({ language, agent }) => language === undefined && !/^(?:[A-Z]|Me)$/.test(agent) && !agent.includes(' - '),
  );
  return PASTED.flatMap(([name, write, gap]) =>
    pairs.flatMap((pair, index): Variant[] => {
      const script = SCRIPTS[index % SCRIPTS.length];
      if (script === undefined) return [];
      const labelOf = (label: string) => (name === 'Zoom chat, older' ? `From ${label} to Everyone` : label);
      const isTimed = ['Otter', 'Rev', 'Grain', 'Descript', 'Fireflies', 'YouTube'].includes(name);
      return [
        {
          family: 'chats and transcripts as they are pasted',
          name: `${name}: ${pair.agent}/${pair.customer}, ${script.name}`,
          value: script.lines.map(([side, text], at) => write(pair[side], text, at)).join(gap),
          turns: script.lines.map(([side, text], at) => ({
            speaker: labelOf(pair[side]),
            text,
            start: isTimed ? at : undefined,
          })),
          sides: { [labelOf(pair.agent)]: 'agent', [labelOf(pair.customer)]: 'customer' },
        },
      ];
    }),
  );
}

const SIDES: Readonly<Record<string, Side>> = { Agent: 'agent', Supervisor: 'agent', Customer: 'customer' };

function longer(): Variant[] {
  const family = 'several people, words over several lines, lost line breaks';
  const three = THREE.map(([speaker, text]) => ({ speaker, text }));
  const ways: ReadonlyArray<readonly [string, Write, string]> = [
    ['colons', (label, text) => `${label}: ${text}`, '\n'],
    ['bold', (label, text) => `**${label}:** ${text}`, '\n\n'],
    ['bars', (label, text) => `${label} | ${text}`, '\n'],
    ['tabs', (label, text) => `${label}\t${text}`, '\n'],
    ['dashes', (label, text) => `${label} - ${text}`, '\n'],
    ['arrows', (label, text) => `${label} -> ${text}`, '\n'],
    ['brackets', (label, text) => `[${label}] ${text}`, '\n'],
    ['names above', (label, text) => `${label}\n${text}`, '\n\n'],
    ['headings', (label, text) => `## ${label}\n\n${text}`, '\n\n'],
    ['times', (label, text, index) => `[00:0${index}] ${label}: ${text}`, '\n'],
    ['one line', (label, text) => `${label}: ${text}`, ' '],
    ['capitals', (label, text) => `${label.toUpperCase()}: ${text}`, '\n'],
    ['lower case', (label, text) => `${label.toLowerCase()}: ${text}`, '\n'],
  ];
  const cased = (name: string, label: string) =>
    name === 'capitals' ? label.toUpperCase() : name === 'lower case' ? label.toLowerCase() : label;
  const people = ways.map(
    ([name, write, gap]): Variant => ({
      family,
      name: `three people, ${name}`,
      value: three.map(({ speaker, text }, index) => write(speaker, text, index)).join(gap),
      turns: three.map(({ speaker, text }, index) => ({
        speaker: cased(name, speaker),
        text,
        start: name === 'times' ? index : undefined,
      })),
      sides: Object.fromEntries(Object.entries(SIDES).map(([label, side]) => [cased(name, label), side])),
    }),
  );
  const wrapped = LABEL_PAIRS.filter(({ language }) => language === undefined).flatMap(({ agent, customer }) =>
    SCRIPTS.flatMap((script) =>
      (['wrapped', 'paragraphs', 'one line'] as const).map((how): Variant => {
        const labels = { agent, customer };
        const broken = (text: string) =>
          how === 'wrapped'
            ? text.replace(/([.?]) /g, '$1\n')
            : how === 'paragraphs'
              ? text.replace(/([.?]) /g, '$1\n\n')
              : text;
        return {
          family,
          name: `${how}: ${agent}/${customer}, ${script.name}`,
          value: script.lines
            .map(([side, text]) => `${labels[side]}: ${broken(text)}`)
            .join(how === 'one line' ? ' ' : '\n'),
          turns: script.lines.map(([side, text]) => ({ speaker: labels[side], text })),
          sides: { [agent]: 'agent', [customer]: 'customer' },
        };
      }),
    ),
  );
  return [...people, ...wrapped];
}

const PROSE: Readonly<Record<string, string>> = {
  letter:
    'Dear Sir or Madam,\n\nI was charged twice for my order NW-48213 - once on Monday, once on Friday.\nPlease refund me.\n\nKind regards,\nAnn Lee',
  glossary:
    'Refund - money that goes back\nCharge - money that is taken\nCredit - money that is kept\nVoucher - a piece of paper\nBalance - what is left',
  prices: 'Item | Price | Stock\nRouter | 49.00 | 12\nCable | 4.00 | 310\nSwitch | 19.00 | 8\nAdapter | 7.50 | 44',
  agenda: '10:00 - Welcome\n10:15 - Numbers of the quarter\n11:00 - Break\n11:15 - Plans for spring\n12:00 - Lunch',
  list: '- call the bank\n- write to Ann\n- order a router\n- cancel the old contract\n- ask about the refund',
  steps: '1. Open the settings.\n2. Choose the network.\n3. Enter the password.\n4. Press connect.\n5. Wait a minute.',
  poem: 'The lines were down, the lights were red,\nI called them twice, and no one said\nwhen it would end, or who would pay.\nI hung up on the second day.',
  log: '2025-03-03 14:05:02 INFO connected\n2025-03-03 14:05:03 INFO sent 12 bytes\n2025-03-03 14:05:04 WARN slow answer\n2025-03-03 14:05:05 INFO closed',
  settings: 'host = db.example.org\nport = 5432\nuser = reader\ntimeout = 30\nretries = 3',
  routes: 'London -> Paris\nParis -> Lyon\nLyon -> Turin\nTurin -> Rome\nRome -> Naples',
  quotations: '> I was charged twice.\n> Please refund me.\n\nWe have refunded the second charge.\nIt takes five days.',
  summary:
    'Summary of the call\n\nThe customer was charged twice. The agent found both charges, refunded the second one and sent a confirmation.\n\nOutcome\n\nSolved on the first call.',
  notes:
    'Reason for the call: charged twice\nOrder: NW-48213\nAction: refunded the second charge\nFollow-up: none\nDuration: 4 minutes',
  form: 'Symptom: no light\nCause: a broken cable\nRepair: a new cable\nVisit: none',
  recipe: 'Flour – 300 g\nButter – 150 g\nSugar – 80 g\nEggs – 2\nSalt – a pinch',
  answers: 'Yes\nI think so.\nNo\nNot at all.\nPerhaps\nWe will see about that.',
  bold: '**Refunds** take five days.\n**Returns** are free for a month.\n**Exchanges** need a receipt.\n**Vouchers** never expire.',
  brackets:
    '[1] Charged twice, see the statement.\n[2] Refund asked for on Monday.\n[3] Refund made on Friday.\n[4] Closed.',
  score: 'Lions 3:2 Tigers\nBears 1:0 Wolves\nHawks 2:2 Eagles\nSharks 0:4 Whales',
  timetable: 'Monday 09:00\nTuesday 10:30\nWednesday 09:00\nThursday 14:00\nFriday 09:00',
  code: 'a => b\nb => c\nc => d\nd => e\ne => f',
  single: 'I called about my bill twice, and nobody could help me. My number is 4711: please call me back.',
  names: 'Ann Lee\nDana Miller\nTom Becker\nPriya Nair\nSofia Rossi',
  address: 'Northwind Ltd\n12 High Street\nManchester M4 2BB\nUnited Kingdom',
};

function prose(): Variant[] {
  return Object.entries(PROSE).flatMap(([name, text]) =>
    [text, text.replaceAll('\n', '\r\n'), `${text}\n`, `\n${text}`].map(
      (value, index): Variant => ({
        family: 'texts in which nobody speaks in turn',
        name: `${name}, ${index}`,
        value,
        turns: [{ text }],
        sides: {},
      }),
    ),
  );
}

export function talkVariants(): Variant[] {
  return [...pasted(), ...longer(), ...prose()];
}
