/** Reads the engine and the sides of the channels from flags and variables. */
import { availableParallelism } from 'node:os';
import { type EngineOptions, parseEngine } from '@brickwork/audio/engine-options';
import { installedModels } from '@brickwork/audio/models/install-model';
import { modelsDirectory } from '../models/models-directory.ts';
import { UsageError } from '../usage-error.ts';

export interface TranscriberFlags {
  transcriber?: string | undefined;
  baseUrl?: string | undefined;
  language?: string | undefined;
  channels?: string | undefined;
}

export type Sides = readonly ('agent' | 'customer' | undefined)[];

/** The best model that is faster than real time, then the others. */
const PREFERRED = ['base', 'small', 'tiny'];
const MOST_THREADS = 8;

export async function chooseEngine({ transcriber, baseUrl }: TranscriberFlags): Promise<EngineOptions> {
  const {
    BRICKWORK_TRANSCRIBER: set,
    BRICKWORK_TRANSCRIBER_BASE_URL: address,
    BRICKWORK_TRANSCRIBER_API_KEY: apiKey,
  } = process.env;
  const directory = modelsDirectory();
  const named = transcriber ?? (set || (await installedEngine(directory)));
  if (named === undefined)
    throw new UsageError(
      `No model is installed in ${directory}. Run "brickwork models get whisper-base", or name a service with --engine openai/whisper-1.`,
    );
  try {
    return parseEngine(named, {
      modelsDirectory: directory,
      baseUrl: baseUrl ?? (address || undefined),
      apiKey: apiKey || undefined,
      threads: Math.min(MOST_THREADS, availableParallelism()),
    });
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}

async function installedEngine(directory: string): Promise<string | undefined> {
  const installed = await installedModels(directory);
  const size = PREFERRED.find((name) => installed.has(`whisper-${name}`));
  return size && `whisper/${size}`;
}

/** `agent,customer`; a dash is a channel whose side is not known. */
export function parseSides(channels: string | undefined): Sides {
  if (channels === undefined) return [];
  const named = channels.split(',').map((side) => side.trim());
  if (named.length > 2 || named.some((side) => !['agent', 'customer', '-'].includes(side)))
    throw new UsageError(`--channels ${channels} must look like agent,customer: first channel, then second.`);
  return named.map((side) => (side === 'agent' || side === 'customer' ? side : undefined));
}

export function checkLanguage(language: string | undefined): void {
  if (language !== undefined && !/^[a-z]{2,3}$/.test(language))
    throw new UsageError(`--language ${language} is not a code such as en, de or yue.`);
}
