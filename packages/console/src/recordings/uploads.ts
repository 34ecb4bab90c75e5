/**
 * Uploads recordings one after the other. Uploads belong to the session and not to a page, so that they continue while somebody looks at
 * another page. A part that fails is retried; if it still fails, the upload stops until somebody resumes it.
 */
import { ApiError, type BrickworkClient, type RecordingRequest } from '@brickwork/client';

export type UploadPlan = Pick<
  RecordingRequest,
  'kit_code' | 'name' | 'external_id' | 'occurred_at' | 'language' | 'channels' | 'keep_audio'
>;

export interface Upload {
  id: number;
  blob: Blob;
  plan: UploadPlan;
  state: 'waiting' | 'sending' | 'stopped';
  sentBytes: number;
  /** Set once the service created it. */
  recordingId?: string;
  /** Why it stopped. */
  error?: unknown;
}

export interface Uploads {
  /** Sets the client: it changes when somebody signs in again. */
  use(client: BrickworkClient): void;
  list(): readonly Upload[];
  subscribe(listener: () => void): () => void;
  add(files: readonly { blob: Blob; plan: UploadPlan }[]): void;
  /** Continues where it stopped. */
  resume(id: number): void;
  /** Stops it, and deletes it from the service. */
  cancel(id: number): void;
}

/** A part has 8 MiB: five minutes allow for a slow connection. */
const PART = { maxRetries: 6, timeoutMs: 300_000 };

export function createUploads(first: BrickworkClient, onChange: () => void): Uploads {
  let client = first;
  let all: readonly Upload[] = [];
  let next = 1;
  const listeners = new Set<() => void>();
  const stops = new Map<number, AbortController>();
  const isBusy = () => all.some(({ state }) => state !== 'stopped');
  const show = (changed: readonly Upload[]) => {
    all = changed;
    window[isBusy() ? 'addEventListener' : 'removeEventListener']('beforeunload', askFirst);
    for (const listener of listeners) listener();
  };
  const change = (id: number, part: Partial<Upload>) =>
    show(all.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const drop = (id: number) => show(all.filter((upload) => upload.id !== id));

  const remove = (recordingId: string) => client.recordings.delete(recordingId).then(onChange, onChange);
  const send = async ({ id, blob, plan, recordingId }: Upload, signal: AbortSignal) => {
    // Not aborted by the signal: deleting the recording needs its id.
    const known = recordingId ?? (await client.recordings.create({ ...plan, size_bytes: blob.size })).recording_id;
    if (signal.aborted) return remove(known);
    change(id, { recordingId: known });
    const onProgress = (sentBytes: number) => change(id, { sentBytes });
    await client.recordings.resume(known, blob, { ...PART, signal, onProgress });
  };
  const stop = (id: number, error: unknown) => {
    change(id, { state: 'stopped', error });
    // The others would fail in the same way.
    if (isWithoutTranscriber(error))
      show(all.map((each) => (each.state === 'waiting' ? { ...each, state: 'stopped', error } : each)));
  };
  const goOn = async () => {
    const upload = all.find(({ state }) => state === 'waiting');
    if (upload === undefined || all.some(({ state }) => state === 'sending')) return;
    const stopper = new AbortController();
    stops.set(upload.id, stopper);
    change(upload.id, { state: 'sending', error: undefined });
    try {
      await send(upload, stopper.signal);
      drop(upload.id);
    } catch (error) {
      if (!stopper.signal.aborted) stop(upload.id, error);
    }
    stops.delete(upload.id);
    onChange();
    void goOn();
  };

  return {
    use(current) {
      client = current;
    },
    list: () => all,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files) {
      const added = files.map((each): Upload => ({ ...each, id: next++, state: 'waiting', sentBytes: 0 }));
      show([...all, ...added]);
      void goOn();
    },
    resume(id) {
      change(id, { state: 'waiting', error: undefined });
      void goOn();
    },
    cancel(id) {
      const recordingId = all.find((upload) => upload.id === id)?.recordingId;
      stops.get(id)?.abort();
      drop(id);
      if (recordingId !== undefined) void remove(recordingId);
    },
  };
}

/** The service was started without a transcriber. */
export function isWithoutTranscriber(error: unknown): boolean {
  return (
    error instanceof ApiError && error.code === 'conflict' && error.detail?.includes('BRICKWORK_TRANSCRIBER') === true
  );
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
