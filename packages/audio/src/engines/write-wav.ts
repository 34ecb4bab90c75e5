/** Samples as a WAV file with 16 bits a sample. */
import { SAMPLE_RATE } from '../sound/resample.ts';

export function writeWav(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(WAV_HEAD_BYTES + samples.length * 2);
  bytes.set(wavHead(samples.length, 1));
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < samples.length; index += 1) {
    const value = Math.max(-1, Math.min(1, samples[index] ?? 0));
    view.setInt16(WAV_HEAD_BYTES + index * 2, Math.round(value * 32_767), true);
  }
  return bytes;
}

export const WAV_HEAD_BYTES = 44;

/** Of 16 kHz and 16 bits. */
export function wavHead(frames: number, channels: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(WAV_HEAD_BYTES);
  const view = new DataView(head.buffer);
  const bytes = frames * channels * 2;
  const text = (at: number, value: string) => head.set(Buffer.from(value, 'latin1'), at);
  text(0, 'RIFF');
  view.setUint32(4, 36 + bytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, bytes, true);
  return head;
}
