/**
 * The one policy for calling providers: deadline, retries with backoff, the provider's own Retry-After, failover in order, a circuit and
 * an adaptive limit per model. Waits within the run's budget happen in place; for longer ones the run is put back until then.
 */
import { backoffMs } from '../core/backoff.ts';
import { startDeadline } from '../core/deadline.ts';
import type { Pausing } from '../core/stopwatch.ts';
import { type AdaptiveLimit, createAdaptiveLimit } from './adaptive-limit.ts';
import { CallFault, type CallFaultKind } from './call-fault.ts';
import { type Circuit, createCircuit } from './circuit.ts';
import type { ModelCall, ModelClient, ModelReply, TokenCount } from './model-client.ts';
import { CODE_OF_CALL_FAULT, ModelFault } from './model-fault.ts';
import { createPrefixWarmth, type PrefixWarmth } from './prefix-warmth.ts';
import { mostTokensOf, NO_TOKENS, type Purse, type Settle } from './purse.ts';
import type { UsageMeter } from './usage-meter.ts';

export interface CallPolicyOptions {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** Calls to one model at the same time. */
  concurrency: number;
  /** Longest time one call may take. */
  callDeadlineMs: number;
}

export interface CallBudget {
  meter: UsageMeter;
  /** In milliseconds: no call begins after this, and no wait extends beyond it. Time waiting for a model does not count. */
  leftMs(): number;
  pausing: Pausing;
  /** The owner of the calls: workspaces share a model fairly. */
  owner?: string | undefined;
  /** Attempts of the whole evaluation, including repeats. */
  maxCalls?: number;
  /** Undefined: no limit. */
  purse?: Purse | undefined;
  /** Notified when a model is given up and the next one is asked. */
  onMove?(model: ModelClient, fault: CallFault, next: ModelClient): void;
}

export interface AnsweredCall {
  reply: ModelReply;
  model: string;
}

export interface CallPolicy {
  /** Asks the first of `models` that can answer. Throws ModelFault; CallFault for faults that another part of the engine can handle. */
  ask(models: readonly ModelClient[], call: ModelCall, budget: CallBudget): Promise<AnsweredCall>;
}

interface ModelState {
  circuit: Circuit;
  limit: AdaptiveLimit;
  warmth: PrefixWarmth;
}

/** Attempts with one model for faults that may be temporary. A busy model is waited for as long as the run has time. */
const ATTEMPTS = 4;
/** Only if there is another model. */
const NOT_WAITED_FOR: ReadonlySet<CallFaultKind> = new Set(['rate_limited', 'timeout']);
const BACKOFF_MS = 400;
const MAX_BACKOFF_MS = 8_000;
/** For a longer wait, the worker takes another run. */
const LONGEST_WAIT_MS = 20_000;
/** How long a run is put back if the provider gave no time. */
const PUT_BACK_MS = 15_000;

export function createCallPolicy(options: CallPolicyOptions): CallPolicy {
  const states = new Map<string, ModelState>();
  const stateOf = ({ id }: ModelClient): ModelState => {
    let state = states.get(id);
    if (state === undefined) {
      state = {
        circuit: createCircuit(options.now),
        limit: createAdaptiveLimit(options.concurrency, options.now),
        warmth: createPrefixWarmth(options.now),
      };
      states.set(id, state);
    }
    return state;
  };
  return {
    async ask(models, call, budget) {
      let last: { fault: CallFault; model: ModelClient } | undefined;
      let tooLong: CallFault | undefined;
      for (const [index, model] of models.entries()) {
        const next = models[index + 1];
        const result = await askOne(options, model, stateOf(model), call, budget, next === undefined);
        if (!(result instanceof CallFault)) return { reply: result, model: model.id };
        if (result.kind === 'too_long') tooLong ??= result;
        if (next !== undefined) budget.onMove?.(model, result, next);
        last = { fault: result, model };
      }
      // No model accepts it unchanged: the engine makes shorter parts.
      if (tooLong !== undefined) throw tooLong;
      if (last === undefined) throw new ModelFault('model_unavailable', 'No model is configured.');
      throw toModelFault(last.fault, last.model, models.length);
    },
  };
}

