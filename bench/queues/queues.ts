import { brickworkQueue } from './brickwork.ts';
import { bullmqQueue } from './bullmq.ts';
import { graphileWorkerQueue } from './graphile-worker.ts';
import { pgBossQueue } from './pg-boss.ts';
import type { QueueKind } from './queue-under-test.ts';

export const QUEUES: readonly QueueKind[] = [brickworkQueue, pgBossQueue, graphileWorkerQueue, bullmqQueue];
