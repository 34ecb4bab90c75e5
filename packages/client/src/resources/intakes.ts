import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type {
  Intake,
  IntakeDelivery,
  IntakeDocument,
  IntakePayload,
  IntakePreset,
  IntakePreview,
  IntakeWithChanges,
  IntakeWithSecret,
} from '../wire/intake.ts';
import type { IntakeOutcome } from '../wire/vocabulary.ts';

const at = (name: string, rest = ''): `/${string}` => `/v1/intakes/${encodeURIComponent(name)}${rest}`;

export interface GivenSecrets {
  /** The one that the service made. */
  secret?: string | undefined;
  /** What fetch steps send as `{secret:NAME}`. */
  secrets?: Record<string, string> | undefined;
  /** How long the secret that is replaced still works; 24 without it. */
  graceHours?: number | undefined;
}

export interface ReplayRequest {
  /** These, whatever became of them. */
  delivery_ids?: string[] | undefined;
  /** Or all that were received at this time or later. */
  since?: string | undefined;
  /** With `since`. Without them: failed and skipped. */
  outcomes?: Exclude<IntakeOutcome, 'received' | 'refused'>[] | undefined;
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

export interface DeliveryQuery {
  limit?: number | undefined;
  outcome?: IntakeOutcome | undefined;
  external_id?: string | undefined;
  since?: string | undefined;
  cursor?: string | undefined;
}

export type IntakesResource = ReturnType<typeof intakesResource>;

export function intakesResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  const page = (name: string, query: DeliveryQuery, options?: CallOptions): Promise<DeliveryPage> =>
    ask({ method: 'GET', path: at(name, '/deliveries'), query: { ...query } }, options);
  return {
    /** Creates or replaces it. The answer has a secret only when a new one was made: it is not shown again. */
    put: (
      name: string,
      intake: IntakeDocument,
      { secret, secrets, graceHours, ...options }: CallOptions & GivenSecrets = {},
    ): Promise<IntakeWithSecret> =>
      ask({ method: 'PUT', path: at(name), body: { intake, secret, secrets, grace_hours: graceHours } }, options),

    list: async (options?: CallOptions): Promise<Intake[]> =>
      (await ask<{ data: Intake[] }>({ method: 'GET', path: '/v1/intakes' }, options)).data,

    /** Definitions for services that people run: add `kits` and `put` one. */
    presets: async (options?: CallOptions): Promise<IntakePreset[]> =>
      (await ask<{ data: IntakePreset[] }>({ method: 'GET', path: '/v1/intake-presets' }, options)).data,

    get: (name: string, options?: CallOptions): Promise<IntakeWithChanges> =>
      ask({ method: 'GET', path: at(name) }, options),

    delete: (name: string, options?: CallOptions): Promise<{ name: string; deleted: true }> =>
      ask({ method: 'DELETE', path: at(name) }, options),

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
      (await page(name, query, options)).data,

    /** The same, with the cursor of the next page. */
    deliveryPage: (name: string, query: DeliveryQuery = {}, options?: CallOptions): Promise<DeliveryPage> =>
      page(name, query, options),

    delivery: (name: string, deliveryId: string, options?: CallOptions): Promise<IntakeDelivery> =>
      ask({ method: 'GET', path: at(name, `/deliveries/${encodeURIComponent(deliveryId)}`) }, options),

    /** As it was sent, as long as it is kept. */
    payload: (name: string, deliveryId: string, options?: CallOptions): Promise<IntakePayload> =>
      ask({ method: 'GET', path: at(name, `/deliveries/${encodeURIComponent(deliveryId)}/payload`) }, options),

    /** Deletes its payload and external id for good; the log keeps that there was one. */
    eraseDelivery: (name: string, deliveryId: string, options?: CallOptions): Promise<IntakeDelivery> =>
      ask({ method: 'DELETE', path: at(name, `/deliveries/${encodeURIComponent(deliveryId)}`) }, options),

    /** Reads kept payloads again, with the definition as it is now. What made a run before makes no second one. */
    replay: (
      name: string,
      request: ReplayRequest,
      options?: CallOptions,
    ): Promise<{ replayed: number; more: boolean }> =>
      ask({ method: 'POST', path: at(name, '/replay'), body: request }, options),
  };
}
