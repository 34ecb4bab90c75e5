import type { DeliveryQuery } from '../requests.ts';
import { asking, type CallOptions, type Transport } from '../transport.ts';
import type { IntakeDelivery, IntakeDocument, IntakePreview, IntakeWithSecret } from '../wire/intake.ts';

const at = (name: string, rest = ''): `/${string}` => `/v1/intakes/${encodeURIComponent(name)}${rest}`;

export interface GivenSecrets {
  /** The one that the service made. */
  secret?: string | undefined;
  /** What fetch steps send as `{secret:NAME}`. */
  secrets?: Record<string, string> | undefined;
  /** How long the secret that is replaced still works; 24 without it. */
  graceHours?: number | undefined;
}

export interface TestOptions {
  /** Tried instead of the stored definition. */
  intake?: IntakeDocument | undefined;
  /** Answers of fetch steps by name. */
  fetched?: Record<string, unknown> | undefined;
}

export interface DeliveryPage {
  data: IntakeDelivery[];
  next_cursor?: string | undefined;
}

interface Plain {
  deliveryPage(name: string, query?: DeliveryQuery, options?: CallOptions): Promise<DeliveryPage>;
}

export function intakesHelpers(transport: Transport, { deliveryPage }: Plain) {
  const ask = asking(transport);
  const _page = (name: string, query: DeliveryQuery, options?: CallOptions): Promise<DeliveryPage> =>
    ask({ method: 'GET', path: at(name, '/deliveries'), query: { ...query } }, options);
  return {
    /** Creates or replaces it. The answer has a secret only when a new one was made: it is not shown again. */
    put: (
      name: string,
      intake: IntakeDocument,
      { secret, secrets, graceHours, ...options }: CallOptions & GivenSecrets = {},
    ): Promise<IntakeWithSecret> =>
      ask({ method: 'PUT', path: at(name), body: { intake, secret, secrets, grace_hours: graceHours } }, options),

    /** The old secret works for another day, or for `graceHours`. */
    rotate: (
      name: string,
      { graceHours, ...options }: CallOptions & Pick<GivenSecrets, 'graceHours'> = {},
    ): Promise<IntakeWithSecret> =>
      ask({ method: 'POST', path: at(name, '/rotate'), body: { grace_hours: graceHours } }, options),

    /** What the intake would do with a payload, or what another definition would; makes no run and requests nothing. */
    test: (
      name: string,
      payload: unknown,
      { intake, fetched, ...options }: CallOptions & TestOptions = {},
    ): Promise<IntakePreview> =>
      ask({ method: 'POST', path: at(name, '/test'), body: { payload, intake, fetched }, isRepeatable: true }, options),

    /** The same with something that was pushed, and is kept. */
    testDelivery: (
      name: string,
      deliveryId: string,
      { intake, fetched, ...options }: CallOptions & TestOptions = {},
    ): Promise<IntakePreview> => {
      const body = { delivery_id: deliveryId, intake, fetched };
      return ask({ method: 'POST', path: at(name, '/test'), body, isRepeatable: true }, options);
    },

    /** What was pushed, newest first, with the reason for each that made no run. */
    deliveries: async (name: string, query: DeliveryQuery = {}, options?: CallOptions): Promise<IntakeDelivery[]> =>
      (await deliveryPage(name, query, options)).data,
  };
}
