/** What was agreed with whoever is signed in as an agent; nothing where nothing was. */
import { NoteItem } from '../agents/note-item.tsx';
import { useCoachingNotes } from '../api/coaching.ts';
import { Panel } from '../ui/panel.tsx';
import { NotLoaded } from '../ui/states.tsx';

export function MyNotes() {
  const { data = [], error, refetch } = useCoachingNotes({});
  if (error !== null) return <NotLoaded what="What was agreed" error={error} onRetry={refetch} />;
  if (data.length === 0) return null;
  return (
    <div className="mt-5">
      <Panel title="What was agreed">
        <ul className="divide-y divide-line">
          {data.map((note) => (
            <NoteItem key={note.note_id} note={note} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}
