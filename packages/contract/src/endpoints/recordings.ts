/** Recordings: sound that becomes a conversation, and a run of a kit. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { absentable, cleanText, pageLimit, timestamp } from '../fields.ts';
import { CHANNEL_SIDES, NEW_RUN_TYPES, RECORDING_STATUSES } from '../vocabulary.ts';
import { MASK } from './run-filter.ts';
import { runFacts } from './runs.ts';

export const ID_PREFIXES = ['rec'] as const;

/** Of a recording, before it is decoded. */
export const RECORDING_MOST_BYTES = 524_288_000;
/** Of one part that is uploaded. */
export const RECORDING_PART_BYTES = 8_388_608;

const count = z.number().int();
const seconds = z.number().min(0);

export const recordingRequest = z
  .strictObject({
    kit_code: absentable.describe(
      'The Kit that the conversation is evaluated against. Without one, it is only transcribed.',
    ),
    kit_version_id: absentable.describe('Pins a version; takes precedence over `kit_code`.'),
    type: z.enum(NEW_RUN_TYPES).default('api').describe('Type of run.'),
    input: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Other fields of the run’s input, besides the conversation.'),
    ...runFacts.shape,
    name: cleanText(255).optional().describe('The file’s name, to find it again.'),
    size_bytes: z
      .number()
      .int()
      .min(1)
      .max(RECORDING_MOST_BYTES)
      .optional()
      .describe('How many bytes will be uploaded. Either this or `url`.'),
    url: cleanText(4_000)
      .optional()
      .describe(
        'A public https:// address from which the recording is fetched, in parts; it must answer requests with `Range`, or send at most 64 MB.',
      ),
    language: z
      .string()
      .regex(/^[a-z]{2,3}$/, 'must be a code such as en or de')
      .optional()
      .describe('The spoken language, such as `de`. Detected by default.'),
    channels: z
      .array(z.enum(CHANNEL_SIDES))
      .min(1)
      .max(2)
      .optional()
      .describe('Who speaks on each channel: `["agent", "customer"]`. By default inferred from what is said.'),
    keep_audio: z
      .boolean()
      .optional()
      .describe(
        'Keep a copy to listen to, encrypted, until the run is erased or BRICKWORK_RECORDING_DAYS have passed. The default is BRICKWORK_KEEP_RECORDINGS.',
      ),
  })
  .refine((request) => (request.size_bytes === undefined) !== (request.url === undefined), {
    path: ['size_bytes'],
    message: 'send either size_bytes, and upload the content, or url',
  });

const spokenWord = z.object({
  text: z.string(),
  joined: z.literal(true).optional().describe('The word is written without a space before it.'),
  start: seconds,
  end: seconds,
  confidence: z.number().min(0).max(1).optional(),
});

export const spokenTurn = z
  .object({
    speaker: z.string().optional(),
    side: z.enum(['agent', 'customer']).optional(),
    kind: z.literal('hold').optional().describe('Hold music.'),
    text: z.string(),
    start: seconds,
    end: seconds,
    words: z.array(spokenWord).optional().describe('When each word was said.'),
  })
  .meta({ id: 'SpokenTurn' });

export const recording = z
  .object({
    recording_id: z.string().describe('`rec_…`'),
    status: z
      .enum(RECORDING_STATUSES)
      .describe(
        '`uploading` until it is complete; `running` while it is fetched and transcribed; then `succeeded` or `failed`.',
      ),
    name: z.string().optional(),
    external_id: z.string().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    occurred_at: timestamp.optional(),
    kit_code: z.string().optional(),
    kit_version_id: z.string().optional(),
    language: z.string().optional().describe('As given, or detected.'),
    channels: z.array(z.enum(CHANNEL_SIDES)).optional(),
    size_bytes: count.optional().describe('Absent until it is known.'),
    received_bytes: count.describe('Bytes received so far; continue the upload at this offset.'),
    heard_seconds: seconds.describe('How far it has been transcribed.'),
    seconds: seconds.optional().describe('How long it is; known at the end.'),
    engine: z.string().optional().describe('What transcribed it: `whisper/base`.'),
    run_ids: z.array(z.string()).describe('The runs that were created with its conversation.'),
    has_audio: z.boolean().describe('Whether there is a copy to listen to.'),
    audio_until: timestamp.optional().describe('When the copy is deleted.'),
    error: z.string().optional().describe('Why it failed, and what to do.'),
    warnings: z.array(z.string()).optional().describe('Caveats, such as that sides were inferred.'),
    created_at: timestamp,
    completed_at: timestamp.optional(),
    conversation: z
      .object({ turns: z.array(spokenTurn) })
      .optional()
      .describe('With `include=conversation`, while it is stored.'),
  })
  .meta({ id: 'Recording' });

