/** Generated from the contract by `npm run generate`: change the schema there. */
import type { DestinationStatus } from './vocabulary.ts';

/** The definition of a destination: which answers go to which fields of which record. */
export interface DestinationDocument {
  description?: string | undefined;
  /** Nothing is written to a disabled one; pending deliveries are cancelled. */
  enabled?: boolean | undefined;
  /** A service by name: see GET /v1/destination-presets. Without it, `request` and `auth` describe it. */
  preset?: string | undefined;
  /**
   * The address of the service’s API, such as https://acme.zendesk.com. Presets of services with one address
   * include it.
   */
  base_url?: string | undefined;
  /** Settings of the preset; expressions see them as `settings`. */
  settings?: Record<string, string> | undefined;
  /**
   * JSONata. Evaluated on the run (`external_id`, `metadata`, `dimensions`, `run`): the id of the record to write
   * to. A run without one is skipped.
   */
  record?: string | undefined;
  /** Slugs, codes or ids. Default: all kits. */
  kits?: string[] | undefined;
  /** Which answer goes to which field: the key of a brick, or KEY.reason or KEY.confidence, and the target field. */
  fields: Record<string, string>;
  /** Answers below it count as not sure. Reviewers’ corrections always count as sure. */
  min_confidence?: number | undefined;
  /** Answers that are not sure or do not apply: their fields are left unchanged, or emptied. */
  not_sure?: 'skip' | 'clear' | undefined;
  /** Names, numbers and addresses are masked in what is written. */
  mask?: boolean | undefined;
  request?:
    | {
        method?: 'POST' | 'PUT' | 'PATCH' | undefined;
        /** A template: `{JSONata}` is replaced by its value, percent-encoded. It is appended to `base_url`. */
        path: string;
        /** JSONata. An object: the parameters of the URL. Those without a value are left out. */
        query?: string | undefined;
        /** Sent unchanged. Do not put secrets here: see `auth`. */
        headers?: Record<string, string> | undefined;
        /** JSONata. The body, an object. It is sent as JSON. */
        body: string;
      }
    | undefined;
  auth?:
    | {
        type: 'none';
      }
    | {
        type: 'bearer';
      }
    | {
        type: 'basic';
        user: string;
      }
    | {
        type: 'header';
        header: string;
      }
    | {
        type: 'oauth';
        grant: 'client_credentials' | 'refresh_token';
        token_url: string;
        scope?: string | undefined;
      }
    | undefined;
}

/** With all defaults filled in. */
export interface StoredDestinationDocument {
  description?: string;
  /** Nothing is written to a disabled one; pending deliveries are cancelled. */
  enabled: boolean;
  /** A service by name: see GET /v1/destination-presets. Without it, `request` and `auth` describe it. */
  preset?: string;
  /**
   * The address of the service’s API, such as https://acme.zendesk.com. Presets of services with one address
   * include it.
   */
  base_url?: string;
  /** Settings of the preset; expressions see them as `settings`. */
  settings?: Record<string, string>;
  /**
   * JSONata. Evaluated on the run (`external_id`, `metadata`, `dimensions`, `run`): the id of the record to write
   * to. A run without one is skipped.
   */
  record: string;
  /** Slugs, codes or ids. Default: all kits. */
  kits?: string[];
  /** Which answer goes to which field: the key of a brick, or KEY.reason or KEY.confidence, and the target field. */
  fields: Record<string, string>;
  /** Answers below it count as not sure. Reviewers’ corrections always count as sure. */
  min_confidence?: number;
  /** Answers that are not sure or do not apply: their fields are left unchanged, or emptied. */
  not_sure: 'skip' | 'clear';
  /** Names, numbers and addresses are masked in what is written. */
  mask: boolean;
  request?: {
    method: 'POST' | 'PUT' | 'PATCH';
    /** A template: `{JSONata}` is replaced by its value, percent-encoded. It is appended to `base_url`. */
    path: string;
    /** JSONata. An object: the parameters of the URL. Those without a value are left out. */
    query?: string;
    /** Sent unchanged. Do not put secrets here: see `auth`. */
    headers?: Record<string, string>;
    /** JSONata. The body, an object. It is sent as JSON. */
    body: string;
  };
  auth?:
    | {
        type: 'none';
      }
    | {
        type: 'bearer';
      }
    | {
        type: 'basic';
        user: string;
      }
    | {
        type: 'header';
        header: string;
      }
    | {
        type: 'oauth';
        grant: 'client_credentials' | 'refresh_token';
        token_url: string;
        scope?: string;
      };
}

export interface DestinationDelivery {
  /** `dsd_…` */
  delivery_id: string;
  run_id: string;
  /** The run ended, somebody reviewed it, a replay was requested, or somebody tested the destination. */
  cause: 'run' | 'review' | 'replay' | 'test';
  /**
   * `skipped`: there was nothing to write, for the reason in `detail`; `dead`: the service refused it, or every
   * attempt failed; `cancelled`: a later one replaced it, or the destination was disabled.
   */
  status: DestinationStatus;
  attempts: number;
  /** The result of the last attempt: `succeeded`, `http_404`, `timeout`, `token_http_400` … */
  outcome?: string;
  /** The service’s response, 300 characters at most and without the values that were sent, or why it was skipped. */
  detail?: string;
  latency_ms?: number;
  next_attempt_at?: string;
  created_at: string;
  updated_at: string;
}

export interface Destination {
  name: string;
  destination: StoredDestinationDocument;
  /** Where it writes to. */
  host: string;
  /** Names of the stored secrets. Their values are never shown. */
  secrets: string[];
  last_delivery?: DestinationDelivery;
  created_at: string;
  updated_at: string;
}

export interface DestinationPreset {
  name: string;
  title: string;
  summary: string;
  base_url: {
    /** Absent if every customer has their own address. */
    default?: string;
    example: string;
  };
  /** What the record is. */
  record: string;
  /** What a field is called there. */
  field: string;
  settings: {
    name: string;
    label: string;
    default?: string;
    required: boolean;
  }[];
  /** The required secrets by name, and what each is called at the service. */
  secrets: Record<string, string>;
  /** It adds a note instead of changing fields, once per run. */
  adds: boolean;
  /** What to do at the service. */
  steps: string[];
  documentation: string;
}

export interface DestinationPreview {
  outcome: 'request' | 'skipped' | 'failed';
  /** Why there is no request. */
  reason?: string;
  run_id: string;
  record?: string;
  method?: string;
  url?: string;
  /** Without secrets. */
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  /** What happens to each of `fields`. */
  fields: {
    answer: string;
    field: string;
    value?: unknown;
    /** Why it is not written. */
    left_out?: string;
    reviewed: boolean;
  }[];
}
