/** The port for speech recognition: Whisper on this machine, or a service. */

export interface RecognisedWord {
  text: string;
  /** Written without a space before it. */
  isJoined?: boolean;
  /** Seconds from the beginning of what was recognised. */
  start: number;
  end: number;
  /** From 0 to 1, where the recogniser says it. */
  confidence?: number;
  /** Who of several people on one channel, where the recogniser tells them apart. */
  speaker?: string;
}

export interface Recognition {
  language?: string;
  words: RecognisedWord[];
}

export interface Recogniser {
  /** At most so many seconds at once. */
  pieceSeconds: number;
  recognise(
    samples: Float32Array,
    options: { language?: string | undefined; signal: AbortSignal },
  ): Promise<Recognition>;
}
