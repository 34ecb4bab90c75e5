/** What was agreed with an agent: written here, and measured by the calls that follow. */
import type { CoachingNote, InsightsGroup, NewCoachingNote } from '@brickwork/client';
import { lossesIn } from '@brickwork/contract/figures';
import { type FormEvent, useState } from 'react';
import { formFaults } from '../api/form-faults.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import type { Scope } from '../insights/scope.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { NoteItem } from './note-item.tsx';

interface CoachingNotesProps {
  name: string;
  scope: Scope;
  /** What their calls answered on the days of the page. */
  own: InsightsGroup;
}

export function CoachingNotes({ name, scope, own }: CoachingNotesProps) {
  const { data, error, refetch } = useRead((api) => api.coaching.list({ agent: name, kit: scope.kit.kit_id }));
  const mayWrite = useMay('coaching:write');
  const [isWriting, setIsWriting] = useState(false);
  const [deleted, setDeleted] = useState<CoachingNote>();
  return (
    <Panel
      title="Coaching notes"
      actions={
        mayWrite &&
        !isWriting && (
          <Button isSmall onClick={() => setIsWriting(true)}>
            Write a note
          </Button>
        )
      }
    >
      {isWriting && <NoteForm name={name} scope={scope} own={own} onClose={() => setIsWriting(false)} />}
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Rows count={2} label="Loading coaching notes" />
      ) : data.length === 0 ? (
        <p className="p-4 text-sm text-soft">
          {`No notes for ${name} yet. A note is about questions of this kit; calls in the four weeks after it are compared with calls in the four weeks before.`}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((note) => (
            <NoteItem
              key={note.note_id}
              note={note}
              actions={
                mayWrite && (
                  <Button isSmall kind="quiet" onClick={() => setDeleted(note)}>
                    Delete
                  </Button>
                )
              }
            />
          ))}
        </ul>
      )}
      {deleted !== undefined && <DeleteNote note={deleted} onClose={() => setDeleted(undefined)} />}
    </Panel>
  );
}

function NoteForm({ name, scope, own, onClose }: CoachingNotesProps & { onClose(): void }) {
  const { kit, bricks, items, main } = scope;
  // What costs most comes first: that is what notes are about.
  const costly = lossesIn(own, items).map(({ item }) => item.key);
  const asked = [...new Set([...costly, ...items.map(({ key }) => key), ...bricks.map(({ key }) => key)])];
  const options = asked.flatMap((key) => {
    const brick = bricks.find((each) => each.key === key);
    return brick === undefined || brick.type === 'text' ? [] : [[key, brick.name] as const];
  });
  const [brick, setBrick] = useState(options[0]?.[0] ?? main?.key ?? '');
  const [text, setText] = useState('');
  const write = useChange((api, note: NewCoachingNote) => api.coaching.create(note));
  const faults = formFaults(write.error, ['text', 'bricks']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    write.mutate({ agent: name, kit: kit.kit_id, bricks: [brick], text: text.trim() }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} className="max-w-2xl space-y-4 border-b border-line p-4">
      <TextField
        label="What was agreed"
        rows={3}
        value={text}
        onChange={setText}
        isRequired
        placeholder="Say that the call is recorded before anything else."
        error={faults.of('text')}
      />
      <ChoiceField label="Question" value={brick} onChange={setBrick} options={options} />
      {(faults.rest ?? faults.of('bricks')) !== undefined && (
        <Notice tone="bad">{faults.rest ?? faults.of('bricks')}</Notice>
      )}
      <div className="flex gap-2">
        <Button type="submit" kind="primary" isBusy={write.isPending}>
          Save note
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function DeleteNote({ note, onClose }: { note: CoachingNote; onClose(): void }) {
  const remove = useChange((api, noteId: string) => api.coaching.delete(noteId));
  const { rest } = formFaults(remove.error, []);
  return (
    <ConfirmDialog
      title="Delete this note?"
      confirm="Delete"
      kind="danger"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(note.note_id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="whitespace-pre-wrap">{note.text}</p>
      {rest !== undefined && (
        <Notice tone="bad" className="mt-3">
          {rest}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
