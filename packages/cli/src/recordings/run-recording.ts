/** Uploads a recording, and follows it until its run has ended. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { BrickworkClient, ChannelSide, RecordingRequest, Run } from '@brickwork/client';
import { EXIT } from '../exit-codes.ts';
import { progressBar } from '../progress-bar.ts';
import { print, tell } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export interface RunRecordingOptions {
  /** Waits for the run; otherwise only prints the recording’s id. */
  isAwaited: boolean;
  signal: AbortSignal;
}

/** Undefined if there is no run to show: not awaited, or the recording failed (printed). */
export async function runRecording(
  client: BrickworkClient,
  path: string,
  request: Omit<RecordingRequest, 'size_bytes' | 'url'>,
  { isAwaited, signal }: RunRecordingOptions,
): Promise<Run | undefined> {
  const content = await openFile(path);
  const name = basename(path);
  const uploading = progressBar(`Uploading ${name}`);
  const onProgress = (done: number) => uploading.show({ done, total: content.size });
  const { recording_id: id } = await client.recordings
    .upload(content, { name, external_id: name, ...request }, { signal, onProgress })
    .finally(uploading.clear);
  if (!isAwaited) {
    print(id);
    return undefined;
  }
  const hearing = progressBar(`Transcribing ${name}`);
  const recording = await client.recordings
    .wait(id, {
      signal,
      onProgress: ({ heard_seconds, seconds }) => {
        const done = Math.round(heard_seconds);
        hearing.show({ done, total: Math.round(seconds ?? heard_seconds + 1) }, 'seconds done');
      },
    })
    .finally(hearing.clear);
  for (const warning of recording.warnings ?? []) tell(`${path}: ${warning}`);
  const [runId] = recording.run_ids;
  if (runId !== undefined) return client.runs.wait(runId, { signal });
  tell(`${path}: ${recording.error ?? 'The recording failed.'}`);
  process.exitCode = EXIT.unsuccessful;
  return undefined;
}

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch {
    throw new UsageError(`${path} cannot be read.`);
  }
}

const SIDES: readonly string[] = ['agent', 'customer', 'unknown'] satisfies ChannelSide[];

export function parseChannels(text: string): ChannelSide[] {
  const sides = text.split(',').map((side) => side.trim());
  if (sides.length > 2 || !sides.every(isSide))
    throw new UsageError(`--channels ${text} must be one or two of ${SIDES.join(', ')}, such as agent,customer.`);
  return sides;
}

function isSide(side: string): side is ChannelSide {
  return SIDES.includes(side);
}
