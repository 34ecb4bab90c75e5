/** The fields of an intake: who may push, how the payload becomes a run, and which kits read it. */
import type { IntakeDocument } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useKits } from '../api/kits.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EMPTY_RULE, type IntakeDraft, type RuleDraft } from './intake-draft.ts';

interface IntakeFormProps {
  draft: IntakeDraft;
  onChange(draft: IntakeDraft): void;
}

export function IntakeForm({ draft, onChange }: IntakeFormProps) {
  const set = (part: Partial<IntakeDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <Panel title="Who may push">
        <div className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
          <CheckFields draft={draft} set={set} />
        </div>
      </Panel>
      {draft.rest.recording !== undefined && <FetchedRecording recording={draft.rest.recording} />}
      <Panel title="How a payload becomes a run">
        <div className="grid gap-4 p-4 sm:p-5">
          <p className="text-sm text-muted">
            Each field is a JSONata expression over what the service sends, such as{' '}
            <code className="font-mono text-[13px]">call.id</code>. Try it with a payload above.
          </p>
          <TextField
            label="Only when"
            isCode
            value={draft.when}
            placeholder="type = 'call.ended'"
            note="Payloads are skipped unless this is true. If empty: all are accepted."
            onChange={(when) => set({ when })}
          />
          <TextField
            label="Input"
            isCode
            isRequired={draft.rest.recording === undefined}
            rows={3}
            value={draft.input}
            note={
              draft.rest.recording === undefined
                ? 'An object with the fields that the kits take.'
                : 'An object with further fields that the kits take. The conversation comes from the recording.'
            }
            onChange={(input) => set({ input })}
          />
          <TextField
            label="External id"
            isCode
            value={draft.externalId}
            note="Your id for the conversation. The same id never creates a second run."
            onChange={(externalId) => set({ externalId })}
          />
          <TextField
            label="Occurred at"
            isCode
            value={draft.occurredAt}
            placeholder="call.ended_at"
            note="When the conversation took place: RFC 3339, or milliseconds since 1970."
            onChange={(occurredAt) => set({ occurredAt })}
          />
          <TextField
            label="Metadata"
            isCode
            rows={2}
            value={draft.metadata}
            placeholder={'{ "team": call.team }'}
            onChange={(metadata) => set({ metadata })}
          />
          <TextField
            label="Idempotency key"
            isCode
            value={draft.idempotencyKey}
            note="Payloads with the same key create one run. If empty: the external id, or else the whole payload."
            onChange={(idempotencyKey) => set({ idempotencyKey })}
          />
        </div>
      </Panel>
      <Rules rules={draft.rules} onChange={(rules) => set({ rules })} />
    </>
  );
}

/** Where the sound comes from, and what becomes of it. */
function FetchedRecording({ recording }: { recording: NonNullable<IntakeDocument['recording']> }) {
  const { url, channels, keep_audio: keeps } = recording;
  const copy = keeps === undefined ? 'service default' : keeps ? 'kept' : 'not kept';
  return (
    <Panel title="Recording">
      <div className="space-y-2 p-4 text-sm sm:p-5">
        <p>
          This intake fetches a recording and transcribes it. The run is created when the transcript is ready; until
          then it is listed under{' '}
          <Link to="/recordings" className="text-accent hover:underline">
            Recordings
          </Link>
          .
        </p>
        <p className="font-mono text-[13px] break-all text-soft">{url}</p>
        <p className="text-muted">
          {`Channels: ${channels?.join(', ') ?? 'the agent is inferred from what is said'}. Audio copy: ${copy}.`}
        </p>
      </div>
    </Panel>
  );
}

const CHECKS = [
  ['token', 'Sends the secret (token)'],
  ['hmac', 'Signs the body (HMAC)'],
] as const;

interface FieldsProps {
  draft: IntakeDraft;
  set(part: Partial<IntakeDraft>): void;
}

function CheckFields({ draft, set }: FieldsProps): ReactNode {
  return (
    <>
      <ChoiceField
        label="Check"
        value={draft.check}
        options={draft.check === 'other' ? [['other', `From the preset (${draft.auth?.type})`], ...CHECKS] : CHECKS}
        onChange={(check) => set({ check })}
      />
      {draft.check !== 'other' && <HeaderField draft={draft} set={set} />}
      {draft.check === 'hmac' && <SignatureFields draft={draft} set={set} />}
    </>
  );
}

