/** How a request names a kit and its input: shared by the endpoints that run a kit or check a run request. */
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { absentable } from './fields.ts';
import { NEW_RUN_TYPES, RUN_MODES } from './vocabulary.ts';

export const runRequest = z
  .object({
    kit_code: absentable.describe('8-character Kit code. Required unless `kit_version_id` is given.'),
    kit_version_id: absentable.describe('Pins a version; takes precedence over `kit_code`.'),
    input: z.record(z.string(), z.unknown()).describe('The fields that the kit declares; typically `transcript`.'),
    type: z.enum(NEW_RUN_TYPES).default('api').describe('`sandbox` may also address a draft by `kit_version_id`.'),
    mode: z.enum(RUN_MODES).default('async'),
  })
  // Reported first, so it must be checked even when other fields are invalid.
  .refine((request) => namesKit(request), { path: ['kit'], message: 'no Kit is named', when: () => true });

function namesKit(request: unknown): boolean {
  if (typeof request !== 'object' || request === null) return false;
  return ['kit_code', 'kit_version_id'].some((field) => ![undefined, null, ''].includes(Reflect.get(request, field)));
}

/** In the order in which they are reported. */
export const RUN_REQUEST_FAULTS: Readonly<Record<string, ErrorCode>> = {
  kit: 'kit_code_or_kit_version_id_required',
  kit_version_id: 'invalid_parameter',
  kit_code: 'invalid_parameter',
  input: 'input_must_be_object',
  type: 'invalid_run_type',
  mode: 'invalid_run_mode',
};
