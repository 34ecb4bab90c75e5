/** Reading the calls of a contrast, as a job: inputs go to a thread in small groups, phrases come back. The same calls give the same phrases, so a job that is lost starts again. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sidesByRules } from '@brickwork/engine/conversation/sides/speaker-rules';
import type { Clock } from '../../core/clock.ts';
import { encodeId } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import type { Scope } from '../../core/scope.ts';
import { type LoadContent, loadContent } from '../../kits/resolve-kit.ts';
import { handOver } from '../../queue/hand-over.ts';
import { CONTRAST_KIND } from '../../queue/job-kinds.ts';
import type { HeldJob, JobStore } from '../../queue/store/job-store.ts';
import type { SpeakerStore } from '../../runs/store/speaker-store.ts';
import type { ContrastStore } from '../store/contrast-store.ts';
import type { Contrast, ContrastResult } from './contrast.ts';
import type { ContrastCall, ContrastMessage, ContrastReply } from './contrast-worker.ts';

export interface RunContrast {
  contrasts: ContrastStore;
  kits: LoadContent;
  speakers: Pick<SpeakerStore, 'findSpeakers'>;
  jobs: Pick<JobStore, 'putBack'>;
  scopeOf(lane: string): Scope;
  clock: Clock;
  logger: Logger;
}

/** In this folder, with this file's own extension: TypeScript in a checkout, JavaScript in the published package. */
const WORKER = new URL(`./contrast-worker${extname(import.meta.url)}`, import.meta.url);
const MEMORY_MB = 1_024;
/** Calls that are in memory at once. */
const CHUNK = 100;
const MOST_ATTEMPTS = 10;
const SHOWN_RUNS = 10;

export async function runContrast(deps: RunContrast, job: HeldJob, signal: AbortSignal): Promise<void> {
  const scope = deps.scopeOf(job.lane);
  const contrastId = encodeId('ctr', job.id);
  const end = (how: { result: ContrastResult } | { error: string }) =>
    deps.contrasts.finish(scope, contrastId, job, how, deps.clock.now());
  try {
    const contrast = await deps.contrasts.find(scope, contrastId);
    if (contrast === undefined) return;
    if (job.attempts > MOST_ATTEMPTS) await end({ error: `It was started ${MOST_ATTEMPTS} times and never finished.` });
    else {
      const result = await readCalls(deps, scope, contrast, signal);
      if (result !== undefined) await end({ result });
    }
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error;
    if (await handOver(deps.jobs, CONTRAST_KIND, job, reason)) return;
    deps.logger.warn(
      { job: job.id, reason: reason instanceof Error ? reason.message : 'unknown' },
      'a contrast failed; it restarts when its lease expires',
    );
  }
}

/** Undefined when it was deleted. */
async function readCalls(
  deps: RunContrast,
  scope: Scope,
  { contrastId, side, limit }: Contrast,
  signal: AbortSignal,
): Promise<ContrastResult | undefined> {
  const { inside, against } = await deps.contrasts.calls(scope, contrastId);
  const { agents, rules } = await deps.speakers.findSpeakers(scope.workspaceId);
  const thread = startThread(signal);
  try {
    let read = 0;
    let gone = 0;
    for (const [uuids, isInside] of [
      [inside.toSorted(), true],
      [against.toSorted(), false],
    ] as const) {
      const numbers = new Map(uuids.map((uuid, number) => [uuid, number]));
      for (let start = 0; start < uuids.length; start += CHUNK) {
        signal.throwIfAborted();
        const some = uuids.slice(start, start + CHUNK);
        const found = await deps.contrasts.inputs(scope, some);
        const calls: ContrastCall[] = [];
        for (const { id, kit_code, kit_version_id, metadata, input } of found) {
          const content = await loadContent(deps.kits, scope.workspaceId, kit_version_id);
          const own = metadata === null ? undefined : (JSON.parse(metadata) as Record<string, string>);
          calls.push({
            inside: isInside ? numbers.get(id) : undefined,
            kit: { input: content?.kit.input, speakers: content?.kit.speakers },
            ...{ input, agents },
            rules: sidesByRules(rules, { kitCode: kit_code, metadata: own }),
          });
        }
        await thread.send({ calls, side });
        read += some.length;
        gone += some.length - found.length;
        if (!(await deps.contrasts.tell(scope, contrastId, read))) return undefined;
      }
    }
    const reply = await thread.send({ most: limit });
    if (!('phrases' in reply)) throw new Error('the thread did not answer with phrases');
    const uuids = inside.toSorted();
    return {
      calls: reply.calls,
      unread: reply.unread + gone,
      phrases: reply.phrases.map(({ calls, ...phrase }) => ({
        ...phrase,
        runIds: calls.slice(0, SHOWN_RUNS).map((number) => encodeId('run', uuids[number] ?? '')),
      })),
    };
  } finally {
    await thread.stop();
  }
}

function startThread(signal: AbortSignal) {
  const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const abort = () => void worker.terminate();
  signal.addEventListener('abort', abort, { once: true });
  return {
    send: (message: ContrastMessage): Promise<ContrastReply> =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void) => {
          worker.off('message', onMessage);
          worker.off('error', onError);
          worker.off('exit', onExit);
          act();
        };
        const onMessage = (reply: ContrastReply) => settle(() => resolve(reply));
        const onError = (error: Error) => settle(() => reject(error));
        const onExit = () => settle(() => reject(new Error('the thread ended')));
        worker.on('message', onMessage);
        worker.on('error', onError);
        worker.on('exit', onExit);
        worker.postMessage(message);
      }),
    async stop() {
      signal.removeEventListener('abort', abort);
      await worker.terminate();
    },
  };
}
