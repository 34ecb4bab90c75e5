/** Choose or drop recordings, set how they are read, and send them. */
import type { ChannelSide, SourceFile } from '@brickwork/client';
import { useState } from 'react';
import { useKits } from '../api/kits.ts';
import { useKept } from '../session/use-kept.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ACCEPTED, isSound } from './sound-files.ts';
import type { UploadPlan, Uploads } from './uploads.ts';

const SIDES = {
  words: undefined,
  agentFirst: ['agent', 'customer'],
  customerFirst: ['customer', 'agent'],
} as const satisfies Record<string, readonly ChannelSide[] | undefined>;

const KEEPS = { service: undefined, yes: true, no: false } as const;

interface Draft {
  kitCode: string | undefined;
  sides: keyof typeof SIDES;
  language: string;
  keeps: keyof typeof KEEPS;
  when: 'now' | 'file';
}

const EMPTY: Draft = { kitCode: undefined, sides: 'words', language: '', keeps: 'service', when: 'now' };

export function SendRecordings({ uploads }: { uploads: Uploads }) {
  const [files, setFiles] = useState<readonly SourceFile[]>([]);
  const [draft, setDraft] = useKept<Draft>('recordings.draft', EMPTY);
  const kits = (useKits().data ?? []).filter(({ kit_version_id }) => kit_version_id !== undefined);
  const kitCode = draft.kitCode ?? kits[0]?.kit_code;
  const sounds = files.filter(({ path }) => isSound(path));
  const send = () => {
    uploads.add(sounds.map((source) => ({ blob: source.blob, plan: planOf(source, { ...draft, kitCode }) })));
    setFiles([]);
  };
  return (
    <>
      <FileDrop
        files={files}
        accept={ACCEPTED}
        hint="Drop recordings or folders: WAV, FLAC, MP3, M4A, Ogg or WebM, up to three hours each."
        onFiles={setFiles}
      />
      <LeftOut files={files} />
      {sounds.length > 0 && (
        <Panel title="How the recordings are read" className="mb-5">
          <PlanFields draft={{ ...draft, kitCode }} kits={kits} onChange={setDraft} />
          <footer className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
            <Button kind="primary" disabled={kitCode === undefined} onClick={send}>
              {sounds.length > 1 ? `Send ${formatNumber(sounds.length)} recordings` : 'Send the recording'}
            </Button>
            <Button onClick={() => setFiles([])}>Cancel</Button>
          </footer>
        </Panel>
      )}
    </>
  );
}

function PlanFields({
  draft,
  kits,
  onChange,
}: {
  draft: Draft;
  kits: readonly { kit_code: string; name: string }[];
  onChange(draft: Draft): void;
}) {
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  return (
    <div className="grid gap-4 p-4 sm:grid-cols-2 xl:grid-cols-3">
      <Field label="Kit" {...(kits.length === 0 && { note: 'Publish a kit first.' })}>
        {(id) => (
          <select
            id={id}
            value={draft.kitCode ?? ''}
            onChange={(event) => set({ kitCode: event.target.value })}
            className={`${INPUT} w-full`}
          >
            {kits.map((kit) => (
              <option key={kit.kit_code} value={kit.kit_code}>
                {kit.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ChoiceField
        label="Who speaks on which channel"
        value={draft.sides}
        options={[
          ['words', 'One channel, or unknown'],
          ['agentFirst', 'Agent first (left), customer second'],
          ['customerFirst', 'Customer first (left), agent second'],
        ]}
        note={draft.sides === 'words' ? 'Inferred from what is said.' : 'Sides are exact.'}
        onChange={(sides) => set({ sides })}
      />
      <ChoiceField
        label="Language"
        value={draft.language}
        options={LANGUAGES}
        onChange={(language) => set({ language })}
      />
      <ChoiceField
        label="When they took place"
        value={draft.when}
        options={[
          ['now', 'Now'],
          ['file', 'File date'],
        ]}
        onChange={(when) => set({ when })}
      />
      <ChoiceField
        label="Audio copy"
        value={draft.keeps}
        options={[
          ['service', 'Service default'],
          ['yes', 'Keep a copy'],
          ['no', 'No copy'],
        ]}
        note="Encrypted, and deleted with the run."
        onChange={(keeps) => set({ keeps })}
      />
    </div>
  );
}

/** Files that are not recordings and will not be sent. */
function LeftOut({ files }: { files: readonly SourceFile[] }) {
  const others = files.filter(({ path }) => !isSound(path));
  if (others.length === 0) return null;
  const what =
    others.length === 1 ? `${others[0]?.path} is not a recording` : `${others.length} files are not recordings`;
  return (
    <Notice tone="warn" className="mb-5">
      {`${what} and will not be sent. Transcripts are read on the Import page.`}
    </Notice>
  );
}

const NAMES = new Intl.DisplayNames('en', { type: 'language' });
/** The most spoken languages of the models. */
const CODES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv sw ta te th tl tr uk ur vi zh';
const LANGUAGES = [
  ['', 'Detect'],
  ...CODES.split(' ')
    .map((code) => [code, NAMES.of(code) ?? code] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other)),
] as const;

const LONGEST_NAME = 255;

function planOf({ path, modifiedMs }: SourceFile, { kitCode, sides, language, keeps, when }: Draft): UploadPlan {
  const name = path.slice(-LONGEST_NAME);
  return {
    kit_code: kitCode,
    name,
    external_id: name,
    ...(when === 'file' && modifiedMs !== undefined && { occurred_at: new Date(modifiedMs).toISOString() }),
    ...(SIDES[sides] !== undefined && { channels: [...SIDES[sides]] }),
    ...(language !== '' && { language }),
    ...(KEEPS[keeps] !== undefined && { keep_audio: KEEPS[keeps] }),
  };
}
