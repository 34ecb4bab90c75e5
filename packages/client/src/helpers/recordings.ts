import { asking, type CallOptions, type Transport } from '../transport.ts';
import type { Recording, RecordingRequest } from '../wire/recording.ts';
import { waiting } from './wait.ts';

interface Plain {
  create(recording: RecordingRequest, options?: CallOptions): Promise<Recording>;
  get(recordingId: string, query?: undefined, options?: CallOptions): Promise<Recording>;
}

export interface UploadOptions extends CallOptions {
  /** Called with the bytes that are stored. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** Of one request. */
const PART_BYTES = 8_388_608;

export function recordingsHelpers(transport: Transport, { create, get }: Plain) {
  const ask = asking(transport);
  const at = (recordingId: string, rest = ''): `/${string}` =>
    `/v1/recordings/${encodeURIComponent(recordingId)}${rest}`;
  const send = async (recording: Recording, content: Blob, { onProgress, ...options }: UploadOptions) => {
    let stored = recording;
    for (let offset = stored.received_bytes; offset < content.size; offset = stored.received_bytes) {
      const bytes = content.slice(offset, offset + PART_BYTES);
      stored = await ask<Recording>(
        { method: 'PUT', path: at(recording.recording_id, '/content'), query: { offset }, bytes },
        options,
      );
      onProgress?.(stored.received_bytes);
    }
    return stored;
  };
  return {
    /** Creates a recording and uploads its content in parts, each of which is tried again by itself. A file: `await openAsBlob(path)`. */
    async upload(
      content: Blob,
      request: Omit<RecordingRequest, 'size_bytes' | 'url'> = {},
      options: UploadOptions = {},
    ): Promise<Recording> {
      const { onProgress: _onProgress, ...call } = options;
      return send(await create({ ...request, size_bytes: content.size }, call), content, options);
    },

    /** Goes on with an upload that was interrupted. */
    async resume(recordingId: string, content: Blob, options: UploadOptions = {}): Promise<Recording> {
      const { onProgress: _onProgress, ...call } = options;
      return send(await get(recordingId, undefined, call), content, options);
    },

    /** Polls until it is transcribed, or has failed; its runs may still be in progress. */
    wait: waiting(transport, (recordingId: string, options?: CallOptions) => get(recordingId, undefined, options)),

    /** The copy to listen to, as WAV; `mask`: without the words that are masked. */
    audio: (
      recordingId: string,
      { mask, ...options }: CallOptions & { mask?: boolean | undefined } = {},
    ): Promise<ReadableStream<Uint8Array>> =>
      transport.stream(
        { method: 'GET', path: at(recordingId, '/audio'), query: { mask: mask === true ? 1 : undefined } },
        options,
      ),
  };
}
