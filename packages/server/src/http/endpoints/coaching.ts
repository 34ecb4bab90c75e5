/** Coaching notes over HTTP. */
import { coachingApi } from '@brickwork/contract';
import { requireNoProbing } from '../../access/no-probing.ts';
import {
  deleteNote,
  listNotes,
  type ManageNotes,
  type MeasuredNote,
  writeNote,
} from '../../insights/coaching/manage-notes.ts';
import { ok, type Route, route } from '../route.ts';

export function coachingRoutes(deps: ManageNotes): Route[] {
  return [
    route(coachingApi.listCoachingNotes, async ({ principal, query }) => {
      requireNoProbing(principal, { agent: query.agent });
      const notes = await listNotes(deps, principal, { agent: query.agent, kit: query.kit });
      return ok({ data: notes.map(toNoteWire) });
    }),
    route(coachingApi.createCoachingNote, async ({ principal, body }) => {
      // The response contains the number of calls.
      requireNoProbing(principal, { agent: body.agent });
      return { status: 201, body: toNoteWire(await writeNote(deps, principal, body)) };
    }),
    route(coachingApi.deleteCoachingNote, async ({ principal, params }) => {
      await deleteNote(deps, principal, params.noteId);
      return ok({ note_id: params.noteId, deleted: true });
    }),
    route(coachingApi.eraseCoachingNotes, async ({ principal, query }) =>
      ok({ deleted: await deps.notes.erase(principal, query.agent) }),
    ),
  ];
}

function toNoteWire({ noteId, kitId, notedOn, createdAt, ...note }: MeasuredNote): Record<string, unknown> {
  return { ...note, note_id: noteId, kit_id: kitId, noted_on: notedOn, created_at: createdAt.toISOString() };
}
