/** What the intake in the form would do with a payload; makes no run. */
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { type IntakePreview, useTryIntake } from '../api/intakes.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { type IntakeDraft, toDocument } from './intake-draft.ts';

const EXAMPLE = `{
  "id": "c-81",
  "transcript": "Agent: Hello.\\nCustomer: Hi."
}`;

export function DryRun({ name, draft }: { name: string; draft: IntakeDraft }) {
  const [payload, setPayload] = useState('');
  const [fault, setFault] = useState<string>();
  const attempt = useTryIntake();
  const submit = () => {
    try {
      setFault(undefined);
      attempt.mutate({ name: name === '' ? 'draft' : name, intake: toDocument(draft), payload: JSON.parse(payload) });
    } catch {
      setFault('The payload is not JSON.');
    }
  };
  return (
    <Panel
      title="Dry run"
      actions={
        <Button isSmall kind="primary" isBusy={attempt.isPending} disabled={payload.trim() === ''} onClick={submit}>
          Try it
        </Button>
      }
    >
      <div className="p-4">
        <Field label="Payload" note="Paste what the service sends. Nothing is stored, and no run is created.">
          {(id) => (
            <textarea
              id={id}
              rows={10}
              value={payload}
              placeholder={EXAMPLE}
              spellCheck={false}
              onChange={(event) => setPayload(event.target.value)}
              className={`${INPUT} h-auto w-full py-2 font-mono text-xs`}
            />
          )}
        </Field>
      </div>
      {fault !== undefined && (
        <Notice tone="bad" className="mx-4 mb-4">
          {fault}
        </Notice>
      )}
      {fault === undefined && attempt.error !== null && (
        <Notice tone="bad" className="mx-4 mb-4">
          {describeError(attempt.error)}
        </Notice>
      )}
      {fault === undefined && attempt.data !== undefined && <Outcome preview={attempt.data} />}
    </Panel>
  );
}

const TONES = { accepted: 'ok', skipped: 'warn', failed: 'bad', fetch: 'plain' } as const;

function Outcome({ preview }: { preview: IntakePreview }) {
  const { outcome, reason, kits, input } = preview;
  const mapped: [string, string | undefined][] = [
    ['External id', preview.external_id],
    ['Idempotency key', preview.idempotency_key],
    ['Metadata', preview.metadata && JSON.stringify(preview.metadata)],
    ['Occurred at', preview.occurred_at],
  ];
  return (
    <div role="status" className="border-t border-line p-4 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Tag tone={TONES[outcome]}>{outcome}</Tag>
        {reason !== undefined && <Said>{reason}</Said>}
        {preview.items !== undefined && <span className="text-muted">The first of {preview.items.length}.</span>}
      </p>
      {preview.url !== undefined && (
        <p className="mt-2 font-mono text-xs break-all">
          <Said>{preview.url}</Said>
        </p>
      )}
      <ul className="mt-3 space-y-2">
        {kits.map(({ kit, chosen, reason: why, fault }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: several rules may name one kit.
            key={index}
            className="flex flex-wrap items-baseline gap-2"
          >
            <Tag tone={fault !== undefined ? 'bad' : chosen ? 'ok' : 'plain'}>{chosen ? 'run' : 'no run'}</Tag>
            <span className="font-mono text-[13px]">{kit}</span>
            <Said className="text-soft">{fault ?? why}</Said>
          </li>
        ))}
      </ul>
      {input !== undefined && (
        <dl className="mt-4 space-y-2">
          {mapped
            .filter(([, value]) => value !== undefined)
            .map(([label, value]) => (
              <div key={label}>
                <dt className="text-muted">{label}</dt>
                <dd className="font-mono text-xs break-words">
                  <Said>{value ?? ''}</Said>
                </dd>
              </div>
            ))}
          <div>
            <dt className="text-muted">Input</dt>
            <dd>
              <ScrollArea label="The mapped input" className="mt-1 max-h-64 rounded bg-sunken p-2">
                <pre className="font-mono text-xs">{JSON.stringify(input, null, 2).slice(0, MOST_SHOWN)}</pre>
              </ScrollArea>
            </dd>
          </div>
        </dl>
      )}
    </div>
  );
}

const MOST_SHOWN = 20_000;
