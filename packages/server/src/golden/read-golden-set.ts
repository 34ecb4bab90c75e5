/** The body of a request that stores a golden set: read, validated and checked against the kit in one step, because a thread does it. */
import { createHash } from 'node:crypto';
import { type BrickValue, goldenSetsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { goldenLineFault } from '@brickwork/engine/kits/golden-line';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { parseJson } from '../core/parse-json.ts';
import { unknownFieldFault } from '../core/refuse-unknown-field.ts';

/** As it will be stored: input and expected values as JSON text. */
export interface NewLine {
  /** Counted from 1. */
  line: number;
  /** The run that it was made of. */
  runId: string | undefined;
  externalId: string | undefined;
  input: string;
  expected: string;
}

export interface NewLines {
  lines: NewLine[];
  hash: string;
  bytes: number;
}

/** Which reviewed runs become lines. */
export interface FromReviews {
  since: Date | undefined;
  minReviewers: number;
  where: Readonly<Record<string, string | string[]>>;
}

/** Calls that were judged for a question across calls. */
export interface FromQuestion {
  questionId: string;
  key: string | undefined;
}

export type GoldenSetRequest =
  | NewLines
  | { fromReviews: FromReviews }
  | { fromQuestion: FromQuestion }
  /** An error loses its class when it crosses a thread. */
  | { fault: { code: ServiceError['code']; detail: string } };

export interface GoldenChecks {
  /** `owner` is the workspace: threads are shared fairly between owners. */
  readGoldenSet(body: Uint8Array, kit: Kit, owner: string): Promise<GoldenSetRequest>;
}

export const MOST_BYTES = 20 * 1024 * 1024;
const FAULTS_NAMED = 10;

export function readGoldenSet(body: Uint8Array, kit: Kit): GoldenSetRequest {
  try {
    const { value } = parseJson(body);
    const unknown = unknownFieldFault(goldenSetsApi.putGoldenSetBody, value);
    if (unknown !== undefined) throw unknown;
    const request = goldenSetsApi.putGoldenSetBody.safeParse(value);
    if (!request.success) {
      const [issue] = request.error.issues;
      const field = issue?.path.map(String).join('.') ?? '';
      throw new ServiceError('invalid_parameter', { detail: `${field === '' ? '' : `${field}: `}${issue?.message}` });
    }
    if ('lines' in request.data) return fromLines(kit, request.data.lines);
    if ('from_question' in request.data) {
      const { question_id: questionId, key } = request.data.from_question;
      return { fromQuestion: { questionId, key } };
    }
    const { since, min_reviewers: minReviewers = 1, where = {} } = request.data.from_reviews;
    return { fromReviews: { since: since === undefined ? undefined : new Date(since), minReviewers, where } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { fault: { code: error.code, detail: error.detail ?? '' } };
  }
}

export interface GivenLine {
  external_id?: string | undefined;
  input: Record<string, unknown>;
  expected: Record<string, BrickValue>;
}

function fromLines(kit: Kit, given: readonly GivenLine[]): NewLines {
  const faults: string[] = [];
  const collector = collectLines();
  for (const [index, line] of given.entries()) {
    const fault = goldenLineFault(kit, line.expected);
    if (fault !== undefined) faults.push(`line ${index + 1}: ${fault}`);
    collector.add(line);
  }
  if (faults.length > 0) throw invalidSet(`${faults.slice(0, FAULTS_NAMED).join('; ')}.`);
  return collector.end();
}

/** The lines joined, with the hash that identifies a stored set. */
export function collectLines(): { add(line: GivenLine, runId?: string): void; end(): NewLines } {
  const lines: NewLine[] = [];
  const hash = createHash('sha256');
  let bytes = 0;
  const count = (text: string) => {
    hash.update(text);
    bytes += Buffer.byteLength(text);
  };
  return {
    add({ external_id, input, expected }, runId) {
      if (lines.length > 0) count('\n');
      count(JSON.stringify({ external_id, input, expected }));
      lines.push({
        line: lines.length + 1,
        runId,
        externalId: external_id,
        input: JSON.stringify(input),
        expected: JSON.stringify(expected),
      });
    },
    end() {
      if (bytes > MOST_BYTES) throw invalidSet(`The set is ${bytes} bytes; the maximum is ${MOST_BYTES}.`);
      return { lines, hash: hash.digest('hex'), bytes };
    },
  };
}

export function invalidSet(detail: string): ServiceError {
  return new ServiceError('golden_set_invalid', { detail });
}
