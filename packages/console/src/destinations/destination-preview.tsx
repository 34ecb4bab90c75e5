/** The request that the form would make for a past run. Nothing is sent. */
import type { DestinationDocument } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useAsk } from '../api/use-change.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type DestinationDraft, toDocument } from './destination-draft.ts';

export function DestinationPreview({ name, draft }: { name: string; draft: DestinationDraft }) {
  const [runId, setRunId] = useState('');
  const [fault, setFault] = useState<string>();
  const preview = useAsk((api, body: { destination: DestinationDocument; run_id?: string }) =>
    api.destinations.preview(name === '' ? 'new' : name, body),
  );
  const show = () => {
    try {
      const destination = toDocument(draft);
      setFault(undefined);
      preview.mutate({ destination, ...(runId.trim() !== '' && { run_id: runId.trim() }) });
    } catch (error) {
      setFault(describeError(error));
    }
  };
  const { data } = preview;
  const error = fault ?? (preview.error === null ? undefined : describeError(preview.error));
  return (
    <Panel title="What would be sent">
      <div className="space-y-4 p-4 sm:p-5">
        <TextField label="Run" isCode value={runId} onChange={setRunId} placeholder="the newest one with a record" />
        <Button isBusy={preview.isPending} onClick={show}>
          Show the request
        </Button>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {error === undefined && data !== undefined && (
          <>
            {data.reason !== undefined && (
              <Notice tone={data.outcome === 'failed' ? 'bad' : 'warn'}>{data.reason}</Notice>
            )}
            <p className="text-sm text-soft">
              For{' '}
              <Link to="/runs/$runId" params={{ runId: data.run_id }} className="text-accent hover:underline">
                {data.run_id}
              </Link>
            </p>
            <ul className="space-y-1 text-sm">
              {data.fields.map(({ answer, field, value, left_out: leftOut, reviewed }) => (
                <li key={answer} className="flex flex-wrap gap-x-2">
                  <span className="font-mono text-[13px]">
                    {answer} → {field}
                  </span>
                  <span className={leftOut === undefined ? '' : 'text-muted'}>
                    {leftOut === undefined ? (
                      <Said>{`${JSON.stringify(value)}${reviewed ? ' (reviewed)' : ''}`}</Said>
                    ) : (
                      `${value === null ? 'emptied' : 'left as it is'}: ${leftOut}`
                    )}
                  </span>
                </li>
              ))}
            </ul>
            {data.outcome === 'request' && (
              <CodeBlock label="The request">
                {`${data.method} ${data.url}\n${Object.entries(data.headers ?? {})
                  .map(([header, value]) => `${header}: ${value}`)
                  .join('\n')}\n\n${JSON.stringify(data.body, undefined, 2)}`}
              </CodeBlock>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}
