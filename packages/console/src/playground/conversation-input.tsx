import { type DragEvent, useRef, useState } from 'react';
import { EXAMPLE_CONVERSATIONS, fetchExample, slugOf } from '../examples/examples.ts';
import { LeadToRecordings } from '../recordings/lead-to-recordings.tsx';
import { isSound } from '../recordings/sound-files.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { formatBytes } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';

interface ConversationInputProps {
  value: string;
  onChange(value: string): void;
  /** An example was chosen; the slug of the kit it belongs to. */
  onExample(slug: string): void;
}

/** Longer texts are not put into a text area: typing in it would be too slow. */
const LONGEST_TYPED = 300_000;

export function ConversationInput({ value, onChange, onExample }: ConversationInputProps) {
  const [isOver, setIsOver] = useState(false);
  const [fault, setFault] = useState<string>();
  const [sound, setSound] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const read = async (blob: Blob | undefined) => {
    if (blob === undefined) return;
    setFault(undefined);
    const isRecording = blob instanceof File && isSound(blob.name);
    setSound(isRecording ? blob.name : undefined);
    if (isRecording) return;
    onChange(blob instanceof File && /\.docx$/i.test(blob.name) ? await base64Of(blob) : await blob.text());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped === undefined) onChange(event.dataTransfer.getData('text'));
    else read(dropped);
  };
  const choose = async (url: string) => {
    const example = EXAMPLE_CONVERSATIONS.find((each) => each.url === url);
    if (example === undefined) return;
    try {
      onChange(await fetchExample(example));
      onExample(slugOf(example.kit));
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'The example could not be loaded.');
    }
  };
  return (
    <Panel
      title="Conversation"
      actions={
        <>
          <select
            aria-label="Use an example"
            value=""
            onChange={(event) => choose(event.target.value)}
            className={`${INPUT} h-8 max-w-44 text-[13px]`}
          >
            <option value="">Use an example…</option>
            {EXAMPLE_CONVERSATIONS.map((example) => (
              <option key={example.url} value={example.url}>
                {example.name}
              </option>
            ))}
          </select>
          <Button isSmall onClick={() => file.current?.click()}>
            Open a file
          </Button>
          <input
            ref={file}
            type="file"
            aria-label="Conversation file"
            className="hidden"
            onChange={(event) => read(event.target.files?.[0])}
          />
        </>
      }
    >
      {isWordDocument(value) ? (
        <div className="p-4">
          <p className="text-sm text-soft">
            A Word document of {formatBytes(Math.floor(value.length * 0.75))}, ready to run.
          </p>
          <Button isSmall className="mt-3" onClick={() => onChange('')}>
            Replace
          </Button>
        </div>
      ) : value.length > LONGEST_TYPED ? (
        <div className="p-4">
          <p className="text-sm text-soft">A conversation of {formatBytes(new Blob([value]).size)}, ready to run.</p>
          <pre className="mt-3 line-clamp-6 font-mono text-xs whitespace-pre-wrap text-muted">
            {value.slice(0, 600)}…
          </pre>
          <Button isSmall className="mt-3" onClick={() => onChange('')}>
            Replace
          </Button>
        </div>
      ) : (
        <textarea
          aria-label="Conversation"
          placeholder={PLACEHOLDER}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          dir="auto"
          className={`block h-72 w-full resize-y bg-transparent p-4 text-sm leading-relaxed outline-offset-[-2px] placeholder:text-muted ${isOver ? 'bg-accent-soft' : ''}`}
        />
      )}
      {sound !== undefined && <LeadToRecordings paths={[sound]} className="mx-4 mb-4" />}
      {fault !== undefined && (
        <p role="alert" className="px-4 pb-3 text-sm text-bad">
          {fault}
        </p>
      )}
    </Panel>
  );
}

/** In base64, as the API takes it. */
function isWordDocument(value: string): boolean {
  return value.startsWith('UEsDB');
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) parts.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return btoa(parts.join(''));
}

const PIECE = 8_192;

const PLACEHOLDER = `Agent: Good morning, how can I help?
Customer: I lost my card.

Paste or drop a conversation: labelled or plain text, turns or chat messages as JSON, a mail thread, WebVTT, SRT, CSV, a Word document, or the export of a recorder, a help desk or a chat.`;
