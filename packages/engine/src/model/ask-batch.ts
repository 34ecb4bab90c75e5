/**
 * One batch of bricks, asked until each has a valid answer or no attempts left: keys with a fault are asked again on their own, with the
 * fault named; a reply that was cut off halves the batch; a value without required evidence is requested once more.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import { CallFault } from './call-fault.ts';
import type { CheckedReply } from './check-reply.ts';
import type { ModelFaultCode } from './model-fault.ts';
import type { ModelSession, SessionCall } from './model-session.ts';
import { type FoundReply, findReply } from './reply/find-reply.ts';
import type { VerifiedAnswer } from './verify-answer.ts';

export interface KeyFault {
  code: Extract<ModelFaultCode, 'output_invalid' | 'output_truncated' | 'content_refused'>;
  fault: string;
}

export type BrickAnswer = VerifiedAnswer | KeyFault;

export function isKeyFault(answer: BrickAnswer): answer is KeyFault {
  return 'fault' in answer;
}

export interface AskBatch {
  session: ModelSession;
  /** Checks the answers of a reply against bricks and conversation. */
  check(bricks: readonly BrickDocument[], given: readonly unknown[]): Promise<CheckedReply>;
  signal: AbortSignal;
}

export type BatchCall = Pick<SessionCall, 'label' | 'part' | 'conversation' | 'isVaried'>;

/** How often a key is asked, including the first time. */
const ASKS = 3;
const WHOLE_FAULTS: Readonly<Record<Exclude<FoundReply, { ok: true }>['why'], string>> = {
  none: 'the reply held no JSON object with the nonce of the request',
  several: 'the reply held more than one JSON object with the nonce',
  duplicate_keys: 'an object of the reply had the same member twice',
  cut: 'the reply was cut off',
};
const NO_EVIDENCE =
  'none of the quotes stands word for word in the turn that it names and supports the value; copy the words exactly, with any negation and the whole number';

interface Asked {
  bricks: readonly BrickDocument[];
  faults: ReadonlyMap<string, string>;
  attempt: number;
  outputFactor: number;
  /** Valid answers without evidence, kept in case no better one comes. */
  unproven: ReadonlyMap<string, VerifiedAnswer>;
}

export async function askBatch(
  batch: AskBatch,
  call: BatchCall,
  bricks: readonly BrickDocument[],
): Promise<Map<string, BrickAnswer>> {
  return ask(batch, call, { bricks, faults: new Map(), attempt: 1, outputFactor: 1, unproven: new Map() });
}

async function ask(batch: AskBatch, call: BatchCall, asked: Asked): Promise<Map<string, BrickAnswer>> {
  const { bricks, faults, outputFactor } = asked;
  const keys = bricks.map(({ key }) => key);
  let text: string;
  let nonce: string;
  let isCutOff: boolean;
  try {
    ({ text, nonce, isCutOff } = await batch.session.call({ ...call, keys, faults, outputFactor }, batch.signal));
  } catch (error) {
    if (!(error instanceof CallFault) || error.kind !== 'refused') throw error;
    return everyKey(bricks, asked, { code: 'content_refused', fault: 'the model refused to answer' });
  }
  const found = findReply(text, nonce);
  if (!found.ok) {
    return isCutOff || found.why === 'cut'
      ? askSmaller(batch, call, asked)
      : askAgain(batch, call, asked, new Map(), new Map(keys.map((key) => [key, WHOLE_FAULTS[found.why]])));
  }
  const { answers, bad, unproven } = sort(asked, await batch.check(bricks, found.answers));
  return askAgain(batch, call, { ...asked, unproven: new Map([...asked.unproven, ...unproven]) }, answers, bad);
}

function sort({ bricks, unproven: before }: Asked, checked: CheckedReply) {
  const answers = new Map<string, BrickAnswer>();
  const bad = new Map<string, string>();
  const unproven = new Map<string, VerifiedAnswer>();
  for (const { key } of bricks) {
    const found = checked.get(key) ?? { fault: 'no answer was given' };
    if ('fault' in found) {
      bad.set(key, found.fault);
      continue;
    }
    // Asked again for evidence; after that accepted without it, and marked.
    if (found.answer.isUnproven && !before.has(key)) {
      unproven.set(key, found.answer);
      bad.set(key, NO_EVIDENCE);
    } else answers.set(key, found.answer);
  }
  return { answers, bad, unproven };
}

async function askAgain(
  batch: AskBatch,
  call: BatchCall,
  asked: Asked,
  answers: ReadonlyMap<string, BrickAnswer>,
  bad: ReadonlyMap<string, string>,
): Promise<Map<string, BrickAnswer>> {
  if (bad.size === 0) return new Map(answers);
  const bricks = asked.bricks.filter(({ key }) => bad.has(key));
  if (asked.attempt >= ASKS) {
    const last = new Map(
      bricks.map(({ key }): [string, BrickAnswer] => [
        key,
        asked.unproven.get(key) ?? { code: 'output_invalid', fault: bad.get(key) ?? '' },
      ]),
    );
    return new Map([...answers, ...last]);
  }
  const again = { ...asked, bricks, faults: bad, attempt: asked.attempt + 1 };
  const more = await ask(batch, { ...call, label: `${call.label}/again` }, again);
  return new Map([...answers, ...more]);
}

/** Half the bricks need about half the tokens. A single brick gets twice the output limit, once. */
async function askSmaller(batch: AskBatch, call: BatchCall, asked: Asked): Promise<Map<string, BrickAnswer>> {
  const { bricks, outputFactor } = asked;
  if (bricks.length > 1) {
    const middle = Math.ceil(bricks.length / 2);
    const halves = [bricks.slice(0, middle), bricks.slice(middle)];
    const answers = new Map<string, BrickAnswer>();
    // One after the other: if one failed while the other was running, the other's usage would arrive too late to be counted.
    for (const [index, half] of halves.entries()) {
      const label = `${call.label}/half${index + 1}`;
      for (const [key, answer] of await ask(batch, { ...call, label }, { ...asked, bricks: half }))
        answers.set(key, answer);
    }
    return answers;
  }
  if (outputFactor > 1) {
    return everyKey(bricks, asked, {
      code: 'output_truncated',
      fault: 'the answer was cut off, even with twice the output limit',
    });
  }
  return ask(batch, { ...call, label: `${call.label}/longer` }, { ...asked, outputFactor: 2 });
}

function everyKey(bricks: readonly BrickDocument[], { unproven }: Asked, fault: KeyFault): Map<string, BrickAnswer> {
  return new Map(bricks.map(({ key }) => [key, unproven.get(key) ?? fault]));
}
