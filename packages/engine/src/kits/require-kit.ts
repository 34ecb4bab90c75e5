import { ServiceError } from '../core/service-error.ts';
import { type CheckedKit, checkKit, type ValidKit } from './check-kit.ts';
import type { KitFault } from './kit-fault.ts';
import type { Kit } from './normalise-kit.ts';

/** The kit of a document, or `kit_definition_invalid` with all of its faults. */
export function requireKit(document: unknown): Kit {
  return kitOf(checkKit(document));
}

export function kitOf(checked: CheckedKit): Kit {
  return requireValid(checked).kit;
}

export function requireValid(checked: CheckedKit): ValidKit {
  if ('kit' in checked) return checked;
  throw kitFaultsError(checked.faults);
}

function kitFaultsError(faults: readonly KitFault[]): ServiceError {
  const [first] = faults;
  const subject = first === undefined || first.path === '' ? 'The document' : first.path;
  const rest = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return new ServiceError('kit_definition_invalid', {
    detail: `${subject} ${first?.message ?? 'has faults'}${rest}`,
    extra: { faults },
  });
}
