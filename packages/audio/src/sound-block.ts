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

/** Frames of a block: more would only cost memory. */
export const BLOCK_FRAMES = 16_384;
