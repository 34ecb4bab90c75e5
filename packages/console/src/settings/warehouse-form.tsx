import type { WarehouseExport, WarehouseExportSettings } from '@brickwork/client';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';

interface WarehouseFormProps {
  scheduled: WarehouseExport | undefined;
  /** The operator has set a directory for exports. */
  hasDirectory: boolean;
  onClose(): void;
}

export function WarehouseForm({ scheduled, hasDirectory, onClose }: WarehouseFormProps) {
  const save = useChange((api, settings: WarehouseExportSettings) => api.warehouse.putExport(settings));
  const [kind, setKind] = useState<'s3' | 'directory'>(scheduled?.to === 'directory' ? 'directory' : 's3');
  const [to, setTo] = useState(scheduled === undefined || kind === 'directory' ? '' : scheduled.to);
  const [region, setRegion] = useState(scheduled?.region ?? '');
  const [endpoint, setEndpoint] = useState(scheduled?.endpoint ?? '');
  const [accessKey, setAccessKey] = useState(scheduled?.access_key_id ?? '');
  const [secret, setSecret] = useState('');
  const [every, setEvery] = useState(scheduled?.every ?? 'day');
  const [mask, setMask] = useState(scheduled?.mask ?? false);
  const [enabled, setEnabled] = useState(scheduled?.enabled ?? true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = (name: string, text: string) => (text.trim() === '' ? {} : { [name]: text.trim() });
    const where =
      kind === 'directory'
        ? { to: 'directory' }
        : {
            to: to.trim(),
            ...given('region', region),
            ...given('endpoint', endpoint),
            ...given('access_key_id', accessKey),
            ...given('secret_access_key', secret),
          };
    save.mutate({ ...where, every, mask, enabled }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} className="max-w-xl space-y-4 border-b border-line p-4 text-ink sm:p-5">
      {hasDirectory && (
        <ChoiceField<'s3' | 'directory'>
          label="Write to"
          value={kind}
          onChange={setKind}
          options={[
            ['s3', 'Object storage (S3)'],
            ['directory', 'A directory of the service'],
          ]}
        />
      )}
      {kind === 's3' && (
        <>
          <TextField label="S3 URL" value={to} onChange={setTo} isRequired placeholder="s3://bucket/prefix" isCode />
          <TextField label="Region" value={region} onChange={setRegion} placeholder="eu-west-1" isCode />
          <TextField
            label="Endpoint"
            note="Only for S3-compatible services."
            value={endpoint}
            onChange={setEndpoint}
            placeholder="https://storage.example.com"
            isCode
          />
          <TextField label="Access key" value={accessKey} onChange={setAccessKey} isRequired isCode />
          <TextField
            label="Secret access key"
            type="password"
            note={
              scheduled?.access_key_id === undefined
                ? 'It is stored encrypted and never shown again.'
                : 'If left empty, the stored one is kept unless bucket, endpoint or access key change.'
            }
            value={secret}
            onChange={setSecret}
            isRequired={scheduled?.access_key_id === undefined}
          />
        </>
      )}
      <ChoiceField<'hour' | 'day'>
        label="How often"
        value={every}
        onChange={setEvery}
        options={[
          ['day', 'Every day'],
          ['hour', 'Every hour'],
        ]}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <label className="flex items-center gap-1.5">
          <input type="checkbox" checked={mask} onChange={() => setMask(!mask)} />
          Replace names, numbers and addresses with placeholders
        </label>
        <label className="flex items-center gap-1.5">
          <input type="checkbox" checked={enabled} onChange={() => setEnabled(!enabled)} />
          Enabled
        </label>
      </div>
      {save.error !== null && <Notice tone="bad">{describeError(save.error)}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" kind="primary" isBusy={save.isPending}>
          Save and export
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
