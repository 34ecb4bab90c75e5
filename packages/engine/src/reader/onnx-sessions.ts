/** The four blocks of the model as sessions of onnxruntime, which is an optional dependency. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ReaderUnavailableError } from './reading.ts';

const BLOCKS = ['embed', 'middle', 'upper', 'answer'] as const;
export type Block = (typeof BLOCKS)[number];

/** What is used of onnxruntime-node, whose package has no types of its own in this version. */
interface Runtime {
  Tensor: new (type: 'float32' | 'int64', data: Float32Array | BigInt64Array, shape: readonly number[]) => Tensor;
  InferenceSession: { create(file: string, options: Readonly<Record<string, unknown>>): Promise<Session> };
}

export interface Tensor {
  readonly data: Float32Array;
}

export type Results = Readonly<Record<string, Tensor>>;

interface Session {
  run(feeds: Results): Promise<Results>;
}

type Sessions = Readonly<Record<Block, Session>>;

const OPTIONS = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // The arena would keep the memory of the longest window for ever.
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
};

export async function openSessions(directory: URL): Promise<{ runtime: Runtime; sessions: Sessions }> {
  try {
    // CommonJS with a native part: `import` would fail at start-up on a machine where it cannot load.
    const runtime = createRequire(import.meta.url)('onnxruntime-node') as Runtime;
    const open = (block: Block) =>
      runtime.InferenceSession.create(fileURLToPath(new URL(`${block}.onnx`, directory)), OPTIONS);
    const sessions = {
      embed: await open('embed'),
      middle: await open('middle'),
      upper: await open('upper'),
      answer: await open('answer'),
    };
    return { runtime, sessions };
  } catch (error) {
    throw new ReaderUnavailableError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown', {
      cause: error,
    });
  }
}

export function tensorOf(results: Results, name: string): Tensor {
  const value = results[name];
  if (value === undefined) throw new Error(`the model has no output ${name}`);
  return value;
}

export function dataOf(results: Results, name: string): Float32Array {
  return tensorOf(results, name).data;
}
