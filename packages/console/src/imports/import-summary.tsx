/** What was recognised in the files, before anything is imported. */
import type { ImportOutcome, ImportSummary, Noted, NotedKind } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';

export function SummaryPanel({ summary, actions }: { summary: ImportSummary; actions: ReactNode }) {
  const { conversations, formats, sides, doubts, refused, identical } = summary;
  const title = `${counted(conversations, 'conversation')} in ${counted(summary.files, 'file')}`;
  return (
    <>
      <Panel title={title} actions={actions} className="mb-5">
        <dl className="grid gap-x-8 gap-y-3 p-4 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
          <Fact name="Formats">{formats.map(({ format, count }) => `${format} ${count}`).join(', ') || '–'}</Fact>
          <Fact name="Dates">{datesText(summary)}</Fact>
          <Fact name="People">
            <Said>{peopleText(summary)}</Said>
          </Fact>
          <Fact name="Metadata">
            <Said>{metadataText(summary)}</Said>
          </Fact>
          <Fact name="Sides">{`${formatNumber(sides.known)} clear, ${formatNumber(sides.doubtful)} doubtful`}</Fact>
        </dl>
      </Panel>
      <Notes title="Doubtful" notes={doubts} />
      <Notes title="Refused" notes={refused} />
      <Notes title="Duplicates, imported once" notes={identical === undefined ? [] : [identical]} />
    </>
  );
}

export function OutcomePanel({ outcome }: { outcome: ImportOutcome }) {
  const { created, existing, failed, failures } = outcome;
  return (
    <>
      <Panel
        title="Imported"
        className="mb-5"
        actions={
          <Link to="/runs" className={buttonClass('primary', true)}>
            Show the runs
          </Link>
        }
      >
        <p role="status" className="p-4 text-sm">
          {`${counted(created, 'run')} created, ${formatNumber(existing)} imported before, ${formatNumber(failed)} failed.`}
        </p>
      </Panel>
      <Notes title="Failed" notes={failures} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

const SAY_AGENT = 'Name the agents above, or in the settings of the workspace.';
const WHAT_TO_DO: Readonly<Partial<Record<NotedKind, string>>> = {
  date_missing:
    'Use the file’s time (above), add a column or field “occurred_at”, or put dates into the file names, such as 2026-03-05.',
  date_ambiguous: 'Write 2026-04-03 in the files.',
  date_another_order: 'Write 2026-10-13 in the files.',
  date_unlikely: 'Correct it in the files.',
  no_speakers: 'Begin each turn with “Name: ”, or export with speakers.',
  one_speaker: 'If others speak too, export with all speakers.',
  agent_unknown: SAY_AGENT,
  agent_is_number: 'If they are, check which column or field names the agent.',
  sides_uncertain: `Check that the labels are not swapped. If they are only names: ${SAY_AGENT}`,
};

function Notes({ title, notes }: { title: string; notes: readonly Noted[] }) {
  if (notes.length === 0) return null;
  return (
    <Panel title={title} className="mb-5">
      <ul className="divide-y divide-line text-sm">
        {notes.map(({ kind, what, count, examples }) => (
          <li key={what} className="flex gap-4 px-4 py-3">
            <span className="w-12 shrink-0 text-right tabular-nums">{formatNumber(count)}</span>
            <div className="min-w-0 wrap-anywhere">
              <p>
                {[`${what.replace(/[.:]$/, '')}.`, WHAT_TO_DO[kind]].filter((part) => part !== undefined).join(' ')}
              </p>
              <ul className="mt-1 text-[13px] text-muted">
                {examples.map((example) => (
                  <li key={example}>
                    <Said>{example}</Said>
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
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
  const shown = sources.filter(([number]) => number > 0).map(([number, where]) => `${formatNumber(number)} ${where}`);
  const notes = [
    [local, `without a zone, taken as ${timezone}`],
    [dayFirst, 'such as 03/04/2026, read as day/month like other dates in the column'],
    [monthFirst, 'such as 03/04/2026, read as month/day like other dates in the column'],
  ] as const;
  const noted = notes.filter(([number]) => number > 0).map(([number, what]) => `${formatNumber(number)} ${what}`);
  const span = first === undefined || last === undefined ? '' : `${first.slice(0, 10)} to ${last.slice(0, 10)}: `;
  return `${span}${shown.join(', ')}${noted.length === 0 ? '' : ` (${noted.join('; ')})`}` || '–';
}

function metadataText({ fields }: ImportSummary): string {
  const kept = fields.filter(({ metadata }) => metadata !== undefined);
  const left = fields.filter(({ metadata }) => metadata === undefined);
  const metadata = kept.map((field) => `${field.metadata} from “${field.name}” ${formatNumber(field.count)}`);
  const others = left.map((field) => `“${field.name}” ${formatNumber(field.count)}`);
  return `${metadata.join(', ') || 'none from columns or fields'}${others.length === 0 ? '' : `; left out: ${others.join(', ')}`}`;
}

function peopleText({ people }: ImportSummary): string {
  const { agents, differentAgents, differentCustomers } = people;
  const named = agents.map((agent) => `${agent.name} ${agent.count}`).join(', ');
  const more = differentAgents > agents.length ? ', …' : '';
  return `${counted(differentAgents, 'agent')}${named === '' ? '' : ` (${named}${more})`}, ${counted(differentCustomers, 'customer')}, as named in metadata, or else as speakers`;
}

function counted(number: number, what: string): string {
  return `${formatNumber(number)} ${what}${number === 1 ? '' : 's'}`;
}
