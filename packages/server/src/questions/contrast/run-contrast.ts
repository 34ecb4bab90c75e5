/**
 * Reads the calls of a contrast, as a job: inputs go to a thread in small groups, which returns phrases. The same calls give the same
 * phrases, so a lost job starts again.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sidesByRules } from '@brickwork/engine/conversation/sides/speaker-rules';
import { encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { type JobKind, type RunJob, runJob } from '../../jobs/run-job.ts';
import { type LoadContent, loadContent } from '../../kits/resolve-kit.ts';
import { CONTRAST_KIND } from '../../queue/job-kinds.ts';
import type { HeldJob } from '../../queue/store/job-store.ts';
import type { SpeakerStore } from '../../runs/store/speaker-store.ts';
import type { ContrastStore } from '../store/contrast-store.ts';
import type { Contrast, ContrastResult } from './contrast.ts';
import type { ContrastCall, ContrastMessage, ContrastReply } from './contrast-worker.ts';

export interface RunContrast extends RunJob {
  contrasts: ContrastStore;
  kits: LoadContent;
  speakers: Pick<SpeakerStore, 'findSpeakers'>;
}

/** In this folder, with this file's own extension: TypeScript in a checkout, JavaScript in the published package. */
const WORKER = new URL(`./contrast-worker${extname(import.meta.url)}`, import.meta.url);
const MEMORY_MB = 1_024;
/** Calls that are in memory at once. */
const CHUNK = 100;
const MOST_ATTEMPTS = 10;
const SHOWN_RUNS = 10;

export function runContrast(deps: RunContrast, job: HeldJob, signal: AbortSignal): Promise<void> {
  const kind: JobKind<Contrast, ContrastResult> = {
    ...{ kind: CONTRAST_KIND, name: 'a contrast', prefix: 'ctr', mostAttempts: MOST_ATTEMPTS },
    records: deps.contrasts,
    step: (contrast, { scope }) => readCalls(deps, scope, contrast, signal),
  };
  return runJob(deps, kind, job, signal);
}

/** `ended`: it was deleted. */
async function readCalls(
  deps: RunContrast,
  scope: Scope,
  { contrastId, side, limit }: Contrast,
  signal: AbortSignal,
): Promise<ContrastResult | 'ended'> {
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
        if (!(await deps.contrasts.tell(scope, contrastId, read))) return 'ended';
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
