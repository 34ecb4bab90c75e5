import type { ModelEngine } from '@brickwork/engine/model/model-engine';
import { readEngineSettings } from '@brickwork/engine/model/providers/engine-settings';
import { openModels } from '@brickwork/engine/model/providers/open-models';

/** The model engine as the service opens it. */
export function openEngine(url: string, callsAtOnce: number): ModelEngine {
  const models = openModels(
    readEngineSettings({
      BRICKWORK_MODEL: 'openai-compatible/fake',
      BRICKWORK_MODEL_BASE_URL: url,
      BRICKWORK_MODEL_CONCURRENCY: String(callsAtOnce),
    }),
  );
  if (models === undefined) throw new Error('the model was not opened');
  return models.engine();
}
