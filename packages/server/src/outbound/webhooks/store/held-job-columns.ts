/** The job of a delivery, as passed to the statements that begin and end attempts. */
import { decodeId } from '../../../core/ids.ts';
import type { Columns } from '../../../database/given-rows.ts';
import { scopeOfLane } from '../../../queue/lane.ts';
import type { HeldJob } from '../../../queue/store/job-store.ts';

export const HELD_JOB_COLUMNS: Columns<{ job: HeldJob }> = {
  workspace_id: ['uuid', ({ job }) => decodeId('ws', scopeOfLane(job.lane).workspaceId)],
  environment: ['text', ({ job }) => scopeOfLane(job.lane).environment],
  lane: ['text', ({ job }) => job.lane],
  id: ['uuid', ({ job }) => job.id],
  token: ['uuid', ({ job }) => job.token],
};
