/** Shows a refusal at the field it is about: a detail begins with the field's name. */
import { ApiError } from '@brickwork/client';
import { describeError, sentence } from './describe-error.ts';

export interface FormFaults {
  /** Of a field, by its name in the API, such as `retention.run_days`. */
  of(field: string): string | undefined;
  /** Faults that do not belong to a field of the form. */
  rest: string | undefined;
}

export function formFaults(error: unknown, fields: readonly string[]): FormFaults {
  if (error === null) return { of: () => undefined, rest: undefined };
  const detail = error instanceof ApiError ? (error.detail ?? '') : '';
  const [, named, text = ''] = /^([a-z_]+(?:[.[][\w\]]+)*): (.+)$/s.exec(detail) ?? [];
  const field = fields.find((each) => named === each || named?.startsWith(`${each}.`) || named?.startsWith(`${each}[`));
  if (field === undefined) return { of: () => undefined, rest: describeError(error) };
  return { of: (each) => (each === field ? sentence(text) : undefined), rest: undefined };
}
