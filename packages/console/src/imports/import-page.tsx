/** A backlog of files: dropped, read, shown, and imported once somebody has seen what it is. */
import {
  type FieldMap,
  type ImportSettings,
  type ImportSummary,
  parseFieldMap,
  type SourceFile,
} from '@brickwork/client';
import { useState } from 'react';
import { conversationFieldOf, useKitSchema, useKits } from '../api/kits.ts';
import { LeadToRecordings } from '../recordings/lead-to-recordings.tsx';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { OutcomePanel, SummaryPanel } from './import-summary.tsx';
import { type ImportState, useImport } from './use-import.ts';

type DateFrom = NonNullable<ImportSettings['dateFrom']>;

const DATES: readonly (readonly [DateFrom, string])[] = [
  ['name', 'The file name'],
  ['modified', 'The file name, or the file’s time'],
  ['none', 'Nothing'],
];

interface Draft {
  kitId: string | undefined;
  dateFrom: DateFrom;
  /** The column or field with the conversation; empty: found by its name. */
  column: string;
  /** A line for each pair. */
  maps: string;
  agents: string;
}

export function ImportPage() {
  const [files, setFiles] = useState<readonly SourceFile[]>([]);
  const [draft, setDraft] = useState<Draft>({ kitId: undefined, dateFrom: 'name', column: '', maps: '', agents: '' });
  const kits = (useKits().data ?? []).filter(({ kit_version_id }) => kit_version_id !== undefined);
  const kitId = draft.kitId ?? kits[0]?.kit_id;
  const schema = useKitSchema(kitId).data;
  const { state, reset, survey, start } = useImport(files);
  const { summary, outcome, busy } = state;
  const maps = linesOf(draft.maps).map((line) => ({ line, map: parseFieldMap(line) }));
  const wrong = maps.find(({ map }) => typeof map === 'string');
  const change = (next: Partial<Draft>) => {
    reset();
    setDraft({ ...draft, ...next });
  };
  const check = () => {
    if (schema === undefined) return;
    const agents = linesOf(draft.agents).map((name) => [name, 'agent'] as const);
    survey({
      kit: {
        kit_version_id: schema.kit_version_id,
        kit_code: schema.kit_code,
        conversationField: conversationFieldOf(schema),
        fields: Object.keys(schema.input.fields),
      },
      dateFrom: draft.dateFrom,
      ...(draft.column.trim() !== '' && { column: draft.column.trim() }),
      maps: maps.map(({ map }) => map).filter((map): map is FieldMap => typeof map !== 'string'),
      ...(agents.length > 0 && { speakers: Object.fromEntries(agents) }),
    });
  };
  const isReady = files.length > 0 && schema !== undefined && wrong === undefined && busy === undefined;
  return (
    <>
      <PageHeader
        title="Import"
        actions={
          <Button kind={summary === undefined ? 'primary' : 'plain'} disabled={!isReady} onClick={check}>
            Read the files
          </Button>
        }
      >
        Import conversations from files, each only once. You see what was recognised before anything is imported.
      </PageHeader>
      <FileDrop
        files={files}
        hint="Drop files, folders or ZIP archives: text, WebVTT, SRT, Word, e-mail, CSV, JSON, or exports of recorders, help desks and chats."
        onFiles={(chosen) => {
          reset();
          setFiles(chosen);
        }}
      />
      <LeadToRecordings paths={files.map(({ path }) => path)} className="mb-5" />
      <ReadingPanel kits={kits} kitId={kitId} draft={draft} wrong={wrong} onChange={change} />
      <Progress state={state} onCancel={reset} />
      {state.fault !== undefined && (
        <Notice tone="bad" className="mb-5">
          {`${state.fault} Try again: nothing will be imported twice.`}
        </Notice>
      )}
      {outcome !== undefined && <OutcomePanel outcome={outcome} />}
      {summary !== undefined && (
        <SummaryPanel
          summary={summary}
          actions={
            outcome === undefined && <StartButton summary={summary} isBusy={busy !== undefined} onStart={start} />
          }
        />
      )}
    </>
  );
}

function ReadingPanel({
  kits,
  kitId,
  draft,
  wrong,
  onChange,
}: {
  kits: readonly { kit_id: string; name: string }[];
  kitId: string | undefined;
  draft: Draft;
  /** A line that is no pair, and why. */
  wrong: { line: string; map: FieldMap | string } | undefined;
  onChange(next: Partial<Draft>): void;
}) {
  return (
    <Panel title="How the files are read" className="mb-5">
      <div className="grid gap-4 p-4 sm:grid-cols-2 xl:grid-cols-3">
        <Field label="Kit">
          {(id) => (
            <select
              id={id}
              value={kitId ?? ''}
              onChange={(event) => onChange({ kitId: event.target.value })}
              className={`${INPUT} w-full`}
            >
              {kits.map((kit) => (
                <option key={kit.kit_id} value={kit.kit_id}>
                  {kit.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ChoiceField
          label="Date, if a conversation has none"
          value={draft.dateFrom}
          options={DATES}
          onChange={(dateFrom) => onChange({ dateFrom })}
        />
        <Field label="Column or field with the conversation">
          {(id) => (
            <input
              id={id}
              value={draft.column}
              placeholder="found by its name"
              onChange={(event) => onChange({ column: event.target.value })}
              className={`${INPUT} w-full`}
            />
          )}
        </Field>
        <TextField
          label="Agents"
          rows={2}
          value={draft.agents}
          onChange={(agents) => onChange({ agents })}
          note="Names or addresses as written in the files, one per line; * stands for any characters."
        />
        <TextField
          label="Metadata from the path"
          rows={2}
          isCode
          value={draft.maps}
          placeholder="agent={folder}"
          onChange={(text) => onChange({ maps: text })}
          error={wrong === undefined ? undefined : `${wrong.line} ${String(wrong.map)}`}
          note="KEY=TEMPLATE, one per line, with {folder}, {folder.1}, {name}, {name.1}, {file} or {path}."
        />
      </div>
    </Panel>
  );
}

function StartButton({
  summary,
  isBusy,
  onStart,
}: {
  summary: ImportSummary;
  isBusy: boolean;
  onStart(summary: ImportSummary): void;
}) {
  const { conversations } = summary;
  return (
    <Button kind="primary" isSmall disabled={conversations === 0} isBusy={isBusy} onClick={() => onStart(summary)}>
      {conversations === 1 ? 'Import it' : `Import ${formatNumber(conversations)}`}
    </Button>
  );
}

function Progress({ state: { busy }, onCancel }: { state: ImportState; onCancel(): void }) {
  if (busy === undefined) return null;
  const { what, done, total } = busy;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 text-sm">
      <span role="status">{`${what}: ${formatNumber(done)} of ${formatNumber(total)}`}</span>
      <progress value={done} max={total} aria-label={what} className="w-40" />
      <Button isSmall onClick={onCancel}>
        Stop
      </Button>
    </div>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
