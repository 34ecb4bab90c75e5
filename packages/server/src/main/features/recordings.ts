/** Recordings: their store, the process that transcribes, and what old ones leave behind. */
import { join } from 'node:path';
import { parseEngine } from '@brickwork/audio/engine-options';
import { createTranscriber } from '@brickwork/audio/transcriber';
import { systemClock } from '../../core/clock.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { StartError } from '../../database/embedded/start-error.ts';
import { recordingRoutes } from '../../http/endpoints/recordings.ts';
import { RECORDING_KIND } from '../../queue/job-kinds.ts';
import { scopeOfLane } from '../../queue/lane.ts';
import type { ManageRecordings } from '../../recordings/manage-recordings.ts';
import type { PlayRecording } from '../../recordings/play-recording.ts';
import { FAILED_DAYS, SECRET_PURPOSE, UPLOAD_DAYS } from '../../recordings/recording.ts';
import { runRecording } from '../../recordings/run-recording.ts';
import { createRecordingBytes } from '../../recordings/store/recording-bytes.ts';
import { createRecordingStore } from '../../recordings/store/recording-store.ts';
import type { CreateRun } from '../../runs/create-run.ts';
import type { Config } from '../config.ts';
import type { Feature, Node } from '../feature.ts';
import { openQueue } from './queue.ts';
import type { Webhooks } from './webhooks.ts';

export interface RecordingsOptions {
  runs: CreateRun;
  outbound: Webhooks['outbound'];
  masks: PlayRecording['masks'];
}

export interface Recordings extends Feature {
  /** For intakes that name a recording. */
  recordings: ManageRecordings;
}

const DAY_MS = 86_400_000;

/** Undefined on a node that transcribes nothing; a model that is not installed is a fault at the start. */
function engineOf({ role, transcriber, transcriberUrl, transcriberKey, dataDir, transcribeThreads }: Config) {
  if (transcriber === undefined || role === 'api') return undefined;
  try {
    return parseEngine(transcriber, {
      modelsDirectory: join(dataDir, 'models'),
      threads: transcribeThreads,
      ...(transcriberUrl !== undefined && { baseUrl: transcriberUrl }),
      ...(transcriberKey !== undefined && { apiKey: transcriberKey }),
    });
  } catch (error) {
    throw error instanceof RangeError ? new StartError(`BRICKWORK_TRANSCRIBER: ${error.message}`) : error;
  }
}

export function recordingsFeature(node: Node, { runs, outbound, masks }: RecordingsOptions): Recordings {
  const { config, database, logger, metrics } = node;
  const ended = metrics.counter(
    'brickwork_recordings_total',
    'Recordings that this node finished, by status.',
    ['status'],
    [{ status: 'succeeded' }, { status: 'failed' }],
  );
  const box = createSecretBox(node.secrets, SECRET_PURPOSE);
  const queue = openQueue(node, {
    kind: RECORDING_KIND,
    slots: config.transcribeSlots,
    drainMs: 0, // What was heard is stored; another node goes on with the next piece.
    work: async (job, signal) =>
      transcriber && runRecording({ ...running, transcriber, jobs: queue.jobs }, job, signal),
  });
  metrics.gauge('brickwork_recordings_waiting', 'Recordings that nobody transcribes yet.', async () => {
    return (await queue.jobs.depth(RECORDING_KIND)).waiting;
  });
  const bytes = createRecordingBytes(database, box);
  const recordings = createRecordingStore(database, queue.clock, box, bytes);
  const engine = engineOf(config);
  const transcriber =
    engine &&
    createTranscriber({
      engine,
      processes: config.transcribeSlots,
      onDeath: (how) => logger.error({ how }, 'a transcription process died; its recording is transcribed again'),
    });
  const running = {
    ...{ recordings, bytes, database, logger },
    engine: config.transcriber ?? '',
    create: runs,
    request: outbound.request,
    parseUrl: outbound.parseUrl,
    scopeOf: scopeOfLane,
    clock: systemClock,
    onEnd: (status: string) => ended.inc({ status }),
  } satisfies Omit<Parameters<typeof runRecording>[0], 'jobs' | 'transcriber'>;
  const managing: ManageRecordings = {
    ...{ recordings, bytes },
    kits: runs.kits,
    clock: systemClock,
    checkUrl: outbound.checkUrl,
    engine: config.transcriber,
    keepsAudio: config.keepRecordings,
    mostBytes: config.recordingBytes,
  };
  return {
    recordings: managing,
    routes: recordingRoutes({ ...managing, masks, audioDays: config.recordingDays }),
    maintenance: [
      ...queue.maintenance,
      {
        what: 'deleting old recordings',
        everyMs: config.housekeepingMs,
        round: () => {
          const now = systemClock.now();
          const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
          const before = { upload: daysAgo(UPLOAD_DAYS), failed: daysAgo(FAILED_DAYS) };
          return recordings.dropOld(before, { now, days: config.recordingDays });
        },
      },
    ],
    // A node that transcribes nothing leaves what others accepted to them.
    start: async () => (transcriber === undefined ? undefined : queue.start()),
    async stop() {
      await queue.stop();
      await transcriber?.stop();
    },
  };
}
