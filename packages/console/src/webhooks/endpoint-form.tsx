import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '../api/webhooks.ts';
import { useApi } from '../session/session.ts';
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
  const api = useApi();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => api.post<WebhookEndpointWithSecret>('/v1/webhooks', { url: url.trim() }),
    onSuccess: async ({ secret }) => {
      onSecret(secret);
      onDone?.();
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="max-w-2xl p-4 sm:p-5">
      <Field label="URL" note="https, a public host name, port 443 or 8443.">
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
      {save.error !== null && (
        <Notice tone="bad" className="mt-3">
          {save.error.message}
        </Notice>
      )}
      <Button type="submit" kind="primary" isBusy={save.isPending} className="mt-4">
        {endpoint === undefined ? 'Register' : 'Replace'}
      </Button>
    </form>
  );
}
