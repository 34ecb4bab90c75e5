/** What was agreed with whoever is signed in as an agent; nothing where nothing was. */
import { NoteItem } from '../agents/note-item.tsx';
import { useCoachingNotes } from '../api/coaching.ts';
import { Panel } from '../ui/panel.tsx';

export function MyNotes() {
  const { data = [] } = useCoachingNotes({});
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
