import type { CallOptions, Transport } from '../transport.ts';
import type { SettingsChange, WorkspaceSettings } from '../wire/dimension.ts';

export type SettingsResource = ReturnType<typeof settingsResource>;

export function settingsResource(transport: Transport) {
  return {
    get: async (options?: CallOptions): Promise<WorkspaceSettings> =>
      (await transport.send<WorkspaceSettings>({ method: 'GET', path: '/v1/settings' }, options)).body,

    set: async (settings: SettingsChange, options?: CallOptions): Promise<WorkspaceSettings> =>
      (await transport.send<WorkspaceSettings>({ method: 'PUT', path: '/v1/settings', body: settings }, options)).body,
  };
}
