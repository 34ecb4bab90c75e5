/** Whisper's encoder and decoder as sessions of onnxruntime, which is an optional dependency. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { RecogniserFault } from '../engines/call-service.ts';

export interface Tensor {
  data: Float32Array;
  dims: readonly number[];
}

export type Values = Readonly<Record<string, Tensor>>;

export interface Session {
  run(values: Readonly<Record<string, unknown>>, outputs: readonly string[]): Promise<Values>;
  outputNames: readonly string[];
}

interface Runtime {
  InferenceSession: { create(path: string, options: unknown): Promise<Session> };
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => Tensor;
}

export interface WhisperSessions {
  encoder: Session;
  decoder: Session;
  layers: number;
  heads: number;
  width: number;
  tensor(type: 'float32' | 'int64' | 'bool', data: unknown, dims: readonly number[]): Tensor;
}

/** As exporters name them: with eight bits first. */
const ENCODERS = ['encoder_model_quantized.onnx', 'encoder_model_int8.onnx', 'encoder_model.onnx'];
const DECODERS = ['decoder_model_merged_quantized.onnx', 'decoder_model_merged_int8.onnx', 'decoder_model_merged.onnx'];

export async function openSessions(folder: string, threads: number): Promise<WhisperSessions> {
  const runtime = loadRuntime();
  const config = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')) as Record<string, number>;
  const open = (names: readonly string[]) =>
    runtime.InferenceSession.create(pathOf(folder, names), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      enableMemPattern: false, // Lengths differ from call to call.
      logSeverityLevel: 3,
    });
  return {
    encoder: await open(ENCODERS),
    decoder: await open(DECODERS),
    layers: config.decoder_layers ?? 0,
    heads: config.decoder_attention_heads ?? 0,
    width: (config.d_model ?? 0) / (config.decoder_attention_heads ?? 1),
    tensor: (type, data, dims) => new runtime.Tensor(type, data, dims),
  };
}

function pathOf(folder: string, names: readonly string[]): string {
  for (const name of names)
    for (const path of [join(folder, 'onnx', name), join(folder, name)]) if (existsSync(path)) return path;
  throw new RecogniserFault(`The model in ${folder} has no ${names.at(-1)}.`);
}

function loadRuntime(): Runtime {
  try {
    return createRequire(import.meta.url)('onnxruntime-node') as Runtime;
  } catch {
    throw new RecogniserFault('onnxruntime-node is not installed, so nothing can be transcribed on this machine.');
  }
}
