/** Sound as a decoder gives it. */
export interface SoundBlock {
  sampleRate: number;
  /** Samples between -1 and 1, a list for each channel, all of one length. */
  channels: Float32Array[];
}

/** What is wrong with a recording, for the person who sent it. */
export class SoundError extends Error {
  override readonly name = 'SoundError';
}

/** The file is shorter than its header says: the part would look like the whole call. */
export function cutOff(): SoundError {
  return new SoundError('The file ends too early: it was not uploaded or written completely.');
}

/** Frames of a block: more would only cost memory. */
export const BLOCK_FRAMES = 16_384;
