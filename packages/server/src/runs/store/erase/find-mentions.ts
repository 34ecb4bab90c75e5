/**
 * Texts that people entered and that an erasure does not delete: saved views, questions, coaching notes, alert rules and uploaded golden
 * lines that contain the customer or the conversation. Only people can decide whether that is personal, so they are listed and not removed.
 */

import { decodeId, encodeId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../database/database.ts';
import type { ChosenRuns } from '../chosen-runs.ts';

export interface Mention {
  kind: 'saved_view' | 'question' | 'coaching_note' | 'alert' | 'golden_line';
  name: string;
  /** Where the API shows it. */
  link: string;
}

/** Shorter names occur in any text. */
const LEAST_CHARACTERS = 3;
const MOST_NAMES = 1_000;
const MOST_MENTIONS = 100;

/** $1 workspace, $2 environment, $3 names, $4 the same as they stand in an address. */
const NAMED = (text: string, names = '$3') =>
  `EXISTS (SELECT FROM unnest(${names}::text[]) AS n WHERE position(lower(n) IN lower(${text})) > 0)`;

const findText = ({ environment }: Scope) => `
  SELECT 'saved_view' AS kind, v.name AS name, NULL::uuid AS id, NULL::uuid AS kit_id FROM ${environment === 'live' ? 'saved_views' : 'saved_test_views'} v
    WHERE v.workspace_id = $1 AND (${NAMED('v.search')} OR ${NAMED('v.search', '$4')} OR ${NAMED('v.name')})
  UNION ALL SELECT 'question', NULL, q.id, NULL FROM questions q WHERE q.workspace_id = $1 AND q.environment = $2 AND ${NAMED('q.plan::text')}
  UNION ALL SELECT 'coaching_note', NULL, c.id, NULL FROM coaching_notes c WHERE c.workspace_id = $1 AND c.environment = $2 AND ${NAMED('c.text')}
  UNION ALL SELECT 'alert', a.name, NULL, NULL FROM alerts a WHERE a.workspace_id = $1 AND a.environment = $2 AND (${NAMED('a.rule')} OR ${NAMED('a.name')})
  UNION ALL SELECT DISTINCT 'golden_line', s.name, NULL::uuid, s.kit_id FROM golden_lines l JOIN golden_sets s ON s.workspace_id = l.workspace_id AND s.id = l.set_id
    WHERE l.workspace_id = $1 AND s.environment = $2 AND NOT s.superseded AND l.run_id IS NULL AND l.external_id = ANY ($3)
  LIMIT ${MOST_MENTIONS}`;

/** For the runs chosen by an erasure; `key` is that of the erasure. */
export async function findMentions(
  tx: Queryable,
  scope: Scope,
  key: readonly unknown[],
  chosen: ChosenRuns,
): Promise<Mention[]> {
  const { rows: own } = await tx.query<{ external_id: string }>(
    `SELECT DISTINCT r.external_id FROM erasure_runs i JOIN runs r ON r.workspace_id = i.workspace_id AND r.environment = i.environment AND r.id = i.run_id
     WHERE i.workspace_id = $1 AND i.environment = $2 AND i.erasure_id = $3 AND r.external_id IS NOT NULL LIMIT ${MOST_NAMES}`,
    [...key],
  );
  const names = [...new Set([...namesIn(chosen), ...own.map(({ external_id }) => external_id)])].filter(
    (name) => name.length >= LEAST_CHARACTERS,
  );
  if (names.length === 0) return [];
  const { rows } = await tx.query<MentionRow>(findText(scope), [
    decodeId('ws', scope.workspaceId),
    scope.environment,
    names,
    names.flatMap((name) => [encoded(name), encoded(encoded(name)), encodeURIComponent(name)]),
  ]);
  return rows.map(toMention);
}

/** As in the query of an address; conditions of a saved view are a query inside of one. */
function encoded(name: string): string {
  return new URLSearchParams({ n: name }).toString().slice('n='.length);
}

/** A filter that excludes a value does not name anybody who is erased. */
function namesIn(chosen: ChosenRuns): string[] {
  if (!('filter' in chosen)) return [];
  const { externalId, words, by } = chosen.filter;
  const values = by.metadata.filter(({ isNot }) => !isNot).map(({ value }) => value);
  return [...values, ...(externalId === undefined ? [] : [externalId]), ...(words === undefined ? [] : [words])];
}

interface MentionRow {
  kind: Mention['kind'];
  name: string | null;
  id: string | null;
  kit_id: string | null;
}

function toMention({ kind, name, id, kit_id }: MentionRow): Mention {
  const called = encodeURIComponent(name ?? '');
  switch (kind) {
    case 'saved_view':
      return { kind, name: name ?? '', link: `/v1/views/${called}` };
    case 'alert':
      return { kind, name: name ?? '', link: `/v1/alerts/${called}` };
    case 'golden_line':
      return { kind, name: name ?? '', link: `/v1/kits/${kit_id ?? ''}/golden-sets/${called}` };
    case 'question': {
      const questionId = encodeId('qst', id ?? '');
      return { kind, name: questionId, link: `/v1/questions/${questionId}` };
    }
    case 'coaching_note': {
      const noteId = encodeId('cno', id ?? '');
      return { kind, name: noteId, link: `/v1/coaching-notes/${noteId}` };
    }
  }
}
