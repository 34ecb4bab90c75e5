/** Answers of a call, how they are stored, and reused answers. */
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import type { CallAnswer, Question } from '../question.ts';

/** Of themes, passages. */
type StoredQuote = string | string[] | null;

interface StoredAnswer {
  s: CallAnswer['state'];
  c: number;
  v?: string;
  q?: number;
  e?: true;
}

/** The answers and their quotes. */
export function toStoredAnswers(answers: readonly CallAnswer[] | undefined): [string | null, string | null] {
  if (answers === undefined) return [null, null];
  const stored = answers.map(
    ({ state, value, confidence, worth, isEarlier }): StoredAnswer => ({
      s: state,
      c: Number(confidence.toFixed(3)),
      ...(worth !== undefined && { q: Number(worth.toFixed(3)) }),
      ...(value !== undefined && { v: value }),
      ...(isEarlier && { e: true }),
    }),
  );
  const quotes = answers.map(({ quote, passages }) => passages ?? quote ?? null);
  return [JSON.stringify(stored), quotes.some((quote) => quote !== null) ? JSON.stringify(quotes) : null];
}

/** By run, then by the index of the question: the answers of other questions with the same signature. */
export async function earlierAnswers(
  database: Database,
  scope: Scope,
  { questionId, signatures = [] }: Pick<Question, 'questionId' | 'signatures'>,
  runIds: readonly string[],
): Promise<Map<string, Map<number, CallAnswer>>> {
  const found = new Map<string, Map<number, CallAnswer>>();
  if (signatures.length === 0) return found;
  const { rows } = await database.query<{ run_id: string; at: number; answer: StoredAnswer; quote: StoredQuote }>(
    `SELECT DISTINCT ON (i.run_id, wanted.number) i.run_id, (wanted.number - 1)::int AS at,
       i.answers -> (own.number - 1)::int AS answer, i.quotes -> (own.number - 1)::int AS quote
     FROM question_runs i JOIN questions q ON q.workspace_id = $1 AND q.environment = $2 AND q.id = i.question_id
     CROSS JOIN LATERAL jsonb_array_elements_text(q.plan -> 'signatures') WITH ORDINALITY AS own (signature, number)
     JOIN unnest($5::text[]) WITH ORDINALITY AS wanted (signature, number) ON wanted.signature = own.signature
     WHERE i.workspace_id = $1 AND i.environment = $2 AND i.run_id = ANY ($4::uuid[]) AND i.state = 'answered' AND i.question_id <> $3
     ORDER BY i.run_id, wanted.number, i.question_id DESC`,
    [...keyOf(scope), decodeId('qst', questionId), runIds.map((runId) => decodeId('run', runId)), signatures],
  );
  for (const { run_id, at, answer, quote } of rows) {
    const runId = encodeId('run', run_id);
    const ofRun = found.get(runId) ?? new Map<number, CallAnswer>();
    found.set(runId, ofRun.set(at, toCallAnswer(answer, quote)));
  }
  return found;
}

function toCallAnswer({ s: state, c: confidence, v: value, q: worth }: StoredAnswer, quote: StoredQuote): CallAnswer {
  return {
    ...{ state, confidence },
    isEarlier: true,
    ...(value !== undefined && { value }),
    ...(worth !== undefined && { worth }),
    ...(Array.isArray(quote) ? { passages: quote } : quote !== null && { quote }),
  };
}
