import { CodeBlock } from '../ui/code-block.tsx';
import { Notice } from '../ui/notice.tsx';

const COMMANDS = `brickwork models get whisper-base
BRICKWORK_TRANSCRIBER=whisper/base brickwork serve`;

/** What the operator has to do. */
export function NoTranscriber() {
  return (
    <Notice tone="warn" className="mb-5">
      <h2 className="font-semibold">This service does not transcribe yet</h2>
      <p className="mt-1">
        It needs a model on its machine, or a transcription service. Its operator installs a model once and starts it
        with BRICKWORK_TRANSCRIBER:
      </p>
      <div className="mt-2">
        <CodeBlock label="Commands">{COMMANDS}</CodeBlock>
      </div>
      <p className="mt-2">
        Models, sizes and services are in the{' '}
        <a href="/guides/recordings" className="underline underline-offset-2">
          guide to recordings
        </a>
        . Then try the recordings below again.
      </p>
    </Notice>
  );
}
