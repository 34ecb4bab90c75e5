/** What the intake would do with a payload: one that is pasted, or the last that came; makes no run. */
import type { IntakeDocument, IntakePreview } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useClient } from '../api/session.ts';
import { useAsk } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { formatAgo } from '../ui/format.ts';
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
  const client = useClient();
  const [payload, setPayload] = useState('');
  const [fault, setFault] = useState<string>();
  const attempt = useAsk((api, { intake, payload }: { intake: IntakeDocument; payload: unknown }) =>
    api.intakes.test(name, payload, { intake }),
  );
  const tryWith = (text: string) => {
    try {
      setFault(undefined);
      attempt.mutate({ intake: toDocument(draft), payload: JSON.parse(text) });
    } catch {
      setFault('The payload is not JSON.');
    }
  };
  const latest = useRead((api) => api.intakes.deliveries(name, { limit: 10 }), { refetchInterval: 3_000 }).data;
  const last = latest?.find(({ kept }) => kept);
  const takeLast = async (deliveryId: string) => {
    try {
      const { text = '' } = await client.intakes.payload(name, deliveryId);
      setPayload(pretty(text));
      tryWith(text);
    } catch (error) {
      setFault(describeError(error));
    }
  };
  const problem = fault ?? (attempt.error === null ? undefined : describeError(attempt.error));
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Panel
        title="3. Send a test"
        actions={
          <Button
            isSmall
            kind="primary"
            isBusy={attempt.isPending}
            disabled={payload.trim() === ''}
            onClick={() => tryWith(payload)}
          >
            Try it
          </Button>
        }
      >
        <div className="space-y-3 p-4 sm:p-5">
          {last === undefined ? (
            <p role="status" className="text-sm text-soft">
              Waiting for the first delivery: send a test from the service, or paste what it sends.
            </p>
          ) : (
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <span role="status">Received {formatAgo(last.received_at)}.</span>
              <Button isSmall onClick={() => void takeLast(last.delivery_id)}>
                Show the last delivery
              </Button>
            </p>
          )}
          <Field label="Payload" note="Nothing you try here is stored, and no run is created.">
            {(id) => (
              <textarea
                id={id}
                rows={9}
                value={payload}
                placeholder={EXAMPLE}
                spellCheck={false}
                onChange={(event) => setPayload(event.target.value)}
                className={`${INPUT} h-auto w-full py-2 font-mono text-xs`}
              />
            )}
          </Field>
          {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        </div>
      </Panel>
      <Panel title="4. Check the conversation">
        {problem === undefined && attempt.data !== undefined ? (
          <Outcome preview={attempt.data} />
        ) : (
          <p className="p-4 text-sm text-soft sm:p-5">
            Try a payload to see the conversation, its id, its time and its metadata as a kit would read them.
          </p>
        )}
      </Panel>
    </div>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
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
    <div role="status" className="p-4 text-sm sm:p-5">
      <p className="flex flex-wrap items-center gap-2">
        <Tag tone={TONES[outcome]}>{outcome}</Tag>
        {reason !== undefined && <Said>{reason}</Said>}
        {preview.items !== undefined && (
          <span className="text-muted">Showing the first of {preview.items.length}.</span>
        )}
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
          {Object.entries(input).map(([field, value]) => (
            <div key={field}>
              <dt className="text-muted">{field}</dt>
              <dd>
                <ScrollArea label={`The mapped ${field}`} className="mt-1 max-h-64 rounded bg-sunken p-3">
                  {typeof value === 'string' ? (
                    <p className="said">{value.slice(0, MOST_SHOWN)}</p>
                  ) : (
                    <pre className="font-mono text-xs">{JSON.stringify(value, null, 2).slice(0, MOST_SHOWN)}</pre>
                  )}
                </ScrollArea>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const MOST_SHOWN = 20_000;
