/** The shared parts of the pages of alerts and canaries. */
import type { UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';

export function BackToAlerts() {
  return (
    <nav aria-label="Breadcrumb" className="mb-2 text-sm">
      <Link to="/alerts" className="rounded text-muted hover:text-ink">
        ← Alerts
      </Link>
    </nav>
  );
}

export function NameField(props: { value: string; placeholder: string; onChange(name: string): void }) {
  return (
    <TextField
      label="Name"
      isCode
      isRequired
      pattern="[a-z0-9][a-z0-9_\-]{0,62}"
      note="Lower-case letters, digits, - and _."
      {...props}
    />
  );
}

interface DeleteRuleProps {
  what: 'alert' | 'nightly check';
  remove: UseMutationResult<unknown, Error, void>;
  onDeleted(): void;
}

export function DeleteRule({ what, remove, onDeleted }: DeleteRuleProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      {remove.error !== null && <Notice tone="bad">{describeError(remove.error)}</Notice>}
      <MoreMenu isSmall={false} items={[{ label: 'Delete…', isDanger: true, onSelect: () => setIsAsking(true) }]} />
      {isAsking && (
        <ConfirmDialog
          title={`Delete the ${what}?`}
          confirm="Delete"
          kind="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted, onError: close })}
          onClose={close}
        >
          {what === 'alert'
            ? 'It is no longer checked. If it is raised, it is resolved first, which sends an event.'
            : 'It is no longer evaluated. If it is raised, it is resolved first; its evaluations stay.'}
        </ConfirmDialog>
      )}
    </>
  );
}
