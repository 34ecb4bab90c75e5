/**
 * The process that runs expressions. They run in a thread of it, so that it notices when the service has ended, whatever an expression
 * does: an endless loop must not survive the service. It also measures the cost of the expression and ends itself above a limit, after
 * reporting which: V8's own limit does not count strings while they are created (`$pad("a", 5e8)` takes 500 MB), and only CPU time
 * distinguishes a slow expression from a paused machine. If it ends without a report, the machine ended it.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { endAtOnce, serveTasks } from '@brickwork/engine/core/serve-tasks';
import type { ExpressionAnswer, ExpressionLimit, ExpressionTask } from './expression-processes.ts';
import type { ExpressionMessage } from './expression-worker.ts';

/** A machine writes about 25 MB in this many milliseconds. */
const LOOK_EVERY_MS = 5;

const [memoryMb = 0, cpuMs = 0] = process.argv.slice(2).map(Number);
const worker = new Worker(new URL(`./expression-worker${extname(import.meta.url)}`, import.meta.url));
let end: (exceeded: ExpressionLimit) => void = endAtOnce;
worker.on('error', (error) => {
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') end('memory');
  else endAtOnce();
});

/** One at a time: each lease of the process is exclusive. */
serveTasks<ExpressionTask, ExpressionAnswer, ExpressionLimit>(
  (task, { note }) =>
    new Promise((resolve) => {
      let looking: NodeJS.Timeout | undefined;
      end = (exceeded) => {
        clearInterval(looking);
        void note(exceeded).then(endAtOnce);
      };
      const look = (since: NodeJS.CpuUsage) => {
        if (process.memoryUsage.rss() > memoryMb * 1024 * 1024) return end('memory');
        const { user, system } = process.cpuUsage(since);
        if (user + system > cpuMs * 1_000) end('time');
      };
      const hear = (message: ExpressionMessage) => {
        clearInterval(looking);
        if ('started' in message) {
          looking = setInterval(look, LOOK_EVERY_MS, process.cpuUsage());
          return;
        }
        worker.off('message', hear);
        resolve(message.answer);
      };
      worker.on('message', hear);
      worker.postMessage(task);
    }),
);
