/** Generated from the contract by `npm run generate`: change the schema there. */
import type { Actor } from './member.ts';
import type { ChannelSide, IntakeOutcome } from './vocabulary.ts';

/** How a pushing service proves who it is: it sends the intake’s secret, or signs the body with it. */
export type IntakeAuth =
  | {
      type: 'token';
      /** The header that holds the token. Default: `Authorization: Bearer <token>`, or `?token=` in the URL. */
      header?: string | undefined;
    }
  | {
      type: 'body_token';
      /** Where in the JSON body the secret is; `*` stands for every element of a list, and all must have it. */
      path: string;
    }
  | {
      type: 'basic';
      /** The password is the secret. */
      username: string;
    }
  | {
      type: 'hmac';
      /** The header that holds the signature, such as `X-Signature`. */
      header: string;
      algorithm?: 'sha256' | 'sha512' | 'sha1' | undefined;
      encoding?: 'hex' | 'base64' | undefined;
      /** What the header looks like, such as `sha256={signature}` or `t={timestamp},v1={signature}`. */
      format?: string | undefined;
      /** What is signed: `{timestamp}.{body}`; also `{method}`, `{url}` and `{header:NAME}`. */
      signed?: string | undefined;
      /** Where the timestamp is when `format` does not have it. */
      timestamp_header?: string | undefined;
      /** How old a timestamp may be. Without a timestamp it has no effect. */
      tolerance_seconds?: number | undefined;
    }
  | {
      type: 'standard_webhooks';
      /** Whether the headers are `webhook-id`, `webhook-timestamp`, `webhook-signature`, or `svix-…`. */
      headers?: 'webhook' | 'svix' | undefined;
      /** How old a timestamp may be. Without a timestamp it has no effect. */
      tolerance_seconds?: number | undefined;
    }
  | {
      type: 'twilio';
    }
  | {
      type: 'hubspot';
      /** How old a timestamp may be. Without a timestamp it has no effect. */
      tolerance_seconds?: number | undefined;
    }
  | {
      type: 'jwt';
      /** `body`: the whole body is the token, and its claims are the payload. `header`: it comes in a header. */
      in?: 'body' | 'header' | undefined;
      /** With `in: header`. Default: `Authorization`. */
      header?: string | undefined;
      algorithm?: 'HS256' | 'HS384' | 'HS512' | 'RS256' | 'ES256' | undefined;
      /** With `in: header`: the claim that holds the SHA-256 of the body in hex. Without it the body is not signed. */
      body_hash_claim?: string | undefined;
    };

/** Makes a run with a kit when all of its conditions are met. */
export interface IntakeRule {
  /** Slug, code or id. */
  kit: string;
  /** All pairs must match the mapped metadata; a list means any of them, and `*` any characters. */
  metadata?: Record<string, string | string[]> | undefined;
  /** At least one of these must be in the text of the mapped input, ignoring case. */
  contains?: string[] | undefined;
  /** JSONata. Over `payload`, `input`, `external_id` and `metadata`: must be true. */
  when?: string | undefined;
  /**
   * The share that is evaluated, chosen by a hash of the external id: the same conversation is always chosen, or
   * never.
   */
  sample_percent?: number | undefined;
}

/** A request for what a payload only names: `{…}` is filled in. */
export interface IntakeFetch {
  /** The next steps and `map` read the response as `fetched.NAME`. */
  as: string;
  method?: 'GET' | 'POST' | undefined;
  /**
   * A template: `{JSONata}` is replaced by its value over the payload, percent-encoded unless the URL begins with
   * it.
   */
  url: string;
  /** Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake. */
  headers?: Record<string, string> | undefined;
  /** JSONata. With POST, over the payload: the body, an object. `{secret:NAME}` in its texts is replaced. */
  body?: string | undefined;
  /** How the object is written. */
  body_type?: 'json' | 'form' | undefined;
  /** `text` takes the response as plain text, such as a WebVTT file. */
  read?: 'json' | 'text' | undefined;
}

