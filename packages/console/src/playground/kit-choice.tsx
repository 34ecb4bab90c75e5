import { Link } from '@tanstack/react-router';
import { useKits, useKitVersions } from '../api/kits.ts';
import { buttonClass } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';

export interface KitChosen {
  kitId: string;
  /** Undefined: the live version, otherwise the newest. */
  version?: number | undefined;
  /** Another version to run for comparison. */
  against?: number | undefined;
}

interface KitChoiceProps {
  chosen: KitChosen | undefined;
  onChoose(chosen: KitChosen): void;
}

export function KitChoice({ chosen, onChoose }: KitChoiceProps) {
  const kits = useKits().data;
  const versions = useKitVersions(chosen?.kitId).data ?? [];
  if (kits?.length === 0) {
    return (
      <p className="p-4 text-sm text-soft">
        There is no kit yet.{' '}
        <Link to="/welcome" className={buttonClass('plain', true)}>
          Start from an example
        </Link>
      </p>
    );
  }
  const number = (value: string) => (value === '' ? undefined : Number(value));
  const options = versions.map(({ version, live, status }) => (
    <option key={version} value={version}>
      v{version}
      {live ? ' · live' : status === 'draft' ? ' · draft' : ''}
    </option>
  ));
  return (
    <div className="grid gap-3 p-4 sm:grid-cols-3">
      <Field label="Kit">
        {(id) => (
          <select
            id={id}
            value={chosen?.kitId ?? ''}
            onChange={(event) => onChoose({ kitId: event.target.value })}
            className={`${INPUT} w-full`}
          >
            <option value="" disabled>
              Choose a kit
            </option>
            {kits?.map((kit) => (
              <option key={kit.kit_id} value={kit.kit_id}>
                {kit.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Version">
        {(id) => (
          <select
            id={id}
            value={chosen?.version ?? ''}
            disabled={chosen === undefined}
            onChange={(event) => chosen && onChoose({ ...chosen, version: number(event.target.value) })}
            className={`${INPUT} w-full`}
          >
            <option value="">Live version, or the newest if none is live</option>
            {options}
          </select>
        )}
      </Field>
      <Field label="Compare with">
        {(id) => (
          <select
            id={id}
            value={chosen?.against ?? ''}
            disabled={chosen === undefined}
            onChange={(event) => chosen && onChoose({ ...chosen, against: number(event.target.value) })}
            className={`${INPUT} w-full`}
          >
            <option value="">Nothing</option>
            {options}
          </select>
        )}
      </Field>
    </div>
  );
}
