/** Writing, reading and deleting coaching notes. Agents see the notes about themselves. */
import { AGENT_DIMENSION } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import { type Principal, seesOwnCallsOnly } from '../../access/principal.ts';
import { newId } from '../../core/ids.ts';
import { dayIn } from '../../core/time-zone.ts';
import { getKit } from '../../kits/manage-kits.ts';
import { lookUpKit } from '../../kits/resolve-kit.ts';
import { listDimensions } from '../../runs/dimensions/manage-dimensions.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { ReadInsights } from '../read-insights.ts';
import type { CoachingStore } from '../store/coaching-store.ts';
import type { CoachingNote } from './coaching-note.ts';
import { measureNote, type NoteEffect } from './measure-note.ts';

export interface ManageNotes extends ReadInsights {
  notes: CoachingStore;
  dimensions: DimensionStore;
}

export type MeasuredNote = CoachingNote & { effect: NoteEffect[] };

const MOST_NOTES = 200;
const SHOWN = 20;

export interface GivenNote {
  agent: string;
  kit: string;
  bricks: readonly string[];
  text: string;
  noted_on?: string | undefined;
}

export async function writeNote(deps: ManageNotes, principal: Principal, given: GivenNote): Promise<MeasuredNote> {
  const { workspaceId } = principal;
  const { kitId } = await getKit(deps.kits, workspaceId, given.kit);
  const { kit } = await lookUpKit(deps.kits, workspaceId, [{ kitId }]);
  const keys = kit.bricks.map(({ key }) => key);
  const unknown = given.bricks.find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new ServiceError('invalid_parameter', {
      detail: `bricks: the kit has no “${unknown}”; ${didYouMean(unknown, keys) ?? `it has ${keys.slice(0, 20).join(', ')}.`}`,
    });
  const now = deps.clock.now();
  const today = dayIn(await deps.insights.timezoneOf(workspaceId), now);
  const notedOn = given.noted_on ?? today;
  if (notedOn > today) throw new ServiceError('invalid_parameter', { detail: 'noted_on: must not be in the future.' });
  const note = {
    noteId: newId('cno', now),
    agent: given.agent,
    kitId,
    bricks: [...new Set(given.bricks)],
    text: given.text,
    notedOn,
    by: principal.actor,
    createdAt: now,
  };
  if (!(await deps.notes.add(principal, note, MOST_NOTES)))
    throw new ServiceError('conflict', {
      detail: `There are ${MOST_NOTES} notes about this agent, the maximum. Delete old ones first.`,
    });
  return measured(deps, principal, note);
}

export async function listNotes(
  deps: ManageNotes,
  principal: Principal,
  { agent: asked, kit }: { agent: string | undefined; kit: string | undefined },
): Promise<MeasuredNote[]> {
  const agent = seesOwnCallsOnly(principal) ? principal.agent : asked;
  if (agent === undefined)
    throw new ServiceError('invalid_parameter', {
      detail: 'agent: is missing. Send whose notes, as in the dimension agent.',
    });
  const kitId = kit === undefined ? undefined : (await getKit(deps.kits, principal.workspaceId, kit)).kitId;
  const notes = await deps.notes.list(principal, agent, kitId, SHOWN);
  const all: MeasuredNote[] = [];
  for (const note of notes) all.push(await measured(deps, principal, note));
  return all;
}

async function measured(deps: ManageNotes, principal: Principal, note: CoachingNote): Promise<MeasuredNote> {
  // If the workspace deleted the dimension, calls cannot be assigned to agents.
  const all = await listDimensions(deps, principal.workspaceId);
  const key = all.find(({ name }) => name === AGENT_DIMENSION)?.metadataKey;
  return { ...note, effect: key === undefined ? [] : await measureNote(deps, principal, key, note) };
}

export async function deleteNote({ notes }: ManageNotes, principal: Principal, noteId: string): Promise<void> {
  if (!(await notes.remove(principal, noteId)))
    throw new ServiceError('not_found', { detail: 'There is no such coaching note.' });
}
