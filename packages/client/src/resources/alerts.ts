import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { Alert, AlertChange, AlertCheck, AlertRule } from '../wire/alert.ts';

const at = (name: string) => `/v1/alerts/${encodeURIComponent(name)}`;

export type AlertsResource = ReturnType<typeof alertsResource>;

export function alertsResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    list: async (options?: CallOptions): Promise<Alert[]> =>
      (await ask<{ data: Alert[] }>({ method: 'GET', path: '/v1/alerts' }, options)).data,

    /** When it was raised and resolved, newest first. */
    changes: async (name: string, options?: CallOptions): Promise<AlertChange[]> =>
      (await ask<{ data: AlertChange[] }>({ method: 'GET', path: `${at(name)}/changes` }, options)).data,

    get: (name: string, options?: CallOptions): Promise<Alert> => ask({ method: 'GET', path: at(name) }, options),

    /** The same rule changes nothing. */
    put: (name: string, rule: AlertRule, options?: CallOptions): Promise<Alert> =>
      ask({ method: 'PUT', path: at(name), body: rule }, options),

    delete: (name: string, options?: CallOptions): Promise<{ name: string; deleted: true }> =>
      ask({ method: 'DELETE', path: at(name) }, options),

    /** Checks a rule against current figures; stores nothing. */
    check: (rule: AlertRule, options?: CallOptions): Promise<AlertCheck> =>
      ask({ method: 'POST', path: '/v1/alerts/check', body: rule, isRepeatable: true }, options),
  };
}
