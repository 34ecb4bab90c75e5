/** What was recognised, for people. */
import type { ImportOutcome, ImportSummary, Noted, NotedKind } from '@brickwork/client';
import { bold, dim, oneLine } from '../terminal.ts';

const LONGEST_EXAMPLE = 140;

export function summaryText(summary: ImportSummary): string {
  const { files, conversations, formats, sides, doubts, refused, identical } = summary;
  const known = formats.map(({ format, count }) => `${format} ${count}`).join(', ');
  return [
    bold(`${count(files, 'file')}, ${count(conversations, 'conversation')} to import`),
    ...(conversations === 0
      ? []
      : [
          `  Formats  ${known}`,
          `  Dates    ${datesText(summary)}`,
          `  People   ${peopleText(summary)}`,
          `  Metadata ${metadataText(summary)}`,
          `  Sides    ${sides.known} clear, ${sides.doubtful} doubtful`,
        ]),
    ...section('Doubtful', doubts),
    ...section('Refused', refused),
    ...(identical === undefined ? [] : section('Duplicates, imported once', [identical])),
  ].join('\n');
}

function datesText({ dates }: ImportSummary): string {
  const { first, last, stated, record, name, modified, none, local, timezone, dayFirst, monthFirst } = dates;
  const sources = [
    [stated, 'in the conversation'],
    [record, 'in a column or field'],
    [name, 'in the name'],
    [modified, 'dated by the file’s time'],
    [none, 'without'],
  ] as const;
  const shown = sources.filter(([number]) => number > 0).map(([number, where]) => `${number} ${where}`);
  const notes = [
    [local, `without a zone, taken as ${timezone}`],
    [dayFirst, 'such as 03/04/2026, read as day/month like other dates in the column'],
    [monthFirst, 'such as 03/04/2026, read as month/day like other dates in the column'],
  ] as const;
  const noted = notes.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const span = first === undefined || last === undefined ? '' : `${first.slice(0, 10)} to ${last.slice(0, 10)}: `;
  return `${span}${shown.join(', ')}${noted.length === 0 ? '' : ` (${noted.join('; ')})`}`;
}

function metadataText({ fields }: ImportSummary): string {
  const kept = fields.filter(({ metadata }) => metadata !== undefined);
  const left = fields.filter(({ metadata }) => metadata === undefined);
  const metadata = kept.map(
    (field) => `${oneLine(field.metadata ?? '', 40)} from “${oneLine(field.name, 40)}” ${field.count}`,
  );
  const others = left.map((field) => `“${oneLine(field.name, 40)}” ${field.count}`);
  return `${metadata.join(', ') || 'none from columns or fields'}${others.length === 0 ? '' : `; left out: ${others.join(', ')}`}`;
}

function peopleText({ people }: ImportSummary): string {
  const { agents, differentAgents, differentCustomers } = people;
  const named = agents.map((agent) => `${oneLine(agent.name, 40)} ${agent.count}`).join(', ');
  const more = differentAgents > agents.length ? ', …' : '';
  return `${count(differentAgents, 'agent')}${named === '' ? '' : ` (${named}${more})`}, ${count(differentCustomers, 'customer')}, as named in metadata, or else as speakers`;
}

function section(title: string, notes: readonly Noted[]): string[] {
  if (notes.length === 0) return [];
  return ['', bold(title), ...notes.flatMap(noteLines)];
}

const SAY_AGENT = 'Say who the agent is (--agent NAME), or set the workspace’s agents (brickwork speakers).';
const WHAT_TO_DO: Readonly<Partial<Record<NotedKind, string>>> = {
  date_missing:
    'Use the file’s time (--date-from modified), add a column or field “occurred_at”, or put dates into the file names, such as 2026-03-05.',
  date_ambiguous: 'Write 2026-04-03 in the files.',
  date_another_order: 'Write 2026-10-13 in the files.',
  date_unlikely: 'Correct it in the files.',
  no_speakers: 'Begin each turn with “Name: ”, or export with speakers.',
  one_speaker: 'If others speak too, export with all speakers.',
  agent_unknown: SAY_AGENT,
  agent_is_number: 'If they are, check which column or field names the agent.',
  sides_uncertain: `Check that the labels are not swapped. If they are only names: ${SAY_AGENT}`,
};

function noteLines({ kind, what, count: number, examples }: Noted): string[] {
  const todo = WHAT_TO_DO[kind];
  const sentence = `${oneLine(what).replace(/[.:]$/, '')}.`;
  return [
    `  ${String(number).padStart(4)}  ${sentence}${todo === undefined ? '' : ` ${todo}`}`,
    ...examples.map((example) => dim(`          ${oneLine(example, LONGEST_EXAMPLE)}`)),
  ];
}

export function outcomeText({ created, existing, failed, failures }: ImportOutcome): string {
  return [
    `${count(created, 'run')} created, ${existing} imported before, ${failed} failed.`,
    ...section('Failed', failures),
  ].join('\n');
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}
