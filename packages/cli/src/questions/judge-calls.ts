/** Judging calls of a question in a terminal: one key for each, and the interval after it. */
import { createInterface } from 'node:readline';
import type { BrickworkClient, JudgedAnswer, QuestionJudging } from '@brickwork/client';
import { formatShare, intervalText } from '@brickwork/contract/figures';
import { InterruptedError } from '../interrupt.ts';
import { bold, dim, tell } from '../terminal.ts';

interface JudgeOptions {
  key: string | undefined;
  calls: number | undefined;
}

const ANSWERS: Readonly<Record<string, 'yes' | 'no' | 'skip'>> = { y: 'yes', n: 'no', s: 'skip' };
const CTRL_C = '\u0003';

export async function judgeCalls(
  client: BrickworkClient,
  questionId: string,
  { key: given, calls: limit }: JudgeOptions,
): Promise<{ judged: number; answer: JudgedAnswer }> {
  const round = await client.questions.toJudge(questionId, { key: given, limit });
  const { key, question, calls } = round;
  const keys = openKeys();
  let answer: JudgedAnswer = round;
  let judged = 0;
  try {
    if (calls.length > 0) tell(`${bold(question)}\ny yes, n no, s skip, q stop`);
    for (const [at, { run_id, passage }] of calls.entries()) {
      tell(`\n${at + 1} of ${calls.length} ${dim(`${run_id} (brickwork runs show ${run_id})`)}`);
      tell(passage === undefined ? dim('The engine quotes nothing from this call.') : `“${passage}”`);
      const pressed = await keys.next();
      const said = ANSWERS[pressed ?? ''];
      if (said === undefined) break;
      answer = await client.questions.judge(questionId, { key, judgements: [{ run_id, answer: said }] });
      judged += 1;
      tell(`${said}: ${judgedText(answer)}`);
    }
  } finally {
    keys.close();
  }
  return { judged, answer };
}

/** "yes in 22 % (12 – 35 %)". */
export function judgedText({ share }: JudgedAnswer): string {
  if (share === undefined) return 'no estimate yet';
  return `yes in ${formatShare(share.value)} (${intervalText({ ...share }, formatShare)})`;
}

/** What judging some more would bring. */
export function promiseText({ next }: QuestionJudging): string {
  if (next === undefined) return 'No calls left to judge.';
  const minutes = Math.max(1, Math.round(next.seconds / 60));
  const calls = `${next.calls} ${next.calls === 1 ? 'call' : 'calls'}`;
  return `Judge ${calls} (about ${minutes} min), and the interval narrows to about ±${Math.round(100 * next.within)} points.`;
}

interface Keys {
  /** The next y, n or s; anything else that ends the round is undefined. */
  next(): Promise<string | undefined>;
  close(): void;
}

/** Single keys of a terminal, or lines of what is piped in. */
function openKeys(): Keys {
  const { stdin } = process;
  return stdin.isTTY ? keysOfTerminal(stdin) : keysOfLines();
}

function keysOfTerminal(stdin: NodeJS.ReadStream): Keys {
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  const next = (): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const onData = (pressed: string) => {
        const key = pressed.toLowerCase();
        if (pressed === CTRL_C) {
          stdin.off('data', onData);
          reject(new InterruptedError('Interrupted. Your judgements so far are saved.'));
        } else if (key === 'q' || Object.hasOwn(ANSWERS, key)) {
          stdin.off('data', onData);
          resolve(key === 'q' ? undefined : key);
        }
      };
      stdin.on('data', onData);
      stdin.resume();
    });
  return {
    next,
    close: () => {
      stdin.setRawMode(false);
      stdin.pause();
    },
  };
}

function keysOfLines(): Keys {
  const lines = createInterface({ input: process.stdin });
  const each = lines[Symbol.asyncIterator]();
  const next = async (): Promise<string | undefined> => {
    const { done, value } = await each.next();
    if (done === true) return undefined;
    const key = value.trim().toLowerCase().slice(0, 1);
    if (key === '') return next();
    return Object.hasOwn(ANSWERS, key) ? key : undefined;
  };
  return { next, close: () => lines.close() };
}
