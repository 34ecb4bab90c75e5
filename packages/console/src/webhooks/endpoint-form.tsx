import type { WebhookEndpoint } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

interface EndpointFormProps {
  endpoint?: WebhookEndpoint;
  onSecret(secret: string): void;
  onDone?(): void;
}

export function EndpointForm({ endpoint, onSecret, onDone }: EndpointFormProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [isMasked, setIsMasked] = useState(endpoint?.mask ?? false);
  const save = useChange((api, endpoint: { url: string; mask: boolean }) => api.webhooks.save(endpoint));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Awaited, because callbacks given to `mutate` are dropped when the form unmounts, and the secret is shown only once.
    const saved = await save.mutateAsync({ url: url.trim(), mask: isMasked }).catch(() => undefined);
    if (saved === undefined) return;
    onSecret(saved.secret);
    onDone?.();
  };
  return (
    <form onSubmit={submit} className="max-w-2xl p-4 sm:p-5">
      <Field label="URL" note="https, a public host name or IP address, port 443, or 1024 and above.">
        {(id) => (
          <input
            id={id}
            type="url"
            required
            placeholder="https://crm.example.com/hooks/brickwork"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            className={`${INPUT} w-full`}
          />
        )}
      </Field>
      <label className="mt-3 flex items-center gap-2 text-sm">
        <input type="checkbox" checked={isMasked} onChange={(event) => setIsMasked(event.target.checked)} />
        Mask names, numbers and addresses in what is sent
      </label>
      {save.error !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(save.error)}
        </Notice>
      )}
      <Button type="submit" kind="primary" isBusy={save.isPending} className="mt-4">
        {endpoint === undefined ? 'Register' : 'Replace'}
      </Button>
    </form>
  );
}
