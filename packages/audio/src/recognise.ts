/** The port for speech recognition: Whisper on this machine, or a service. */

export interface RecognisedWord {
  text: string;
  /** Written without a space before it. */
  isJoined?: boolean;
  /** Seconds from the beginning of what was recognised. */
  start: number;
  end: number;
  /** From 0 to 1, if the recogniser reports it. */
  confidence?: number;
  /** The speaker among several people on one channel, if the recogniser distinguishes them. */
  speaker?: string;
}

export interface Recognition {
  language?: string;
  words: RecognisedWord[];
}

export interface Recogniser {
  /** The maximum length in seconds. */
  pieceSeconds: number;
  recognise(
    samples: Float32Array,
    options: { language?: string | undefined; signal: AbortSignal },
  ): Promise<Recognition>;
}
