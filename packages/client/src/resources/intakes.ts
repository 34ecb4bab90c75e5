import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type {
  Intake,
  IntakeDelivery,
  IntakeDocument,
  IntakePreview,
  IntakeWithChanges,
  IntakeWithSecret,
} from '../wire/intake.ts';
import type { IntakeOutcome } from '../wire/vocabulary.ts';

const at = (name: string, rest = ''): `/${string}` => `/v1/intakes/${encodeURIComponent(name)}${rest}`;

export type IntakesResource = ReturnType<typeof intakesResource>;

export function intakesResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    /** Creates or replaces it. The answer has a secret only when a new one was made: it is not shown again. */
    put: (
      name: string,
      intake: IntakeDocument,
      { secret, ...options }: CallOptions & { secret?: string | undefined } = {},
    ): Promise<IntakeWithSecret> => ask({ method: 'PUT', path: at(name), body: { intake, secret } }, options),

    list: async (options?: CallOptions): Promise<Intake[]> =>
      (await ask<{ data: Intake[] }>({ method: 'GET', path: '/v1/intakes' }, options)).data,

    get: (name: string, options?: CallOptions): Promise<IntakeWithChanges> =>
      ask({ method: 'GET', path: at(name) }, options),

    delete: (name: string, options?: CallOptions): Promise<{ name: string; deleted: true }> =>
      ask({ method: 'DELETE', path: at(name) }, options),

    /** The old secret stops working at once. */
    rotate: (name: string, options?: CallOptions): Promise<IntakeWithSecret> =>
      ask({ method: 'POST', path: at(name, '/rotate') }, options),

    /** What the intake would do with a payload, or what another definition would; makes no run. */
    test: (
      name: string,
      payload: unknown,
      { intake, ...options }: CallOptions & { intake?: IntakeDocument | undefined } = {},
    ): Promise<IntakePreview> =>
      ask({ method: 'POST', path: at(name, '/test'), body: { payload, intake }, isRepeatable: true }, options),

    /** The last deliveries, newest first, with the reason for each that made no run. */
    deliveries: async (
      name: string,
      filter: { limit?: number | undefined; outcome?: IntakeOutcome | undefined } = {},
      options?: CallOptions,
    ): Promise<IntakeDelivery[]> =>
      (
        await ask<{ data: IntakeDelivery[] }>(
          { method: 'GET', path: at(name, '/deliveries'), query: { ...filter } },
          options,
        )
      ).data,
  };
}
