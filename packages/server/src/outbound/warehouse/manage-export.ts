/** Scheduling an export, and its results. Secrets are never returned. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { ExportError } from '@brickwork/warehouse/export-error';
import { parseS3Location } from '@brickwork/warehouse/s3/s3-location';
import type { Clock } from '../../core/clock.ts';
import type { Scope } from '../../core/scope.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { bindingOf, DIRECTORY, type GivenExport, type ScheduledExport } from './scheduled-export.ts';
import type { ExportStore } from './store/export-store.ts';

export interface ManageExport {
  exports: ExportStore;
  box: SecretBox;
  clock: Clock;
  /** The operator's directory for exports to files. */
  directory: string | undefined;
  /** Refuses addresses that the outbound guard would not connect to. */
  checkUrl(text: string, workspaceId: string): Promise<URL>;
}

export async function putExport(
  deps: ManageExport,
  { workspaceId, environment }: Scope,
  { secret_access_key, ...given }: GivenExport,
): Promise<ScheduledExport | undefined> {
  const scope = { workspaceId, environment };
  const { endpoint, ...rest } = given;
  const checked = endpoint === undefined ? undefined : await deps.checkUrl(endpoint, workspaceId);
  const settings = { ...rest, ...(checked && { endpoint: checked.origin }) };
  if (settings.to === DIRECTORY) requireDirectory(deps);
  else requireBucket(settings);
  return deps.exports.put(scope, {
    now: deps.clock.now(),
    settle(known) {
      if (settings.to === DIRECTORY) return { settings, secret: undefined };
      const binding = bindingOf(scope, settings);
      if (secret_access_key !== undefined)
        return { settings, secret: deps.box.seal(Buffer.from(secret_access_key), binding) };
      // A secret stored for another bucket or key cannot be opened.
      const isUsable = known?.secret !== undefined && deps.box.open(known.secret, binding) !== undefined;
      if (!isUsable)
        throw new ServiceError('invalid_parameter', {
          detail: 'secret_access_key: is missing. Send the secret for access_key_id and this bucket.',
        });
      return { settings, secret: known.secret };
    },
  });
}

function requireDirectory({ directory }: ManageExport): void {
  if (directory === undefined)
    throw new ServiceError('conflict', {
      detail:
        'to: this service has no directory for exports. Ask its operator to set BRICKWORK_EXPORT_DIR, or use s3://bucket/prefix.',
    });
}

function requireBucket({ to, region, endpoint, access_key_id }: Omit<GivenExport, 'secret_access_key'>): void {
  const fault = faultOf(to);
  if (fault !== undefined)
    throw new ServiceError('invalid_parameter', {
      detail: `to: ${fault} For files in BRICKWORK_EXPORT_DIR, send "directory".`,
    });
  if (access_key_id === undefined)
    throw new ServiceError('invalid_parameter', {
      detail: 'access_key_id: is missing. Send the key that may write to the bucket.',
    });
  if (region === undefined && endpoint === undefined)
    throw new ServiceError('invalid_parameter', {
      detail: 'region: is missing. Send where the bucket is, such as eu-west-1.',
    });
}

function faultOf(to: string): string | undefined {
  try {
    parseS3Location(to);
    return undefined;
  } catch (error) {
    if (error instanceof ExportError) return error.message;
    throw error;
  }
}

export async function deleteExport({ exports }: Pick<ManageExport, 'exports'>, scope: Scope): Promise<void> {
  if (!(await exports.remove(scope))) throw notFound();
}

export async function exportNow({ exports, clock }: ManageExport, scope: Scope): Promise<ScheduledExport | undefined> {
  const known = await exports.find(scope);
  if (known === undefined) throw notFound();
  if (!known.settings.enabled)
    throw new ServiceError('conflict', { detail: 'The export is disabled. Enable it first.' });
  await exports.hasten(scope, clock.now());
  return exports.find(scope);
}

function notFound(): ServiceError {
  return new ServiceError('not_found', { detail: 'No export is scheduled.' });
}
