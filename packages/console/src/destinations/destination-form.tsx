/** Which answers go where. What a service asks for comes from its preset. */
import type { DestinationPreset } from '@brickwork/client';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { INPUT } from '../ui/field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { DestinationDraft } from './destination-draft.ts';

interface DestinationFormProps {
  draft: DestinationDraft;
  preset: DestinationPreset | undefined;
  secrets: Readonly<Record<string, string>>;
  /** Names of those that are stored: they need not be given again. */
  stored: readonly string[];
  onChange(draft: DestinationDraft): void;
  onSecrets(secrets: Record<string, string>): void;
}

export function DestinationForm({ draft, preset, secrets, stored, onChange, onSecrets }: DestinationFormProps) {
  const set = (more: Partial<DestinationDraft>) => onChange({ ...draft, ...more });
  const isOwnAddress = preset?.base_url.default === undefined;
  return (
    <>
      {preset !== undefined && preset.steps.length > 0 && (
        <ol className="list-decimal space-y-1 rounded-lg bg-sunken py-3 pr-4 pl-8 text-sm text-soft">
          {preset.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <TextField
        label="Address of the service"
        value={draft.baseUrl}
        onChange={(baseUrl) => set({ baseUrl })}
        isCode
        isRequired={isOwnAddress}
        placeholder={preset?.base_url.default ?? preset?.base_url.example ?? 'https://erp.example.com/api'}
        note={isOwnAddress ? 'Secrets are sent only to this address.' : 'Leave empty for the usual address.'}
      />
      {preset?.settings.map(({ name, label, default: usual, required }) => (
        <TextField
          key={name}
          label={label}
          value={draft.settings[name] ?? ''}
          onChange={(value) => set({ settings: { ...draft.settings, [name]: value } })}
          isRequired={required}
          placeholder={usual ?? ''}
        />
      ))}
      {secretNames(preset, draft, stored).map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          type="password"
          value={secrets[name] ?? ''}
          onChange={(value) => onSecrets({ ...secrets, [name]: value })}
          placeholder={stored.includes(name) ? 'as stored' : ''}
          note="Stored encrypted and never shown again."
        />
      ))}
      {preset === undefined && (
        <TextField
          label="Request and auth"
          rows={10}
          isCode
          value={draft.own}
          onChange={(own) => set({ own })}
          note="JSON. Expressions are JSONata over record, settings, values, note, first and run."
        />
      )}
      <TextField
        label="Record"
        isCode
        value={draft.record}
        onChange={(record) => set({ record })}
        note={`external_id, metadata.KEY, dimensions.NAME or JSONata. ${preset?.record ?? ''}`}
      />
      <TextField
        label="Kits"
        value={draft.kits}
        onChange={(kits) => set({ kits })}
        placeholder="all kits"
        note="Separated by commas."
      />
      <Fields draft={draft} note={preset?.field} onChange={set} />
      <TextField
        label="Minimum confidence"
        type="number"
        min={0}
        max={1}
        step={0.01}
        value={draft.minConfidence}
        onChange={(minConfidence) => set({ minConfidence })}
        placeholder="0.7"
        note="Answers below this count as not sure. Reviewers’ corrections are always written."
      />
      <ChoiceField
        label="Answers that are not sure or do not apply"
        value={draft.isCleared ? 'clear' : 'skip'}
        options={[
          ['skip', 'leave their fields as they are'],
          ['clear', 'empty their fields'],
        ]}
        onChange={(value) => set({ isCleared: value === 'clear' })}
      />
      <Check
        label="Mask names, numbers and addresses"
        isOn={draft.isMasked}
        onChange={(isMasked) => set({ isMasked })}
      />
      <Check
        label="Enabled: write runs there when they end"
        isOn={draft.isEnabled}
        onChange={(isEnabled) => set({ isEnabled })}
      />
    </>
  );
}

/** A refresh token is asked for with that grant only; a request of one's own has those that its `auth` names. */
function secretNames(
  preset: DestinationPreset | undefined,
  draft: DestinationDraft,
  stored: readonly string[],
): [string, string][] {
  if (preset !== undefined)
    return Object.entries(preset.secrets).filter(
      ([name]) => name !== 'refresh_token' || draft.settings.grant === 'refresh_token',
    );
  const named = draft.own.includes('"basic"')
    ? ['password']
    : draft.own.includes('"oauth"')
      ? ['client_id', 'client_secret', ...(draft.own.includes('"refresh_token"') ? ['refresh_token'] : [])]
      : draft.own.includes('"none"') || !draft.own.includes('"auth"')
        ? []
        : ['token'];
  return [...new Set([...named, ...stored])].map((name) => [name, `Secret: ${name}`]);
}

function Fields({
  draft,
  note,
  onChange,
}: {
  draft: DestinationDraft;
  note: string | undefined;
  onChange(more: Partial<DestinationDraft>): void;
}) {
  const { fields } = draft;
  const change = (id: number, more: { answer?: string; field?: string }) =>
    onChange({ fields: fields.map((each) => (each.id === id ? { ...each, ...more } : each)) });
  const add = () => onChange({ fields: [...fields, { id: Date.now(), answer: '', field: '' }] });
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm font-medium">Which answer goes to which field</legend>
      {fields.map(({ id, answer, field }, index) => (
        <div key={id} className="flex items-center gap-2">
          <input
            aria-label={`Answer ${index + 1}`}
            value={answer}
            placeholder="resolved"
            spellCheck={false}
            onChange={(event) => change(id, { answer: event.target.value })}
            className={`${INPUT} w-full min-w-0 font-mono text-[13px]`}
          />
          <span aria-hidden="true" className="text-muted">
            →
          </span>
          <input
            aria-label={`Field ${index + 1}`}
            value={field}
            placeholder="field there"
            spellCheck={false}
            onChange={(event) => change(id, { field: event.target.value })}
            className={`${INPUT} w-full min-w-0 font-mono text-[13px]`}
          />
          <Button
            isSmall
            kind="quiet"
            disabled={fields.length === 1}
            onClick={() => onChange({ fields: fields.filter((each) => each.id !== id) })}
          >
            Remove
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button isSmall onClick={add}>
          Add a field
        </Button>
        <span className="text-sm text-muted">The key of a brick, or KEY.reason or KEY.confidence. {note ?? ''}</span>
      </div>
    </fieldset>
  );
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <label className="flex items-center gap-2 text-sm">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