/** The definition of an intake; `when` and `map` are JSONata over the payload. */
export interface IntakeDocument {
  description?: string | undefined;
  /** A disabled intake stores what it receives and creates no runs; the deliveries can be replayed. */
  enabled?: boolean | undefined;
  /** The preset it was made from. It has no effect. */
  preset?: string | undefined;
  /**
   * How the service verifies that the address is yours: Zoom’s `endpoint.url_validation`, Slack’s `challenge`,
   * Microsoft Graph’s `validationToken`, RingCentral’s `Validation-Token`, Front’s `X-Front-Challenge`, Meta’s
   * `hub.challenge`.
   */
  handshake?: 'zoom' | 'slack' | 'microsoft_graph' | 'ringcentral' | 'front' | 'meta' | undefined;
  auth: IntakeAuth;
  /**
   * JSONata. Evaluated on the payload: the list of conversations in it. Everything else then sees one of them at a
   * time.
   */
  each?: string | undefined;
  /** JSONata. Evaluated on the payload: anything but true is skipped. */
  when?: string | undefined;
  /** For services that send only an id or a URL: what is requested before `map`, in this order. */
  fetch?: IntakeFetch[] | undefined;
  /**
   * For services that send the address of a recording: it is fetched and transcribed, and its conversation is
   * added to what `map.input` gives.
   */
  recording?:
    | {
        /** The address of the recording: a template as in fetch steps, which can also use what was fetched. */
        url: string;
        /** Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake. */
        headers?: Record<string, string> | undefined;
        /** Who speaks on each channel. By default inferred from what is said. */
        channels?: ChannelSide[] | undefined;
        /** Keep a copy to listen to; by default as BRICKWORK_KEEP_RECORDINGS says. */
        keep_audio?: boolean | undefined;
      }
    | undefined;
  map: {
    /**
     * JSONata. Evaluated on the payload: the input of the run, an object such as {"transcript": …}. Only with
     * `recording` it may be left out.
     */
    input?: string | undefined;
    /** JSONata. Evaluated on the payload: your id for the conversation. */
    external_id?: string | undefined;
    /**
     * JSONata. Evaluated on the payload: when the conversation took place, as RFC 3339 or as milliseconds since
     * 1970.
     */
    occurred_at?: string | undefined;
    /** JSONata. Evaluated on the payload: an object of strings, numbers and booleans. */
    metadata?: string | undefined;
    /**
     * JSONata. Evaluated on the payload: conversations with the same key create only one run. Default: the external
     * id, or else the whole payload.
     */
    idempotency_key?: string | undefined;
  };
  /** Every matching rule creates a run. If empty: deliveries are kept, and can be replayed once there are rules. */
  kits: IntakeRule[];
  /** How long payloads are kept, encrypted, for replays. Never longer than the workspace keeps inputs. */
  keep_days?: number | undefined;
}

