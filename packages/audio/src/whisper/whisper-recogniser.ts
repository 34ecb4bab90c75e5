/** Whisper on this machine, opened with the first piece. */
import { RecogniserFault } from '../engines/call-service.ts';
import type { Recogniser } from '../recognise.ts';
import { WhisperModel } from './whisper-model.ts';

/** A second less than a window, for the silence at its end. */
const PIECE_SECONDS = 29;

export function createWhisperRecogniser(folder: string, threads: number): Recogniser {
  let model: Promise<WhisperModel> | undefined;
  return {
    pieceSeconds: PIECE_SECONDS,
    async recognise(samples, { language, signal }) {
      model ??= WhisperModel.open(folder, threads);
      const opened = await model.catch((error: unknown) => {
        model = undefined; // Somebody may repair it meanwhile.
        throw error instanceof RecogniserFault ? error : new RecogniserFault(unusable(folder, error));
      });
      return opened.recognise(samples, language, signal);
    },
  };
}

function unusable(folder: string, error: unknown): string {
  const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
  return `The model in ${folder} cannot be used: ${why}`;
}
