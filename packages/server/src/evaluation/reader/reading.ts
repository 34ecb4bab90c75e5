/** What the model is asked and what it gives back: plain numbers that cross a thread. */

/** Which head answers: yes or no, one or several options, or a place in the text. */
export type ReadingKind = 'verdict' | 'choice' | 'span';

export interface ReadQuestion {
  kind: ReadingKind;
  ids: readonly number[];
  marks: readonly number[];
}

export interface ReadRequest {
  windows: ReadonlyArray<readonly number[]>;
  questions: readonly ReadQuestion[];
  /** How many windows are read for a question of each kind: those that are most like it. */
  most: Readonly<Record<ReadingKind, number>>;
}

/** One question read together with one window. */
export interface PairReading {
  window: number;
  /** -1 to 1: how well the words of the question are met by the window. */
  likeness: number;
  /** yes, not said, no */
  verdict: [number, number, number];
  undecided: number;
  /** Per option: it is the answer, it is present. */
  options: Array<[chosen: number, present: number]>;
  /** Answer start and end for "no answer". */
  none: [number, number];
  /** Per token of the window without [CLS] and [SEP], four numbers: answer start, end, evidence start, end. */
  spans: Float32Array;
}

/** For each question the windows that were read, in the order of the conversation. */
export type Readings = PairReading[][];

export type ReadModel = (request: ReadRequest, signal?: AbortSignal) => Promise<Readings>;

/** The model cannot be used on this machine: the runtime does not load or the files are missing. */
export class ReaderUnavailableError extends Error {
  override readonly name = 'ReaderUnavailableError';
}
