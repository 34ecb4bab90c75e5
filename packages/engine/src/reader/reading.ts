/** The model's inputs and outputs: plain numbers that cross threads and processes. */

/** The width of the model's vectors. */
export const HIDDEN = 384;

/** Which head answers: yes or no, one or several options, or a place in the text. */
export type ReadingKind = 'verdict' | 'choice' | 'span';

export interface ReadQuestion {
  kind: ReadingKind;
  ids: readonly number[];
  marks: readonly number[];
  /** The pairs of this question have a `vector`. */
  withVector?: boolean;
}

export type ReaderName = 'english' | 'multilingual';

export interface ReadRequest {
  /** By default the English one. */
  reader?: ReaderName;
  windows: ReadonlyArray<readonly number[]>;
  questions: readonly ReadQuestion[];
  /** At most so many windows are read for a question, those most like it first. */
  mostWindows: number;
  /**
   * In tokens times layers. One window is read for every question, whatever it costs; further ones as long as the limit
   * allows, where what was read says least.
   */
  costLimit: number;
}

/** One question read together with one window. */
export interface PairReading {
  window: number;
  /** -1 to 1: how well the window matches the words of the question. */
  likeness: number;
  /** yes, not said, no */
  verdict: [number, number, number];
  undecided: number;
  /** Per option: it is the answer, it is present. */
  options: Array<[chosen: number, present: number]>;
  /** Answer start and end for "no answer". */
  none: [number, number];
  /** Per token of the window without begin and end, four numbers: answer start, end, evidence start, end. */
  spans: Float32Array;
  /** The mean of the question's tokens after eight layers, the last four or six of which read it together with the window: for bricks that learn. */
  vector?: Float32Array;
}

/** For each question the windows that were read, in the order of the conversation. */
export type Readings = PairReading[][];

export interface ReaderTask {
  /** Whose conversation is read: a process is shared fairly between owners. */
  owner: string;
  request: ReadRequest;
}

/** Errors as values, because one that crosses a process loses its class. */
export type ReaderReply =
  | { ok: true; readings: Readings }
  | { ok: false; fault: 'unavailable' | 'ended' | 'failed'; reason: string };

/** `turn` is awaited before each unit of work, a few ten milliseconds of it; it rejects when the reading is to end. */
export type ReadModel = (request: ReadRequest, turn?: () => Promise<void>) => Promise<Readings>;

/** The model cannot be used: the runtime does not load, the files are missing, or its process has ended. */
export class ReaderUnavailableError extends Error {
  override readonly name = 'ReaderUnavailableError';
  /** Another attempt would fail too. */
  readonly isLasting: boolean;

  constructor(message: string, { isLasting = false, ...options }: ErrorOptions & { isLasting?: boolean } = {}) {
    super(message, options);
    this.isLasting = isLasting;
  }
}