/** A reply, or the fault that this model is given up with. */
async function askOne(
  options: CallPolicyOptions,
  model: ModelClient,
  state: ModelState,
  call: ModelCall,
  budget: CallBudget,
  isLast: boolean,
): Promise<ModelReply | CallFault> {
  for (let attempt = 1; ; attempt += 1) {
    const closedMs = state.circuit.waitMs();
    const fault =
      closedMs > 0
        ? new CallFault('unavailable', { fact: 'it has failed too often of late', retryAfterMs: closedMs })
        : await attemptCall(options, model, state, call, budget);
    if (!(fault instanceof CallFault)) return fault;
    const delayMs = delayAfter(options, fault, attempt);
    if (delayMs === undefined || (!isLast && (closedMs > 0 || NOT_WAITED_FOR.has(fault.kind)))) return fault;
    if (delayMs > LONGEST_WAIT_MS || delayMs >= budget.leftMs()) return fault;
    if (delayMs > 0) await options.sleep(delayMs, call.signal);
  }
}

async function attemptCall(
  { callDeadlineMs }: CallPolicyOptions,
  model: ModelClient,
  { circuit, limit, warmth }: ModelState,
  call: ModelCall,
  { meter, pausing, owner = '', maxCalls, purse, ...budget }: CallBudget,
): Promise<ModelReply | CallFault> {
  const leave = await pausing(warmth.enter(call.cacheKey, call.signal));
  let isAnswered = false;
  let release = () => {};
  let settle: Settle | undefined;
  let used: TokenCount | undefined;
  try {
    release = await pausing(limit.take(owner, call.signal));
    if (maxCalls !== undefined && meter.total().calls >= maxCalls) {
      throw new ModelFault(
        'output_invalid',
        `The evaluation has made ${maxCalls} calls, which is the most a run may make.`,
      );
    }
    settle = await purse?.setAside(model.id, mostTokensOf(call));
    if (purse !== undefined && settle === undefined) {
      throw new ModelFault('run_request_failed', 'The next call to the model could exceed what the run may cost.');
    }
    const leftMs = budget.leftMs();
    if (leftMs <= 0) {
      used = NO_TOKENS;
      return new CallFault('timeout', { fact: 'the time of the run was over' });
    }
    const deadline = startDeadline(Math.min(callDeadlineMs, leftMs), call.signal);
    circuit.begin();
    try {
      const reply = await model.call({ ...call, signal: deadline.signal });
      used = reply.tokens;
      meter.add(model.id, reply.tokens);
      circuit.succeeded();
      limit.grow();
      isAnswered = true;
      return reply;
    } catch (error) {
      if (!(error instanceof CallFault)) throw error;
      used = error.tokens;
      meter.add(model.id, error.tokens);
      if (call.signal.aborted) throw call.signal.reason;
      if (error.kind === 'rate_limited') limit.shrink();
      if (error.kind === 'unavailable' || error.kind === 'timeout') circuit.failed();
      else circuit.succeeded();
      return error;
    } finally {
      deadline.end();
      circuit.unknown();
    }
  } finally {
    release();
    leave(isAnswered);
    await settle?.(used);
  }
}

/** Undefined: asking this model again would not help. */
function delayAfter({ random }: CallPolicyOptions, fault: CallFault, attempt: number): number | undefined {
  if (attempt >= ATTEMPTS && fault.kind !== 'rate_limited') return undefined;
  if (fault.kind === 'adjusted') return 0;
  if (fault.kind !== 'rate_limited' && fault.kind !== 'unavailable' && fault.kind !== 'timeout') return undefined;
  const own = backoffMs(attempt, BACKOFF_MS, MAX_BACKOFF_MS, random);
  return fault.retryAfterMs === undefined ? own : Math.max(fault.retryAfterMs, 1);
}

function toModelFault(fault: CallFault, model: ModelClient, asked: number): ModelFault {
  // A model that hangs has already been waited for; one that is unavailable or busy may be available when the run's turn comes again.
  const isPassing = fault.kind === 'rate_limited' || fault.kind === 'unavailable';
  const others = asked > 1 ? `, the last of ${asked} models` : '';
  return new ModelFault(
    CODE_OF_CALL_FAULT[fault.kind],
    `${model.id}${others}: ${fault.fact}.`,
    isPassing ? (fault.retryAfterMs ?? PUT_BACK_MS) : undefined,
  );
}