function HeaderField({ draft, set }: FieldsProps) {
  return (
    <TextField
      label="Header"
      isCode
      isRequired={draft.check === 'hmac'}
      value={draft.header}
      placeholder={draft.check === 'hmac' ? 'X-Signature' : 'Authorization'}
      note={
        draft.check === 'hmac'
          ? 'The header with the signature.'
          : 'If empty: Authorization: Bearer, or ?token= in the URL.'
      }
      onChange={(header) => set({ header })}
    />
  );
}

function SignatureFields({ draft, set }: FieldsProps) {
  return (
    <>
      <ChoiceField
        label="Algorithm"
        value={draft.algorithm}
        options={[
          ['sha256', 'HMAC-SHA256'],
          ['sha512', 'HMAC-SHA512'],
          ['sha1', 'HMAC-SHA1'],
        ]}
        onChange={(algorithm) => set({ algorithm })}
      />
      <ChoiceField
        label="Encoding"
        value={draft.encoding}
        options={[
          ['hex', 'hex'],
          ['base64', 'base64'],
        ]}
        onChange={(encoding) => set({ encoding })}
      />
      <TextField
        label="Header format"
        isCode
        isRequired
        value={draft.format}
        note="Such as sha256={signature} or t={timestamp},v1={signature}."
        onChange={(format) => set({ format })}
      />
      <TextField
        label="Signed content"
        isCode
        isRequired
        value={draft.signed}
        note="Such as {body} or {timestamp}.{body}."
        onChange={(signed) => set({ signed })}
      />
      <TextField
        label="Timestamp header"
        isCode
        value={draft.timestampHeader}
        onChange={(timestampHeader) => set({ timestampHeader })}
      />
      <TextField
        label="Maximum age of the timestamp (seconds)"
        type="number"
        isRequired
        value={draft.toleranceSeconds}
        onChange={(toleranceSeconds) => set({ toleranceSeconds })}
      />
    </>
  );
}

const MOST_RULES = 20;

function Rules({ rules, onChange }: { rules: readonly RuleDraft[]; onChange(rules: RuleDraft[]): void }) {
  return (
    <Panel
      title="Which kits read it"
      actions={
        <Button isSmall disabled={rules.length >= MOST_RULES} onClick={() => onChange([...rules, EMPTY_RULE])}>
          Add a rule
        </Button>
      }
    >
      <ol className="divide-y divide-line">
        {rules.map((rule, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has nothing but its position.
            key={index}
          >
            <fieldset className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
              <legend className="sr-only">Rule {index + 1}</legend>
              <RuleFields rule={rule} onChange={(next) => onChange(rules.with(index, next))} />
              <div className="sm:col-span-2">
                <Button
                  isSmall
                  kind="danger"
                  aria-label={`Remove rule ${index + 1}`}
                  onClick={() => onChange(rules.toSpliced(index, 1))}
                >
                  Remove
                </Button>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function RuleFields({ rule, onChange }: { rule: RuleDraft; onChange(rule: RuleDraft): void }) {
  const { data: kits = [] } = useKits();
  const set = (part: Partial<RuleDraft>) => onChange({ ...rule, ...part });
  const known = kits.map(({ kit, name }): [string, string] => [kit, name]);
  const isListed = rule.kit === '' || known.some(([slug]) => slug === rule.kit);
  return (
    <>
      <ChoiceField
        label="Kit"
        value={rule.kit}
        options={[
          ...(rule.kit === '' ? ([['', 'Choose a kit…']] as const) : []),
          ...(isListed ? [] : ([[rule.kit, rule.kit]] as const)),
          ...known,
        ]}
        onChange={(kit) => set({ kit })}
      />
      <TextField
        label="Sample (percent)"
        type="number"
        value={rule.sample}
        placeholder="100"
        note="Chosen by the external id: the same conversation is always in the sample, or never."
        onChange={(sample) => set({ sample })}
      />
      <TextField
        label="Metadata must match"
        isCode
        rows={2}
        value={rule.metadata}
        placeholder="team = support, billing*"
        note="One pair per line; commas between values, * for any characters."
        onChange={(metadata) => set({ metadata })}
      />
      <TextField
        label="Text contains"
        rows={2}
        value={rule.contains}
        placeholder={'refund\ncancel'}
        note="One phrase per line; one of them is enough."
        onChange={(contains) => set({ contains })}
      />
      <div className="sm:col-span-2">
        <TextField
          label="Condition"
          isCode
          value={rule.when}
          placeholder="$number(metadata.minutes) > 5"
          note="JSONata over payload, input, external_id and metadata."
          onChange={(when) => set({ when })}
        />
      </div>
    </>
  );
}
