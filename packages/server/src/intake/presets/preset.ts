/** What a preset is: all of an intake but its kits, with what to fill in at the service. `guide` pages repeat it for people. */
import type { intakeDocument } from '@brickwork/contract';
import type { z } from 'zod';

type Definition = Omit<z.input<typeof intakeDocument>, 'kits' | 'preset' | 'enabled'>;

export interface IntakePreset {
  /** As in `--preset zoom`, and of its page in the guide. */
  name: string;
  title: string;
  /** What becomes a run. */
  summary: string;
  /** The secret: what the service calls it, and whether the service makes it or we do. */
  secret: { label: string; madeBy: 'service' | 'brickwork' };
  /** What fetch steps send, by name. */
  secrets?: Readonly<Record<string, string>>;
  /** What to do at the service, with `{url}` and `{secret}`, and `{verify_token}` where there is one. */
  steps: readonly string[];
  /** Where the service describes it. */
  documentation?: string;
  /** What could not be checked there, or is worth knowing. */
  note?: string;
  definition: Definition;
}
