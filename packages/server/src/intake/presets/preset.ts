/** A preset: everything of an intake except its kits, with the setup steps at the service. `guide` pages show them to people. */
import type { intakeDocument } from '@brickwork/contract';
import type { z } from 'zod';

type Definition = Omit<z.input<typeof intakeDocument>, 'kits' | 'preset' | 'enabled'>;

export interface IntakePreset {
  /** As in `--preset zoom`, and the name of its page in the guide. */
  name: string;
  title: string;
  /** Which conversations become runs. */
  summary: string;
  /** The secret: its name at the service, and whether the service or we generate it. */
  secret: { label: string; madeBy: 'service' | 'brickwork' };
  /** The secrets that fetch steps send, by name. */
  secrets?: Readonly<Record<string, string>>;
  /** Setup steps at the service, with `{url}` and `{secret}`, and `{verify_token}` if there is one. */
  steps: readonly string[];
  /** The service's documentation. */
  documentation?: string;
  /** What could not be verified there, or is worth knowing. */
  note?: string;
  definition: Definition;
}
