/** What to enter at the service: the address, the secret, and where they go there. */
import type { Intake } from '@brickwork/client';
import { CopyButton } from '../ui/copy-button.tsx';
import { PresetSteps } from './preset-steps.tsx';

export function AddressStep({ intake }: { intake: Intake }) {
  const url = `${location.origin}${intake.path}`;
  const rows = [
    ['Address', url, 'Copy the URL'],
    ['Secret', `${intake.secret_hint}, shown once when it was created`, undefined],
    ...(intake.verify_token === undefined ? [] : [['Verify token', intake.verify_token, 'Copy the token'] as const]),
  ] as const;
  return (
    <div className="p-4 text-sm sm:p-5">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
        {rows.map(([name, value, copy]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-2">
              <span className={`min-w-0 break-all ${copy === undefined ? '' : 'font-mono text-xs'}`}>{value}</span>
              {copy !== undefined && <CopyButton text={value} label={copy} />}
            </dd>
          </div>
        ))}
      </dl>
      {intake.intake.auth.type === 'token' && intake.intake.preset === undefined && (
        <p className="mt-3 text-soft">
          The service sends the secret as <code className="font-mono text-[13px]">Authorization: Bearer …</code>, or in
          the address as <code className="font-mono text-[13px]">?token=…</code>.
        </p>
      )}
      <PresetSteps intake={intake} />
    </div>
  );
}
