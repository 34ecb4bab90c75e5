/** How a kit's runs would read conversations; nothing is stored. In a thread: the time for a list depends on its number of words. */
import type { RunType } from '@brickwork/contract';
import type { DescribedInput, DescribeTask } from '@brickwork/engine/conversation/describe-inputs';
import { sidesByRules } from '@brickwork/engine/conversation/sides/speaker-rules';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { checkInput } from '@brickwork/engine/kits/check-input';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../core/clock.ts';
import { type ResolveKit, resolveKit } from '../kits/resolve-kit.ts';
import type { KitReference } from '../kits/store/kit-store.ts';
import { foundMoment } from './occurred-at.ts';
import type { SpeakerStore } from './store/speaker-store.ts';

export interface InputReading {
  /** `owner` is the workspace: threads are shared fairly between owners. */
  describeInputs(task: DescribeTask, owner: string): Promise<DescribedInput[]>;
}

export interface ReadInputs {
  kits: ResolveKit;
  checks: InputReading;
  speakers: Pick<SpeakerStore, 'findKnown'>;
  clock: Clock;
  timezoneOf(workspaceId: string): Promise<string>;
}

/** With the moment that a run would have. */
export type ReadInput = DescribedInput & { occurredAt?: Date | undefined };

interface GivenInput {
  input: Record<string, unknown>;
  metadata?: Record<string, string> | undefined;
}

export async function readInputs(
  { kits, checks, speakers, clock, timezoneOf }: ReadInputs,
  { workspaceId }: Principal,
  { kit: reference, type, given }: { kit: KitReference; type: RunType; given: readonly GivenInput[] },
): Promise<ReadInput[]> {
  const { kit, kitCode } = await resolveKit(kits, workspaceId, reference, type);
  const { agents, rules } = await speakers.findKnown(workspaceId);
  const faults = given.map(({ input }) => faultOf(() => checkInput(kit, input)));
  const read = await checks.describeInputs(
    {
      kit: { ...(kit.input && { input: kit.input }), ...(kit.speakers && { speakers: kit.speakers }) },
      inputs: JSON.stringify(given.map(({ input }) => input)),
      rules: given.map(({ metadata }) => sidesByRules(rules, { kitCode, metadata })),
      agents,
    },
    workspaceId,
  );
  let timezone: Promise<string> | undefined;
  const timezoneOnce = () => {
    timezone ??= timezoneOf(workspaceId);
    return timezone;
  };
  return Promise.all(
    read.map(async (described, index) => {
      const fault = faults[index];
      if (fault !== undefined) return { fault };
      if ('fault' in described) return described;
      const occurredAt = await foundMoment(described.facts, timezoneOnce, clock.now());
      return { ...described, occurredAt };
    }),
  );
}

function faultOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'kit_input_invalid') return error.detail ?? '';
    throw error;
  }
}
