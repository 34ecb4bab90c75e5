/** A field for each secret that is sent with what the intake fetches. */
import type { IntakeDocument } from '@brickwork/client';
import { useRead } from '../api/use-read.ts';
import { TextField } from '../ui/text-field.tsx';

interface FetchSecretFieldsProps {
  rest: Pick<IntakeDocument, 'preset' | 'fetch' | 'recording'>;
  values: Readonly<Record<string, string>>;
  onChange(values: Record<string, string>): void;
}

export function FetchSecretFields({ rest, values, onChange }: FetchSecretFieldsProps) {
  const { data: presets = [] } = useRead((api) => api.intakes.presets());
  const labels = presets.find(({ name }) => name === rest.preset)?.secrets ?? {};
  return namesIn(rest).map((name) => (
    <TextField
      key={name}
      label={labels[name] ?? `Secret “${name}”`}
      type="password"
      isCode
      value={values[name] ?? ''}
      note="Sent with each fetch, and stored encrypted. Empty keeps the current one."
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  ));
}

function namesIn({ fetch = [], recording }: FetchSecretFieldsProps['rest']): string[] {
  const templates = [
    ...fetch.flatMap(({ headers = {}, body = '' }) => [...Object.values(headers), body]),
    ...Object.values(recording?.headers ?? {}),
  ];
  const names = templates.flatMap((text) =>
    [...text.matchAll(/\{secret:([a-z][a-z0-9_]*)\}/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].sort();
}
