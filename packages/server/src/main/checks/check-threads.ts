/**
 * Threads for work whose cost grows with the input: checking kits and kit files, reading large inputs and comparing them with earlier
 * requests, checking a model's quotes in a long conversation, and golden sets. They are separate from the evaluation threads, so accepting
 * a run never waits for the evaluation of another.
 */
import { extname } from 'node:path';
import { FairSlots } from '@brickwork/engine/core/fair-slots';
import { runInThread } from '@brickwork/engine/core/run-in-thread';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { checkKit } from '@brickwork/engine/kits/check-kit';
import { isQuickToCheck } from '@brickwork/engine/kits/is-quick-to-check';
import type { ConversationWork } from '@brickwork/engine/model/check-reply';
import { ModelFault } from '@brickwork/engine/model/model-fault';
import { Piscina } from 'piscina';
import type { Hide } from '../../core/hide.ts';
import { type GoldenChecks, readGoldenSet } from '../../golden/read-golden-set.ts';
import type { KitChecks } from '../../kits/kit-checks.ts';
import type { InputChecks } from '../../runs/check-run-input.ts';
import type { InputReading } from '../../runs/read-inputs.ts';
import type { CheckAnswer, CheckKind, CheckTask, CheckTasks } from './serve-checks.ts';

export interface CheckThreads extends KitChecks, InputChecks, InputReading, ConversationWork, GoldenChecks {
  /** Masks a document for a reader who may not see identities. */
  hide: Hide;
  stop(): Promise<void>;
}

/** In this folder, with this file's extension: TypeScript in a checkout, JavaScript in the published package. */
const WORKER = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url);
const THREADS = 2;
const DEADLINE_MS = 15_000;
const MEMORY_MB = 256;
/** Read in place: a thread would cost more than it saves. */
const SMALL_SET_BYTES = 48 * 1024;

/** A thread is started by the first request that needs it, and kept. */
export function createCheckThreads(options: { worker?: URL; deadlineMs?: number } = {}): CheckThreads {
  const { worker = WORKER, deadlineMs = DEADLINE_MS } = options;
  let threads: Piscina<CheckTask, CheckAnswer> | undefined;
  let isStopped = false;
  const slots = new FairSlots({ slots: () => THREADS, reserve: 1, now: () => performance.now() });

  const start = (): Piscina<CheckTask, CheckAnswer> => {
    if (isStopped) throw new ServiceError('unavailable', { detail: 'The service is stopping. Retry in a moment.' });
    const started = new Piscina<CheckTask, CheckAnswer>({
      filename: worker.href,
      minThreads: 0,
      maxThreads: THREADS + 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      recordTiming: false,
    });
    // A thread that dies between tasks is replaced with the next task; without a listener its error would end the process.
    started.on('error', () => undefined);
    return started;
  };
  const run = async <Kind extends CheckKind>(
    owner: string,
    task: { kind: Kind } & CheckTasks[Kind]['task'],
    onDeadline: () => Error,
    signal?: AbortSignal,
  ): Promise<CheckTasks[Kind]['answer']> => {
    const giveBack = await slots.take(owner, signal);
    try {
      threads ??= start();
      return await runInThread(threads, task as CheckTask, { deadlineMs, signal, onDeadline });
    } finally {
      giveBack();
    }
  };

  return {
    async check(document, owner) {
      if (isQuickToCheck(document)) return checkKit(document);
      return run(owner, { kind: 'kit', document }, kitTooSlow);
    },
    checkFile: (text, owner) => run(owner, { kind: 'file', text }, kitTooSlow),
    async checkInput({ input: declared }, input, owner) {
      const checked = await run(owner, { kind: 'input', kit: { input: declared }, input }, inputTooSlow);
      if (checked.fault !== undefined) throw new ServiceError('kit_input_invalid', { detail: checked.fault });
      return checked.facts ?? {};
    },
    describeInputs: (describe, owner) => run(owner, { kind: 'inputs', describe }, inputsTooSlow),
    async fingerprint(parts, input, owner) {
      return Buffer.from(await run(owner, { kind: 'fingerprint', parts, input }, inputTooSlow));
    },
    checkReply: (check, owner, signal) => run(owner, { kind: 'reply', check }, conversationTooSlow, signal),
    detectInjections: (conversation, keys, owner, signal) =>
      run(owner, { kind: 'injections', conversation, keys }, conversationTooSlow, signal),
    maskConversation: (mask, owner, signal) => run(owner, { kind: 'mask', mask }, conversationTooSlow, signal),
    hide: (document, owner, context) => run(owner, { kind: 'hide', document, context }, hidingTooSlow),
    async readGoldenSet(body, kit, owner) {
      if (body.length <= SMALL_SET_BYTES) return readGoldenSet(body, kit);
      return run(owner, { kind: 'golden', body, kit }, setTooSlow);
    },
    async stop() {
      isStopped = true;
      await threads?.destroy();
    },
  };
}

function kitTooSlow(): ServiceError {
  return new ServiceError('kit_definition_invalid', {
    detail: 'The document took too long to check. Use fewer bricks, patterns and texts.',
  });
}

function hidingTooSlow(): ServiceError {
  return new ServiceError('unavailable', {
    detail: 'Masking the answer took too long. Ask for fewer runs, or for one without its input.',
  });
}

function setTooSlow(): ServiceError {
  return new ServiceError('golden_set_invalid', {
    detail: 'The set took too long to check. Send fewer lines, or shorter ones.',
  });
}

function conversationTooSlow(): Error {
  return new ModelFault('input_too_long', 'Checking the model’s answers against the conversation took too long.');
}

function inputsTooSlow(): ServiceError {
  return new ServiceError('invalid_parameter', {
    detail: 'conversations: they took too long to read. Send fewer of them at a time.',
  });
}

function inputTooSlow(): ServiceError {
  return new ServiceError('kit_input_invalid', {
    detail: 'The input took too long to read. Send a shorter conversation, or one with fewer parts.',
  });
}
