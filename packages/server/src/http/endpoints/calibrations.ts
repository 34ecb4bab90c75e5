/** Calibration sessions over HTTP. */
import { calibrationsApi } from '@brickwork/contract';
import {
  type CalibrationDetail,
  closeCalibration,
  deleteCalibration,
  getCalibration,
  listCalibrations,
  type ManageCalibrations,
  startCalibration,
} from '../../reviews/calibration/manage-calibrations.ts';
import type { Calibration } from '../../reviews/store/calibration-store.ts';
import { ok, type Route, route } from '../route.ts';

export function calibrationRoutes(deps: ManageCalibrations): Route[] {
  return [
    route(calibrationsApi.createCalibration, async ({ principal, params, body }) => {
      const asked = { name: body.name, size: body.size, runIds: body.run_ids };
      return { status: 201, body: toWire(await startCalibration(deps, principal, params.kitId, asked)) };
    }),
    route(calibrationsApi.listCalibrations, async ({ principal, params }) =>
      ok({ data: (await listCalibrations(deps, principal, params.kitId)).map(toWire) }),
    ),
    route(calibrationsApi.getCalibration, async ({ principal, params }) =>
      ok(toDetailWire(await getCalibration(deps, principal, params.calibrationId))),
    ),
    route(calibrationsApi.closeCalibration, async ({ principal, params }) =>
      ok(toWire(await closeCalibration(deps, principal, params.calibrationId))),
    ),
    route(calibrationsApi.deleteCalibration, async ({ principal, params: { calibrationId } }) => {
      await deleteCalibration(deps, principal, calibrationId);
      return ok({ calibration_id: calibrationId, deleted: true });
    }),
  ];
}

function toWire({ calibrationId, kitId, name, by, calls, people, createdAt, closedAt }: Calibration) {
  return {
    calibration_id: calibrationId,
    kit_id: kitId,
    ...{ name, by, calls, people },
    created_at: createdAt.toISOString(),
    closed_at: closedAt?.toISOString(),
  };
}

function toDetailWire({ runs, results, ...calibration }: CalibrationDetail) {
  return {
    ...toWire(calibration),
    runs: runs.map(({ runId, externalId, isDone }) => ({ run_id: runId, external_id: externalId, done: isDone })),
    results: results && {
      bricks: results.bricks,
      same: results.same,
      answers: results.answers.map(({ runId, ...answer }) => ({ run_id: runId, ...answer })),
    },
  };
}
