/** Runs that were answered elsewhere: each line is validated and answered separately, and all valid ones are stored together. */
import { ERRORS, importsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { z } from 'zod';
import { type ImportedLine, type ImportedRun, type ImportRuns, importRuns } from '../../runs/import-runs.ts';
import { ok, type Route, route } from '../route.ts';
import { errorEnvelope } from '../send-error.ts';
import { validateBody } from '../validate.ts';

export function importRoutes(deps: ImportRuns): Route[] {
  return [
    route(importsApi.createImport, async ({ principal, body }) => {
      const { kit_code: kitCode, kit_version_id: kitVersionId } = body;
      if (kitCode === undefined && kitVersionId === undefined)
        throw new ServiceError('kit_code_or_kit_version_id_required');
      const read = body.runs.map(readLine);
      const good = read.filter((line): line is ImportedRun => !(line instanceof ServiceError));
      const reference = kitVersionId === undefined ? { kitCode: kitCode ?? '' } : { kitVersionId };
      const imported = (await importRuns(deps, principal, reference, good)).values();
      const lines = read.map((line): ImportedLine => {
        if (line instanceof ServiceError) return { outcome: 'refused', error: line };
        return imported.next().value ?? { outcome: 'refused', error: new ServiceError('run_request_failed') };
      });
      const count = (outcome: ImportedLine['outcome']) => lines.filter((line) => line.outcome === outcome).length;
      return ok({
        created: count('created'),
        replayed: count('replayed'),
        refused: count('refused'),
        data: lines.map((line, index) => ({ index, ...toWire(line) })),
      });
    }),
  ];
}

function readLine(line: unknown): ImportedRun | ServiceError {
  try {
    const run = validateBody(importsApi.createImport, importsApi.importedRun, line) as z.infer<
      typeof importsApi.importedRun
    >;
    const { input, bricks, external_id, occurred_at, metadata, warnings = [], engine = 'local' } = run;
    return { input, bricks, externalId: external_id, occurredAt: occurred_at, metadata, warnings, engine };
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function toWire(line: ImportedLine): Record<string, unknown> {
  if (line.outcome !== 'refused')
    return {
      http_status: line.outcome === 'created' ? 201 : 200,
      run_id: line.runId,
      replayed: line.outcome === 'replayed',
    };
  return { http_status: ERRORS[line.error.code].status, ...errorEnvelope(line.error).body };
}
