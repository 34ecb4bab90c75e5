/** Opens the recogniser of an engine. */

import { DEFAULT_BASE_URLS, type EngineOptions, type ServiceEngine } from './engine-options.ts';
import { createAssemblyAiRecogniser } from './engines/assemblyai.ts';
import type { Service } from './engines/call-service.ts';
import { createDeepgramRecogniser } from './engines/deepgram.ts';
import { createOpenAiRecogniser } from './engines/openai.ts';
import type { Recogniser } from './recognise.ts';
import { createWhisperRecogniser } from './whisper/whisper-recogniser.ts';

const SERVICES: Readonly<Record<ServiceEngine, { name: string; create(service: Service): Recogniser }>> = {
  openai: { name: 'The transcription service', create: createOpenAiRecogniser },
  deepgram: { name: 'Deepgram', create: createDeepgramRecogniser },
  assemblyai: { name: 'AssemblyAI', create: createAssemblyAiRecogniser },
};

export function openRecogniser(options: EngineOptions): Recogniser {
  if (options.engine === 'whisper') return createWhisperRecogniser(options.folder, options.threads);
  const { engine, model, apiKey, baseUrl = DEFAULT_BASE_URLS[engine] } = options;
  const { name, create } = SERVICES[engine];
  return create({ name, baseUrl, apiKey, model, fetch });
}