/** With all defaults filled in. */
export interface StoredIntakeDocument {
  description?: string;
  /** A disabled intake stores what it receives and creates no runs; the deliveries can be replayed. */
  enabled: boolean;
  /** The preset it was made from. It has no effect. */
  preset?: string;
  /**
   * How the service verifies that the address is yours: Zoom’s `endpoint.url_validation`, Slack’s `challenge`,
   * Microsoft Graph’s `validationToken`, RingCentral’s `Validation-Token`, Front’s `X-Front-Challenge`, Meta’s
   * `hub.challenge`.
   */
  handshake?: 'zoom' | 'slack' | 'microsoft_graph' | 'ringcentral' | 'front' | 'meta';
  auth:
    | {
        type: 'token';
        /** The header that holds the token. Default: `Authorization: Bearer <token>`, or `?token=` in the URL. */
        header?: string;
      }
    | {
        type: 'body_token';
        /** Where in the JSON body the secret is; `*` stands for every element of a list, and all must have it. */
        path: string;
      }
    | {
        type: 'basic';
        /** The password is the secret. */
        username: string;
      }
    | {
        type: 'hmac';
        /** The header that holds the signature, such as `X-Signature`. */
        header: string;
        algorithm: 'sha256' | 'sha512' | 'sha1';
        encoding: 'hex' | 'base64';
        /** What the header looks like, such as `sha256={signature}` or `t={timestamp},v1={signature}`. */
        format: string;
        /** What is signed: `{timestamp}.{body}`; also `{method}`, `{url}` and `{header:NAME}`. */
        signed: string;
        /** Where the timestamp is when `format` does not have it. */
        timestamp_header?: string;
        /** How old a timestamp may be. Without a timestamp it has no effect. */
        tolerance_seconds: number;
      }
    | {
        type: 'standard_webhooks';
        /** Whether the headers are `webhook-id`, `webhook-timestamp`, `webhook-signature`, or `svix-…`. */
        headers: 'webhook' | 'svix';
        /** How old a timestamp may be. Without a timestamp it has no effect. */
        tolerance_seconds: number;
      }
    | {
        type: 'twilio';
      }
    | {
        type: 'hubspot';
        /** How old a timestamp may be. Without a timestamp it has no effect. */
        tolerance_seconds: number;
      }
    | {
        type: 'jwt';
        /** `body`: the whole body is the token, and its claims are the payload. `header`: it comes in a header. */
        in: 'body' | 'header';
        /** With `in: header`. Default: `Authorization`. */
        header?: string;
        algorithm: 'HS256' | 'HS384' | 'HS512' | 'RS256' | 'ES256';
        /** With `in: header`: the claim that holds the SHA-256 of the body in hex. Without it the body is not signed. */
        body_hash_claim?: string;
      };
  /**
   * JSONata. Evaluated on the payload: the list of conversations in it. Everything else then sees one of them at a
   * time.
   */
  each?: string;
  /** JSONata. Evaluated on the payload: anything but true is skipped. */
  when?: string;
  /** For services that send only an id or a URL: what is requested before `map`, in this order. */
  fetch?: {
    /** The next steps and `map` read the response as `fetched.NAME`. */
    as: string;
    method: 'GET' | 'POST';
    /**
     * A template: `{JSONata}` is replaced by its value over the payload, percent-encoded unless the URL begins with
     * it.
     */
    url: string;
    /** Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake. */
    headers?: Record<string, string>;
    /** JSONata. With POST, over the payload: the body, an object. `{secret:NAME}` in its texts is replaced. */
    body?: string;
    /** How the object is written. */
    body_type: 'json' | 'form';
    /** `text` takes the response as plain text, such as a WebVTT file. */
    read: 'json' | 'text';
  }[];
  /**
   * For services that send the address of a recording: it is fetched and transcribed, and its conversation is
   * added to what `map.input` gives.
   */
  recording?: {
    /** The address of the recording: a template as in fetch steps, which can also use what was fetched. */
    url: string;
    /** Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake. */
    headers?: Record<string, string>;
    /** Who speaks on each channel. By default inferred from what is said. */
    channels?: ChannelSide[];
    /** Keep a copy to listen to; by default as BRICKWORK_KEEP_RECORDINGS says. */
    keep_audio?: boolean;
  };
  map: {
    /**
     * JSONata. Evaluated on the payload: the input of the run, an object such as {"transcript": …}. Only with
     * `recording` it may be left out.
     */
    input?: string;
    /** JSONata. Evaluated on the payload: your id for the conversation. */
    external_id?: string;
    /**
     * JSONata. Evaluated on the payload: when the conversation took place, as RFC 3339 or as milliseconds since
     * 1970.
     */
    occurred_at?: string;
    /** JSONata. Evaluated on the payload: an object of strings, numbers and booleans. */
    metadata?: string;
    /**
     * JSONata. Evaluated on the payload: conversations with the same key create only one run. Default: the external
     * id, or else the whole payload.
     */
    idempotency_key?: string;
  };
  /** Every matching rule creates a run. If empty: deliveries are kept, and can be replayed once there are rules. */
  kits: IntakeRule[];
  /** How long payloads are kept, encrypted, for replays. Never longer than the workspace keeps inputs. */
  keep_days: number;
}

export interface Intake {
  name: string;
  /** Where the service pushes to: a path that nobody can guess. */
  path: string;
  revision: number;
  intake: StoredIntakeDocument;
  /** The last characters of the secret, to tell secrets apart. */
  secret_hint: string;
  /** Until then, the previous secret works too. */
  old_secret_until?: string;
  /** What the service needs besides the secret, if anything (Meta). */
  verify_token?: string;
  /** Names of the secrets that fetch steps send. Their values are not shown. */
  secrets: string[];
  created_at: string;
  updated_at: string;
}

export interface IntakeWithSecret extends Intake {
  /** Only when it is new; it is not shown again. */
  secret?: string;
}