const common = { tag: 'Recordings', limit: 'read' } as const;
const params = z.object({ recordingId: z.string() });
const ID = { recordingId: 'id of a recording (rec_…)' } as const;

export const recordingExample = {
  recording_id: 'rec_01m7er7dfgeqcrm640y1251418',
  status: 'succeeded',
  name: 'call-4711.wav',
  external_id: 'call-4711',
  kit_code: 'K7TQ2MXB',
  language: 'en',
  channels: ['agent', 'customer'],
  size_bytes: 9_600_044,
  received_bytes: 9_600_044,
  heard_seconds: 300,
  seconds: 300,
  engine: 'whisper/base',
  run_ids: ['run_01m7er7dfgeqcrm640y1251418'],
  has_audio: false,
  created_at: '2026-11-15T08:30:00.000Z',
  completed_at: '2026-11-15T08:32:10.000Z',
} as const;

const waiting = {
  ...recordingExample,
  status: 'uploading',
  received_bytes: 0,
  heard_seconds: 0,
  seconds: undefined,
  engine: undefined,
  language: undefined,
  run_ids: [],
  completed_at: undefined,
} as const;

export const createRecording = defineEndpoint({
  ...common,
  id: 'createRecording',
  sdk: 'recordings.create',
  method: 'POST',
  path: '/v1/recordings',
  limit: 'create',
  summary: 'Send a recording',
  description:
    'WAV, FLAC, MP3, M4A or AAC, Ogg with Opus, and WebM, one or two channels, at most three hours and 500 MB. With `size_bytes`, upload the content next (PUT /v1/recordings/:recordingId/content); with `url`, it is fetched. It is transcribed in the background by the engine in BRICKWORK_TRANSCRIBER, then a run of the kit is created with the conversation.',
  access: 'runs:write',
  body: recordingRequest,
  bodyExample: {
    kit_code: 'K7TQ2MXB',
    size_bytes: 9_600_044,
    name: 'call-4711.wav',
    external_id: 'call-4711',
    channels: ['agent', 'customer'],
  },
  audit: { action: 'recording.created', meaning: 'A recording was sent, or an address to fetch one from.' },
  responses: {
    201: { description: 'Created; with `size_bytes`, upload next.', schema: recording, example: waiting },
  },
  errors: ['kit_not_found', 'kit_input_invalid', 'conflict', 'storage_quota_exceeded', 'webhook_url_not_public'],
});

export const uploadRecording = defineEndpoint({
  ...common,
  id: 'uploadRecording',
  method: 'PUT',
  path: '/v1/recordings/:recordingId/content',
  limit: 'none',
  summary: 'Upload the content of a recording, whole or in parts',
  description:
    'The bytes from `offset` on, at most 8 MiB in one request. Parts answered with 200 are stored: after a failure, read `received_bytes` and continue there. Transcription begins after the last one.',
  access: 'runs:write',
  params,
  query: z.object({
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .max(RECORDING_MOST_BYTES)
      .default(0)
      .describe('Position of the first byte; 0 by default.'),
  }),
  body: z.unknown(),
  rawBody: true,
  anyContentType: true,
  bodyAtLeastBytes: RECORDING_PART_BYTES,
  notAudited: 'The log already has the recording’s creation.',
  responses: {
    200: {
      description: 'Stored.',
      schema: recording,
      example: { ...waiting, received_bytes: 8_388_608 },
    },
  },
  errors: ['not_found', 'conflict', 'payload_too_large', 'storage_quota_exceeded'],
});

