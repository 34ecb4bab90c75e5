/** The calibration sessions of a kit, and a new one. */
import type { KitSummary as Kit, NewCalibration } from '@brickwork/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { formatAgo, formatMonth, formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';

export function KitCalibrations({ kit: { kit_id } }: { kit: Kit }) {
  const navigate = useNavigate();
  const mayReview = useMay('reviews:write');
  const sessions = useRead((api) => api.calibrations.list(kit_id));
  const start = useChange((api, session: NewCalibration) => api.calibrations.start(kit_id, session));
  const [name, setName] = useState(formatMonth(new Date()));
  const [size, setSize] = useState('10');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate(
      { name: name.trim(), size: Number(size) },
      {
        onSuccess: ({ calibration_id }) =>
          navigate({ to: '/calibrations/$calibrationId', params: { calibrationId: calibration_id } }),
      },
    );
  };
  return (
    <div className="mt-4 space-y-4">
      <p className="text-sm text-soft">
        The same calls for everybody who reviews. Each answers without seeing the others’ answers; then you see side by
        side where you differ.
      </p>
      {mayReview && (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <TextField label="Name of the session" isRequired value={name} onChange={setName} />
          <TextField label="Calls" type="number" min={2} max={20} step={1} isRequired value={size} onChange={setSize} />
          <Button kind="primary" type="submit" isBusy={start.isPending}>
            Start the session
          </Button>
        </form>
      )}
      {(start.error ?? sessions.error) !== null && (
        <Notice tone="bad">{describeError(start.error ?? sessions.error)}</Notice>
      )}
      <ul className="divide-y divide-line" aria-label="Calibration sessions">
        {sessions.data?.map(({ calibration_id, name: title, calls, people, created_at, closed_at }) => (
          <li key={calibration_id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 text-sm">
            <Link
              to="/calibrations/$calibrationId"
              params={{ calibrationId: calibration_id }}
              className="rounded font-medium text-accent underline underline-offset-2"
            >
              {title}
            </Link>
            <span className="text-muted">
              {`${formatNumber(calls)} calls · ${people.length === 1 ? '1 person' : `${formatNumber(people.length)} people`} · ${closed_at === undefined ? 'open' : 'closed'} · ${formatAgo(created_at)}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