export interface IntakeWithChanges extends Intake {
  changes: {
    revision: number;
    change: 'created' | 'changed' | 'secret_rotated' | 'deleted';
    /** The API key that did it; absent if a person did. */
    key_id?: string;
    by: Actor;
    created_at: string;
  }[];
}

export interface IntakeDelivery {
  /** `itd_…` */
  delivery_id: string;
  /**
   * `received`: stored but not read yet; `accepted`: at least one new run; `replayed`: it was received before;
   * `skipped`: no run, for the given reason; `failed`: it could not be read; `refused`: it was rejected and not
   * stored.
   */
  outcome: IntakeOutcome;
  /** Why there is no new run, or what it waits for. */
  reason?: string;
  external_id?: string;
  runs: {
    kit: string;
    run_id: string;
    replayed: boolean;
  }[];
  /** Kits that refused the input. */
  failed: {
    kit: string;
    error: string;
    detail?: string;
  }[];
  /** If it held several conversations: each of them. */
  items?: {
    outcome: 'accepted' | 'replayed' | 'skipped' | 'failed';
    reason?: string;
    external_id?: string;
    runs: {
      kit: string;
      run_id: string;
      replayed: boolean;
    }[];
    failed: {
      kit: string;
      error: string;
      detail?: string;
    }[];
  }[];
  bytes: number;
  /** Whether its payload is still stored and can be read and replayed. */
  kept: boolean;
  received_at: string;
  settled_at?: string;
}

export interface IntakePayload {
  delivery_id: string;
  content_type: string;
  /** The payload, if it is text. */
  text?: string;
  /** The payload, if it is not text. */
  base64?: string;
}