export const listRecordings = defineEndpoint({
  ...common,
  id: 'listRecordings',
  sdk: { page: 'recordings.page', items: 'recordings.list' },
  cli: {
    command: 'recordings list',
    about: 'list recordings, newest first',
    options: {
      status: ['--status <status>', `only ${RECORDING_STATUSES.join(', ')}`],
      run_id: ['--run <id>', 'only this run’s recording'],
      external_id: ['--external-id <id>', 'only recordings with this external id'],
      limit: ['--limit <n>', 'maximum number of recordings', 50],
    },
    table: {
      recording: 'recording_id',
      status: 'status',
      name: ['name', '-'],
      seconds: ['seconds', '-'],
      run: ['run_ids', '-'],
      error: ['error', ''],
    },
    empty: 'There are no recordings.',
  },
  method: 'GET',
  path: '/v1/recordings',
  summary: 'List recordings, newest first',
  access: 'runs:read',
  query: z.object({
    status: z.enum(RECORDING_STATUSES).optional(),
    run_id: cleanText(64).optional().describe('Only the recording of this run.'),
    external_id: cleanText(255).optional(),
    limit: pageLimit,
    cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
  }),
  responses: {
    200: {
      description: 'A page.',
      schema: z.object({ data: z.array(recording), next_cursor: z.string().optional() }),
      example: { data: [recordingExample] },
    },
  },
  errors: ['invalid_limit', 'invalid_cursor'],
});

export const getRecording = defineEndpoint({
  ...common,
  id: 'getRecording',
  sdk: 'recordings.get',
  cli: { command: 'recordings get', about: 'show a recording and its progress', arguments: ID },
  method: 'GET',
  path: '/v1/recordings/:recordingId',
  summary: 'Read a recording and its progress',
  access: 'runs:read',
  params,
  query: z.object({
    include: z
      .enum(['conversation'])
      .optional()
      .describe('`conversation`: what was said, with the time of each word (needs runs:read_input).'),
  }),
  responses: { 200: { description: 'The recording.', schema: recording, example: recordingExample } },
  errors: ['not_found'],
});

export const retryRecording = defineEndpoint({
  ...common,
  id: 'retryRecording',
  sdk: 'recordings.retry',
  cli: {
    command: 'recordings retry',
    about: 'transcribe failed recordings again',
    arguments: ID,
    many: true,
    done: '{recording_id} is {status}.',
  },
  method: 'POST',
  path: '/v1/recordings/:recordingId/retry',
  repeatable: true,
  summary: 'Transcribe a failed recording again',
  description: 'Continues where it failed. Possible for seven days, until its bytes are deleted.',
  access: 'runs:write',
  params,
  notAudited: 'It does what was asked when the recording was created.',
  responses: {
    202: { description: 'Started.', schema: recording, example: { ...recordingExample, status: 'running' } },
  },
  errors: ['not_found', 'conflict'],
});

export const deleteRecording = defineEndpoint({
  ...common,
  id: 'deleteRecording',
  sdk: 'recordings.delete',
  cli: {
    command: 'recordings delete',
    about: 'delete recordings and their audio; their runs stay',
    arguments: ID,
    many: true,
    done: 'Deleted {recording_id}.',
  },
  method: 'DELETE',
  path: '/v1/recordings/:recordingId',
  summary: 'Delete a recording and its audio; stops its processing',
  description: 'Runs created from it stay: erase them to erase the transcript too.',
  access: 'runs:write',
  params,
  audit: { action: 'recording.deleted', meaning: 'A recording was deleted, with its audio.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ recording_id: z.string(), deleted: z.literal(true) }),
      example: { recording_id: recordingExample.recording_id, deleted: true },
    },
  },
  errors: ['not_found'],
});

export const playRecording = defineEndpoint({
  ...common,
  id: 'playRecording',
  method: 'GET',
  path: '/v1/recordings/:recordingId/audio',
  limit: 'none',
  summary: 'Listen to a recording',
  description:
    'The copy that was kept, as WAV with 16 kHz and 16 bits; a `Range` is answered with 206. For callers who may not see identities, and with `mask=1`, masked words are silent. The audit log records who listened, at most once an hour.',
  access: 'runs:read_input',
  params,
  query: z.object({ mask: MASK }),
  isPlayed: true,
  headers: [{ name: 'Range', description: 'A range of bytes.', example: 'bytes=0-65535' }],
  responses: {
    200: { description: 'All of it.', contentType: 'audio/wav' },
    206: { description: 'The requested bytes.', contentType: 'audio/wav' },
  },
  errors: ['not_found'],
});
