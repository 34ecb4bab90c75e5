/** Every setting: its variable, what it means, how it is parsed. The README's table is checked against this list. */
import { flag, list, setting, whole } from '@brickwork/engine/core/setting';
import { ENGINE_SETTINGS } from '@brickwork/engine/model/providers/engine-settings';
import { z } from 'zod';
import { DEFAULT_DELAYS_SECONDS } from '../outbound/outbox/retry-schedule.ts';
import {
  addressRanges,
  creditPrice,
  groupRules,
  hostAndPort,
  issuer,
  plans,
  portList,
  postgresUrl,
  prices,
  publicUrl,
  retryDelays,
  secretBytes,
  smtpUrl,
} from './setting-values.ts';

export const SETTINGS = {
  host: setting('HOST', 'Address to listen on', z.string(), { fallback: '127.0.0.1' }),
  port: setting('PORT', 'Port to listen on; 0 uses any free one', whole(0, 65_535), { fallback: '8787' }),
  databaseUrl: setting('DATABASE_URL', 'PostgreSQL ≥ 14 to use instead of the embedded one', postgresUrl, {
    isSecret: true,
  }),
  databaseListenUrl: setting(
    'BRICKWORK_DATABASE_LISTEN_URL',
    'Direct URL for LISTEN and migrations; set it when DATABASE_URL goes through a transaction pooler',
    postgresUrl,
    { isSecret: true },
  ),
  databaseReadUrl: setting(
    'BRICKWORK_DATABASE_READ_URL',
    'URL of a standby for lists, exports, usage and metrics, which may be slightly out of date; the primary answers when the standby does not, and while the primary is unavailable the standby answers most reads',
    postgresUrl,
    { isSecret: true },
  ),
  databaseCaFile: setting(
    'BRICKWORK_DATABASE_CA',
    'File with the CA certificate of the database server; turns on verified TLS',
    z.string(),
  ),
  databasePool: setting('BRICKWORK_DATABASE_POOL', 'Database connections of this node', whole(2, 500), {
    fallback: '20',
  }),
  statementTimeoutMs: setting(
    'BRICKWORK_STATEMENT_TIMEOUT_MS',
    'Longest time one SQL statement may take',
    whole(100, 600_000),
    { fallback: '30000' },
  ),
  databaseWaitMs: setting(
    'BRICKWORK_DATABASE_WAIT_MS',
    'How long a node that starts waits for an external database that is unavailable; 0: not at all',
    whole(0, 86_400_000),
    { fallback: '300000' },
  ),
  dataDir: setting('BRICKWORK_DATA_DIR', 'Directory of the embedded database, its secret and its log', z.string(), {
    fallback: '.brickwork',
  }),
  auditAnchor: setting(
    'BRICKWORK_AUDIT_ANCHOR',
    'Where the heads of audit logs are also sent every hour: `https://…` (POST; a name and password in it are sent as Basic authorization) or `s3://bucket/prefix`, preferably a bucket with object lock (`?lock_days=400`, or its default retention)',
    z.url({ protocol: /^(https|s3)$/, error: 'must be an https:// or s3:// address' }),
  ),
  reportingListen: setting(
    'BRICKWORK_REPORTING_LISTEN',
    'Address and port, such as `127.0.0.1:5433`, on which the embedded database accepts reporting logins only; without it, nothing on the network can reach the database',
    hostAndPort,
  ),
  role: setting('BRICKWORK_ROLE', 'What this node does: `all`, `api` or `worker`', z.enum(['all', 'api', 'worker']), {
    fallback: 'all',
  }),
  secret: setting(
    'BRICKWORK_SECRET',
    '32 bytes (hex or base64) that encrypt secrets at rest; created automatically with the embedded database, required with DATABASE_URL',
    secretBytes,
    {
      isSecret: true,
    },
  ),
  secretOther: setting(
    'BRICKWORK_SECRET_OTHER',
    'The other secret while BRICKWORK_SECRET is rotated: what it encrypted is read, and encrypted again with BRICKWORK_SECRET in the background',
    secretBytes,
    { isSecret: true },
  ),
  headerPrefix: setting(
    'BRICKWORK_HEADER_PREFIX',
    'Prefix of the webhook headers',
    z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/, 'must be letters, digits and -'),
    {
      fallback: 'Service',
    },
  ),
  keyPrefix: setting(
    'BRICKWORK_KEY_PREFIX',
    'Prefix of API keys',
    z.string().regex(/^[a-z][a-z0-9]{1,15}$/, 'must be 2 to 16 of a-z and 0-9'),
    { fallback: 'svc' },
  ),
  logLevel: setting(
    'LOG_LEVEL',
    '`debug`, `info`, `warn`, `error` or `silent`',
    z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    { fallback: 'info' },
  ),
  logFormat: setting(
    'LOG_FORMAT',
    '`json`, `pretty`, or `auto`: pretty on a terminal',
    z.enum(['auto', 'json', 'pretty']),
    { fallback: 'auto' },
  ),
  bodyLimitBytes: setting('BRICKWORK_BODY_LIMIT_BYTES', 'Largest request body', whole(1_024, 104_857_600), {
    fallback: '5242880',
  }),
  syncWaitMs: setting('BRICKWORK_SYNC_WAIT_MS', 'How long a sync request waits for its run', whole(100, 300_000), {
    fallback: '30000',
  }),
  requestTimeoutMs: setting(
    'BRICKWORK_REQUEST_TIMEOUT_MS',
    'A request must arrive completely within this time',
    whole(1_000, 600_000),
    { fallback: '30000' },
  ),
  answerWithinMs: setting(
    'BRICKWORK_ANSWER_WITHIN_MS',
    'Requests that create runs are refused (503 with Retry-After) while this node has more of them in progress than it can answer within this time; 0: never',
    whole(0, 600_000),
    { fallback: '1000' },
  ),
  drainMs: setting('BRICKWORK_DRAIN_MS', 'How long a stop waits for requests and runs in progress', whole(0, 600_000), {
    fallback: '10000',
  }),
  trustProxy: setting(
    'BRICKWORK_TRUST_PROXY',
    'Number of your own proxies in front: the caller’s address is that many entries from the right of X-Forwarded-For',
    whole(0, 10),
    { fallback: '0' },
  ),
  corsOrigins: setting(
    'BRICKWORK_CORS_ORIGINS',
    'Comma-separated list of origins whose pages may call the API; none by default',
    list,
    { fallback: '' },
  ),
  failedAuthPerMinute: setting(
    'BRICKWORK_FAILED_AUTH_PER_MINUTE',
    'Requests with an invalid key per address and minute before the 401 carries Retry-After',
    whole(1, 1_000_000),
    { fallback: '60' },
  ),
  publicUrl: setting(
    'BRICKWORK_PUBLIC_URL',
    'Where people reach the service, such as `https://calls.example.com`; links in invitations and messages begin with it',
    publicUrl,
  ),
  oidcIssuer: setting(
    'BRICKWORK_OIDC_ISSUER',
    'Issuer of the identity provider that people sign in to the console with, such as `https://login.example.com`; needs BRICKWORK_PUBLIC_URL',
    issuer,
  ),
  oidcClientId: setting('BRICKWORK_OIDC_CLIENT_ID', 'Client id of this service at the identity provider', z.string()),
  oidcClientSecret: setting(
    'BRICKWORK_OIDC_CLIENT_SECRET',
    'Client secret at the identity provider; without one the service is a public client, and PKCE alone protects the sign-in',
    z.string(),
    { isSecret: true },
  ),
  oidcGroups: setting(
    'BRICKWORK_OIDC_GROUPS',
    'JSON: which groups give access to which workspace, with which role; the first match counts: `[{"group":"qa-leads","workspace":"default","role":"admin"},{"group":"phone","workspace":"default","role":"agent","agent_claim":"email"}]`',
    groupRules,
    { fallback: '[]' },
  ),
  oidcGroupsClaim: setting('BRICKWORK_OIDC_GROUPS_CLAIM', 'The claim that lists somebody’s groups', z.string(), {
    fallback: 'groups',
  }),
  oidcScopes: setting('BRICKWORK_OIDC_SCOPES', 'Scopes to request from the provider', z.string(), {
    fallback: 'openid profile email',
  }),
  oidcLabel: setting('BRICKWORK_OIDC_LABEL', 'What the sign-in button calls the provider', z.string().max(60), {
    fallback: 'your company account',
  }),
  sessionHours: setting(
    'BRICKWORK_SESSION_HOURS',
    'How long a person stays signed in to the console, even if active',
    whole(1, 8_760),
    { fallback: '168' },
  ),
  sessionIdleMinutes: setting(
    'BRICKWORK_SESSION_IDLE_MINUTES',
    'A person’s session ends after this long without use',
    whole(1, 525_600),
    { fallback: '720' },
  ),
  metricsToken: setting(
    'BRICKWORK_METRICS_TOKEN',
    'Bearer token for /metrics; without it, only this machine can read it',
    z.string().min(16, 'must have at least 16 characters'),
    {
      isSecret: true,
    },
  ),
  runSlots: setting('BRICKWORK_RUN_SLOTS', 'Runs that this node executes at once', whole(1, 1_000), {
    fallback: '100',
  }),
  threads: setting('BRICKWORK_THREADS', 'Threads that evaluate conversations; `0` means one per core', whole(0, 128), {
    fallback: '0',
  }),
  evaluationMs: setting(
    'BRICKWORK_EVALUATION_MS',
    'CPU time that one run may use in an evaluation thread (four times as much wall-clock time); beyond it the run fails',
    whole(100, 3_600_000),
    { fallback: '60000' },
  ),
  ...ENGINE_SETTINGS,
  runAttempts: setting('BRICKWORK_RUN_ATTEMPTS', 'How often a run may be started before it fails', whole(1, 100), {
    fallback: '5',
  }),
  leaseMs: setting(
    'BRICKWORK_LEASE_MS',
    'A worker that is silent for this long loses its runs to other workers',
    whole(500, 600_000),
    { fallback: '12000' },
  ),
  housekeepingMs: setting(
    'BRICKWORK_HOUSEKEEPING_MS',
    'How often housekeeping deletes expired idempotency keys and applies retention',
    whole(100, 86_400_000),
    { fallback: '30000' },
  ),
  alertsMs: setting('BRICKWORK_ALERTS_MS', 'How often each alert is checked', whole(100, 86_400_000), {
    fallback: '60000',
  }),
  webhookPorts: setting(
    'BRICKWORK_WEBHOOK_PORTS',
    'The only ports that webhook URLs may have; without it, 443 and every port from 1024 except those of well-known databases',
    portList,
    { fallback: '' },
  ),
  webhookAllow: setting(
    'BRICKWORK_WEBHOOK_ALLOW',
    'For development: address ranges that webhooks may reach although they are not public, such as `127.0.0.0/8`',
    addressRanges,
    { fallback: '' },
  ),
  webhookAllowHttp: setting(
    'BRICKWORK_WEBHOOK_ALLOW_HTTP',
    'For development: `1` lets webhooks to addresses in BRICKWORK_WEBHOOK_ALLOW use plain http',
    flag,
    { fallback: '0' },
  ),
  webhookRetrySeconds: setting(
    'BRICKWORK_WEBHOOK_RETRY_SECONDS',
    'The nine delays between the ten attempts of a delivery',
    retryDelays,
    { fallback: DEFAULT_DELAYS_SECONDS.join(',') },
  ),
  webhookPayloadBytes: setting(
    'BRICKWORK_WEBHOOK_PAYLOAD_BYTES',
    'Events larger than this are sent thin, without the run’s output',
    whole(1_024, 16_777_216),
    { fallback: '262144' },
  ),
  webhookConcurrency: setting(
    'BRICKWORK_WEBHOOK_CONCURRENCY',
    'Deliveries in progress at once to one endpoint',
    whole(1, 1_000),
    { fallback: '10' },
  ),
  webhookSlots: setting('BRICKWORK_WEBHOOK_SLOTS', 'Deliveries that this node sends at once', whole(1, 1_000), {
    fallback: '128',
  }),
  smtpUrl: setting(
    'BRICKWORK_SMTP_URL',
    'The mail server for e-mail channels: `smtps://user:password@mail.example.com`, or `smtp://…:587`, which is encrypted if the server offers it',
    smtpUrl,
    { isSecret: true },
  ),
  smtpFrom: setting(
    'BRICKWORK_SMTP_FROM',
    'The sender of those mails, such as `Brickwork <calls@example.com>`; required with BRICKWORK_SMTP_URL',
    z.string().max(320),
  ),
  exportDir: setting(
    'BRICKWORK_EXPORT_DIR',
    'Where scheduled exports may write Parquet files, in a folder for each workspace and environment; without it they go to object storage only',
    z.string().min(1),
  ),
  modelPrices: setting(
    'BRICKWORK_MODEL_PRICES',
    'JSON of credits per million tokens: `{"openai/gpt-5-mini":{"input":0.25,"cached_input":0.025,"output":2}}`',
    prices,
    { fallback: '{}' },
  ),
  creditPrice: setting(
    'BRICKWORK_CREDIT_PRICE',
    'What a credit costs, as an amount and a currency: `0.01 EUR`. With it, spend caps can be given in money',
    creditPrice,
    { fallback: '' },
  ),
  keepReceipts: setting(
    'BRICKWORK_KEEP_RECEIPTS',
    '`1` stores the model’s raw replies (encrypted), so runs can be recomputed',
    flag,
    { fallback: '0' },
  ),
  transcriber: setting(
    'BRICKWORK_TRANSCRIBER',
    'What transcribes recordings: `whisper/base` on this machine (after `brickwork models get whisper-base`; `whisper//srv/model` names a directory), or a service: `openai/whisper-1`, `deepgram/nova-3`, `assemblyai/universal`. Without it recordings are refused. The same on all nodes',
    z
      .string()
      .regex(
        /^(?:whisper|openai|deepgram|assemblyai)\/\S+$/,
        'must be whisper/base, openai/MODEL, deepgram/MODEL or assemblyai/MODEL',
      ),
  ),
  transcriberUrl: setting(
    'BRICKWORK_TRANSCRIBER_BASE_URL',
    'Address of the transcription service, for another one that speaks the same API: `http://127.0.0.1:8000/v1` for speaches, faster-whisper or whisper.cpp with `openai/…`',
    z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }),
  ),
  transcriberKey: setting('BRICKWORK_TRANSCRIBER_API_KEY', 'Key of the transcription service', z.string(), {
    isSecret: true,
  }),
  transcribeSlots: setting(
    'BRICKWORK_TRANSCRIBE_SLOTS',
    'Recordings that this node transcribes at once, each in its own process',
    whole(1, 64),
    { fallback: '1' },
  ),
  transcribeThreads: setting('BRICKWORK_TRANSCRIBE_THREADS', 'Threads of each of these processes', whole(1, 64), {
    fallback: '2',
  }),
  keepRecordings: setting(
    'BRICKWORK_KEEP_RECORDINGS',
    '`1` keeps a copy of each recording to listen to (encrypted), unless a request says otherwise; by default a recording is deleted once it is transcribed',
    flag,
    { fallback: '0' },
  ),
  recordingDays: setting(
    'BRICKWORK_RECORDING_DAYS',
    'Days after which recordings and their copies are deleted, unless their run is erased first',
    whole(1, 3_650),
    { fallback: '90' },
  ),
  recordingBytes: setting(
    'BRICKWORK_RECORDING_BYTES',
    'Bytes of recordings that a workspace may have stored at once, waiting or kept',
    whole(1_048_576, 100_000_000_000_000),
    { fallback: '20000000000' },
  ),
  plans: setting(
    'BRICKWORK_PLANS',
    'JSON of additional or changed plans: `{"team":{"run_creations_per_minute":600,"reads_per_minute":6000,"runs_at_once":25,"sync_waits_at_once":25,"stored_runs":5000000,"stored_bytes":100000000000}}`',
    plans,
    {
      fallback: '{}',
    },
  ),
} as const;