export interface IntakePreset {
  name: string;
  title: string;
  /** What becomes a run. */
  summary: string;
  secret: {
    /** What the service calls it. */
    label: string;
    /** `service`: it is required when the intake is created. */
    made_by: 'service' | 'brickwork';
  };
  /** The secrets that fetch steps send, by name, and what each is at the service. */
  secrets: Record<string, string>;
  /** What to do there; `{url}`, `{secret}` and `{verify_token}` are the intake’s. */
  steps: string[];
  definition: {
    description?: string;
    /** A disabled intake stores what it receives and creates no runs; the deliveries can be replayed. */
    enabled: boolean;
    /** The preset it was made from. It has no effect. */
    preset?: string;
    /**
     * How the service verifies that the address is yours: Zoom’s `endpoint.url_validation`, Slack’s `challenge`,
     * Microsoft Graph’s `validationToken`, RingCentral’s `Validation-Token`, Front’s `X-Front-Challenge`, Meta’s
     * `hub.challenge`.
     */
    handshake?: 'zoom' | 'slack' | 'microsoft_graph' | 'ringcentral' | 'front' | 'meta';
    auth:
      | {
          type: 'token';
          /** The header that holds the token. Default: `Authorization: Bearer <token>`, or `?token=` in the URL. */
          header?: string;
        }
      | {
          type: 'body_token';
          /** Where in the JSON body the secret is; `*` stands for every element of a list, and all must have it. */
          path: string;
        }
      | {
          type: 'basic';
          /** The password is the secret. */
          username: string;
        }
      | {
          type: 'hmac';
          /** The header that holds the signature, such as `X-Signature`. */
          header: string;
          algorithm: 'sha256' | 'sha512' | 'sha1';
          encoding: 'hex' | 'base64';
          /** What the header looks like, such as `sha256={signature}` or `t={timestamp},v1={signature}`. */
          format: string;
          /** What is signed: `{timestamp}.{body}`; also `{method}`, `{url}` and `{header:NAME}`. */
          signed: string;
          /** Where the timestamp is when `format` does not have it. */
          timestamp_header?: string;
          /** How old a timestamp may be. Without a timestamp it has no effect. */
          tolerance_seconds: number;
        }
      | {
          type: 'standard_webhooks';
          /** Whether the headers are `webhook-id`, `webhook-timestamp`, `webhook-signature`, or `svix-…`. */
          headers: 'webhook' | 'svix';
          /** How old a timestamp may be. Without a timestamp it has no effect. */
          tolerance_seconds: number;
        }
      | {
          type: 'twilio';
        }
      | {
          type: 'hubspot';
          /** How old a timestamp may be. Without a timestamp it has no effect. */
          tolerance_seconds: number;
        }
      | {
          type: 'jwt';
          /** `body`: the whole body is the token, and its claims are the payload. `header`: it comes in a header. */
          in: 'body' | 'header';
          /** With `in: header`. Default: `Authorization`. */
          header?: string;
          algorithm: 'HS256' | 'HS384' | 'HS512' | 'RS256' | 'ES256';
          /** With `in: header`: the claim that holds the SHA-256 of the body in hex. Without it the body is not signed. */
          body_hash_claim?: string;
        };
    /**
     * JSONata. Evaluated on the payload: the list of conversations in it. Everything else then sees one of them at a
     * time.
     */
    each?: string;
    /** JSONata. Evaluated on the payload: anything but true is skipped. */
    when?: string;
    /** For services that send only an id or a URL: what is requested before `map`, in this order. */
    fetch?: {
      /** The next steps and `map` read the response as `fetched.NAME`. */
      as: string;
      method: 'GET' | 'POST';
      /**
       * A template: `{JSONata}` is replaced by its value over the payload, percent-encoded unless the URL begins with
       * it.
       */
      url: string;
      /** Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake. */
      headers?: Record<string, string>;
      /** JSONata. With POST, over the payload: the body, an object. `{secret:NAME}` in its texts is replaced. */
      body?: string;
      /** How the object is written. */
      body_type: 'json' | 'form';
      /** `text` takes the response as plain text, such as a WebVTT file. */
      read: 'json' | 'text';
    }[];
    /**
     * For services that send the address of a recording: it is fetched and transcribed, and its conversation is
     * added to what `map.input` gives.
     */
    recording?: {
      /** The address of the recording: a template as in fetch steps, which can also use what was fetched. */
      url: string;
      /** Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake. */
      headers?: Record<string, string>;
      /** Who speaks on each channel. By default inferred from what is said. */
      channels?: ChannelSide[];
      /** Keep a copy to listen to; by default as BRICKWORK_KEEP_RECORDINGS says. */
      keep_audio?: boolean;
    };
    map: {
      /**
       * JSONata. Evaluated on the payload: the input of the run, an object such as {"transcript": …}. Only with
       * `recording` it may be left out.
       */
      input?: string;
      /** JSONata. Evaluated on the payload: your id for the conversation. */
      external_id?: string;
      /**
       * JSONata. Evaluated on the payload: when the conversation took place, as RFC 3339 or as milliseconds since
       * 1970.
       */
      occurred_at?: string;
      /** JSONata. Evaluated on the payload: an object of strings, numbers and booleans. */
      metadata?: string;
      /**
       * JSONata. Evaluated on the payload: conversations with the same key create only one run. Default: the external
       * id, or else the whole payload.
       */
      idempotency_key?: string;
    };
    /** How long payloads are kept, encrypted, for replays. Never longer than the workspace keeps inputs. */
    keep_days: number;
  };
}

export interface IntakePreview {
  /** `fetch`: it needs a response first; `url` says from where. */
  outcome: 'accepted' | 'skipped' | 'failed' | 'fetch';
  reason?: string;
  input?: Record<string, unknown>;
  external_id?: string;
  occurred_at?: string;
  metadata?: Record<string, string>;
  idempotency_key?: string;
  /** What the next fetch step would request. */
  url?: string;
  kits: {
    kit: string;
    chosen: boolean;
    /** Why it is chosen, or why not. */
    reason: string;
    /** Why the kit would reject the input. */
    fault?: string;
  }[];
  /** With `each`: every conversation. The rest is about the first. */
  items?: {
    /** `fetch`: it needs a response first; `url` says from where. */
    outcome: 'accepted' | 'skipped' | 'failed' | 'fetch';
    reason?: string;
    input?: Record<string, unknown>;
    external_id?: string;
    occurred_at?: string;
    metadata?: Record<string, string>;
    idempotency_key?: string;
    /** What the next fetch step would request. */
    url?: string;
    kits: {
      kit: string;
      chosen: boolean;
      /** Why it is chosen, or why not. */
      reason: string;
      /** Why the kit would reject the input. */
      fault?: string;
    }[];
  }[];
}
