/** What others wrote: answers to appeals and coaching notes, the newest first. */
import type { Appeal, CoachingNote, Home } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { NoteItem } from '../agents/note-item.tsx';
import { useRead } from '../api/use-read.ts';
import { formatDay } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { NotLoaded, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { nameOfBrick } from './name-of-brick.ts';

type Item = { at: string } & ({ note: CoachingNote } | { appeal: Appeal });

export function MyInbox({ kits }: { kits: Home['kits'] | undefined }) {
  const notes = useRead((api) => api.coaching.list({}));
  const appeals = useRead((api) => api.appeals.page({ limit: 20 }));
  const error = notes.error ?? appeals.error;
  if (error !== null)
    return (
      <NotLoaded
        what="Your inbox"
        error={error}
        onRetry={() => void Promise.all([notes.refetch(), appeals.refetch()])}
      />
    );
  const items: Item[] | undefined = notes.data &&
    appeals.data && [
      ...notes.data.map((note) => ({ at: note.created_at, note })),
      ...appeals.data.data.map((appeal) => ({ at: appeal.settled_at ?? appeal.created_at, appeal })),
    ];
  return (
    <Panel title="Inbox">
      {items === undefined || kits === undefined ? (
        <Rows count={2} label="Loading the inbox" />
      ) : items.length === 0 ? (
        <p className="p-4 text-sm text-soft">Nothing yet. Coaching notes and answers to your appeals appear here.</p>
      ) : (
        <ul className="divide-y divide-line">
          {items
            .toSorted((a, b) => b.at.localeCompare(a.at))
            .map((item) =>
              'note' in item ? (
                <NoteItem key={item.note.note_id} note={item.note} />
              ) : (
                <AppealItem key={item.appeal.appeal_id} appeal={item.appeal} kits={kits} />
              ),
            )}
        </ul>
      )}
    </Panel>
  );
}

const SAID = {
  open: { tone: 'warn', tag: 'waiting', text: 'A reviewer will look at it.' },
  changed: { tone: 'ok', tag: 'corrected', text: 'A reviewer agreed with you and corrected the answer.' },
  confirmed: { tone: 'plain', tag: 'confirmed', text: 'A reviewer looked at it and confirmed the answer.' },
} as const;

function AppealItem({ appeal, kits }: { appeal: Appeal; kits: Home['kits'] }) {
  const { tone, tag, text } = SAID[appeal.status];
  const kit = kits.find(({ kit_id }) => kit_id === appeal.kit_id);
  return (
    <li className="space-y-1 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-2">
        <Link
          to="/my-calls/$runId"
          params={{ runId: appeal.run_id }}
          className="rounded font-medium text-accent underline underline-offset-2"
        >
          {`Your appeal: ${nameOfBrick(kit?.bricks, appeal.brick)}`}
        </Link>
        <Tag tone={tone}>{tag}</Tag>
      </p>
      <p>{text}</p>
      {appeal.note !== undefined && (
        <blockquote className="border-l-2 border-line pl-3 whitespace-pre-line text-soft">
          <Said>{appeal.note}</Said>
        </blockquote>
      )}
      <p className="text-[13px] text-muted">{formatDay((appeal.settled_at ?? appeal.created_at).slice(0, 10))}</p>
    </li>
  );
}
