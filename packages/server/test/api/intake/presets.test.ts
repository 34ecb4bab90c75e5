/** Each preset with a payload as the service documents it, signed by code of its own; what it fetches comes from a server in its place. */
import { createHash, createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeTranscription, startFakeTranscription } from '../../../../../test/support/fake-transcription.ts';
import { recordingOf } from '../../../../../test/support/recordings.ts';
import { publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { startVendor, VENDOR_ENVIRONMENT, type Vendor } from './support/vendor.ts';

let service: TestService;
let vendor: Vendor;
let fake: FakeTranscription;
let sound: Buffer;
let key: string;
beforeAll(async () => {
  vendor = await startVendor();
  fake = await startFakeTranscription('My card is lost.');
  service = await startTestService({
    ...VENDOR_ENVIRONMENT,
    BRICKWORK_TRANSCRIBER: 'openai/whisper-1',
    BRICKWORK_TRANSCRIBER_BASE_URL: fake.url,
  });
  sound = await recordingOf(6, [1]);
  key = await service.key(await service.workspace('presets'));
  await publishKit(service, key, { kit: 'calls', bricks: [{ key: 'turns', type: 'numeric', metric: 'turn_count' }] });
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
  vendor.stop();
});

const SECRET = 'a-secret-that-both-of-them-know';
const WHSEC = `whsec_${Buffer.from('a secret of thirty-two bytes ....').toString('base64')}`;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const VTT =
  'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nDana Agent: How can I help?\n\n00:00:03.000 --> 00:00:05.000\nRobin: My card is lost.\n';
const TEXT = 'Agent: How can I help?\nCustomer: My card is lost.';
const hmac = (text: string, { algorithm = 'sha256', encoding = 'hex' as 'hex' | 'base64', secret = SECRET } = {}) =>
  createHmac(algorithm, secret).update(text).digest(encoding);
const seconds = () => String(Math.floor(Date.now() / 1_000));

interface Sent {
  body: string;
  contentType?: string;
  headers?: Record<string, string>;
  /** Added to the address. */
  query?: string;
}

interface Case {
  secret?: string;
  secrets?: Record<string, string>;
  answers?: Record<string, object | string>;
  /** Where the recording is. */
  recording?: string;
  send(address: { url: string; secret: string }): Sent | Promise<Sent>;
  expected: { external_id: string; occurred_at?: string; metadata?: Record<string, string>; runs?: number };
  /** What the service was asked with, for each fetch step. */
  asked?: { authorization?: string; body?: string }[];
}

const json = (body: unknown) => JSON.stringify(body);

const CASES: Readonly<Record<string, Case>> = {
  zoom: {
    secret: SECRET,
    answers: { '/rec/transcript': VTT },
    send() {
      const body = json({
        event: 'recording.transcript_completed',
        event_ts: 1_763_193_600_000,
        payload: {
          account_id: 'AAAAAABBBB',
          object: {
            id: 1_234_567_890,
            uuid: 'nzxbnPVjSqegiY05Gx5E4g==',
            host_email: 'dana@example.com',
            topic: 'Support call',
            start_time: '2026-11-15T08:00:00Z',
            recording_files: [
              { file_type: 'MP4', download_url: 'https://zoom.example/video' },
              { file_type: 'TRANSCRIPT', download_url: `${vendor.url}/rec/transcript` },
            ],
          },
        },
        download_token: 'abJhbGciOiJIUzUxMiJ9',
      });
      const time = seconds();
      return {
        body,
        headers: { 'x-zm-signature': `v0=${hmac(`v0:${time}:${body}`)}`, 'x-zm-request-timestamp': time },
      };
    },
    expected: {
      external_id: 'nzxbnPVjSqegiY05Gx5E4g==',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: 'dana@example.com', topic: 'Support call' },
    },
    asked: [{ authorization: 'Bearer abJhbGciOiJIUzUxMiJ9' }],
  },
  slack: {
    secret: SECRET,
    secrets: { bot_token: 'xoxb-1' },
    answers: {
      '/api/conversations.replies': {
        ok: true,
        messages: [
          { type: 'message', user: 'U1', text: 'My card is lost.', ts: '1763193600.000100' },
          { type: 'message', user: 'U2', text: 'I will block it.', ts: '1763193660.000100' },
        ],
      },
    },
    send() {
      const item = { type: 'message', channel: 'C024BE91L', ts: '1763193600.000100' };
      const body = json({
        token: 'z26uFbvR1xHJEdHE1OQiO6t8',
        team_id: 'T061EG9RZ',
        type: 'event_callback',
        event: { type: 'reaction_added', user: 'U2', reaction: 'white_check_mark', item, event_ts: '1763193700.0' },
      });
      const time = seconds();
      return {
        body,
        headers: { 'x-slack-signature': `v0=${hmac(`v0:${time}:${body}`)}`, 'x-slack-request-timestamp': time },
      };
    },
    expected: {
      external_id: 'C024BE91L-1763193600.000100',
      occurred_at: '2025-11-15T08:00:00.000Z',
      metadata: { agent: 'U2', customer: 'U1' },
    },
    asked: [{ authorization: 'Bearer xoxb-1' }],
  },
  'microsoft-teams': {
    secrets: { client_id: 'app-1', client_secret: 's&cret' },
    answers: {
      '/tenant-1/oauth2/v2.0/token': { access_token: 'eyJ0', token_type: 'Bearer' },
      "/v1.0/communications/onlineMeetings('m1')/transcripts('t1')/content": VTT,
      "/v1.0/communications/onlineMeetings('m2')/transcripts('t2')/content": VTT,
      "/v1.0/communications/onlineMeetings('m1')/transcripts('t1')": { createdDateTime: '2026-11-15T08:00:00Z' },
      "/v1.0/communications/onlineMeetings('m2')/transcripts('t2')": { createdDateTime: '2026-11-15T08:00:00Z' },
    },
    send: ({ secret }) => ({
      body: json({
        value: [
          ['m1', 't1'],
          ['m2', 't2'],
        ].map(([meeting, id]) => ({
          subscriptionId: '7f105c7d',
          changeType: 'created',
          clientState: secret,
          tenantId: 'tenant-1',
          resource: `communications/onlineMeetings('${meeting}')/transcripts('${id}')`,
          resourceData: { id, '@odata.type': '#Microsoft.Graph.callTranscript' },
        })),
      }),
    }),
    expected: {
      external_id: 't1',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { tenant: 'tenant-1' },
      runs: 2,
    },
    asked: [
      {
        body: 'grant_type=client_credentials&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default&client_id=app-1&client_secret=s%26cret',
      },
    ],
  },
  ringcentral: {
    send: ({ secret }) => ({
      body: json({
        uuid: '5232',
        event: '/ai/ringsense/v1/public/accounts/~/domains/pbx/insights',
        body: {
          sourceRecordId: 's-71',
          recordingStartTime: '2026-11-15T08:00:00Z',
          speakerInfo: [
            { speakerId: '1', name: 'Dana', extensionId: '101' },
            { speakerId: '2', name: 'Robin' },
          ],
          insights: {
            Transcript: [
              { speakerId: '1', text: 'How can I help?', start: 1, end: 2 },
              { speakerId: '2', text: 'My card is lost.', start: 3, end: 4 },
            ],
          },
        },
      }),
      headers: { 'verification-token': secret },
    }),
    expected: {
      external_id: 's-71',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: 'Dana', customer: 'Robin' },
    },
  },
  front: {
    secret: SECRET,
    secrets: { api_token: 'front-1' },
    answers: {
      '/conversations/cnv_55c8c149/messages': {
        _results: [
          {
            id: 'msg_1',
            type: 'email',
            is_inbound: true,
            created_at: 1_763_193_600,
            text: 'My card is lost.',
            recipients: [{ handle: 'robin@example.org', role: 'from' }],
          },
        ],
      },
    },
    send() {
      const body = json({
        type: 'conversation_archived',
        authorization: { id: 'cmp_abc' },
        payload: {
          id: 'evt_1',
          emitted_at: 1_763_193_600.5,
          conversation: {
            id: 'cnv_55c8c149',
            assignee: { email: 'dana@example.com' },
            recipient: { handle: 'robin@example.org' },
          },
        },
      });
      const time = String(Date.now());
      return {
        body,
        headers: {
          'x-front-signature': hmac(`${time}:${body}`, { encoding: 'base64' }),
          'x-front-request-timestamp': time,
        },
      };
    },
    expected: {
      external_id: 'cnv_55c8c149',
      occurred_at: '2025-11-15T08:00:00.500Z',
      metadata: { agent: 'dana@example.com', customer: 'robin@example.org' },
    },
    asked: [{ authorization: 'Bearer front-1' }],
  },
  whatsapp: {
    secret: SECRET,
    send() {
      const message = (id: string) => ({
        from: '16505551234',
        id,
        timestamp: '1763193600',
        type: 'text',
        text: { body: 'My card is lost.' },
      });
      const body = json({
        object: 'whatsapp_business_account',
        entry: [
          {
            id: '102290129340398',
            changes: [
              {
                field: 'messages',
                value: {
                  messaging_product: 'whatsapp',
                  metadata: { display_phone_number: '15550783881' },
                  messages: [message('wamid.1'), message('wamid.2')],
                },
              },
            ],
          },
        ],
      });
      return { body, headers: { 'x-hub-signature-256': `sha256=${hmac(body)}` } };
    },
    expected: {
      external_id: 'wamid.1',
      occurred_at: '2025-11-15T08:00:00.000Z',
      metadata: { customer: '16505551234', agent: '15550783881' },
      runs: 2,
    },
  },
  twilio: {
    secret: SECRET,
    send({ url }) {
      const fields = {
        CallSid: 'CA1',
        RecordingSid: 'RE1',
        TranscriptionStatus: 'completed',
        TranscriptionText: 'My card is lost & found.',
        From: '+14155551234',
        To: '+14155556789',
      };
      const pairs = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
      const signed = url.replace('http:', 'https:') + pairs.map(([name, value]) => name + value).join('');
      return {
        body: new URLSearchParams(fields).toString(),
        contentType: 'application/x-www-form-urlencoded; charset=utf-8',
        headers: { 'x-twilio-signature': hmac(signed, { algorithm: 'sha1', encoding: 'base64' }) },
      };
    },
    expected: { external_id: 'RE1', metadata: { customer: '+14155551234', agent: '+14155556789' } },
  },
  'twilio-intelligence': {
    secret: SECRET,
    secrets: { basic: 'QUM6dG9rZW4=' },
    answers: {
      '/v2/Transcripts/GT1/Sentences': {
        sentences: [
          { media_channel: 1, sentence_index: 0, start_time: '0.5', end_time: '2', transcript: 'How can I help?' },
          { media_channel: 2, sentence_index: 1, start_time: '2.5', end_time: '4', transcript: 'My card is lost.' },
        ],
      },
      '/v2/Transcripts/GT1': {
        sid: 'GT1',
        media_start_time: '2026-11-15T08:00:00Z',
        channel: {
          participants: [
            { channel_participant: 1, role: 'Agent', media_participant_id: '+14155556789' },
            { channel_participant: 2, role: 'Customer', media_participant_id: '+14155551234' },
          ],
        },
      },
    },
    send({ url }) {
      const body = json({ transcript_sid: 'GT1', event_type: 'voice_intelligence_transcript_available' });
      const query = `?bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
      const signature = hmac(url.replace('http:', 'https:') + query, { algorithm: 'sha1', encoding: 'base64' });
      return { body, query, headers: { 'x-twilio-signature': signature } };
    },
    expected: {
      external_id: 'GT1',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: '+14155556789', customer: '+14155551234' },
    },
    asked: [{ authorization: 'Basic QUM6dG9rZW4=' }, { authorization: 'Basic QUM6dG9rZW4=' }],
  },
  hubspot: {
    secret: SECRET,
    secrets: { access_token: 'pat-1' },
    answers: {
      '/crm/v3/objects/calls/501': {
        id: '501',
        properties: {
          hs_call_body: '<p>Agent: How can I help?</p><p>Customer: My card is lost.</p>',
          hs_timestamp: '2026-11-15T08:00:00Z',
          hubspot_owner_id: '11349275740',
          hs_call_from_number: '+14155551234',
        },
      },
    },
    send({ url }) {
      const body = json([
        {
          eventId: 1,
          subscriptionType: 'object.creation',
          objectId: 501,
          objectTypeId: '0-48',
          occurredAt: 1_763_193_600_000,
        },
      ]);
      const time = String(Date.now());
      return {
        body,
        headers: {
          'x-hubspot-signature-v3': hmac(`POST${url.replace('http:', 'https:')}${body}${time}`, { encoding: 'base64' }),
          'x-hubspot-request-timestamp': time,
        },
      };
    },
    expected: {
      external_id: '501',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: '11349275740', customer: '+14155551234' },
    },
    asked: [{ authorization: 'Bearer pat-1' }],
  },
  'signed-json': {
    send({ secret }) {
      const body = json({
        id: 'c-1',
        occurred_at: '2026-11-15T08:00:00Z',
        agent: 'Dana',
        customer: 'Robin',
        transcript: TEXT,
      });
      const time = seconds();
      const signature = hmac(`${time}.${body}`, { secret });
      return { body, headers: { 'x-signature': `t=${time},v1=${'0'.repeat(64)},v1=${signature}` } };
    },
    expected: {
      external_id: 'c-1',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: 'Dana', customer: 'Robin' },
    },
  },
  dialpad: {
    async send({ secret }) {
      const claims = {
        call_id: 5_780_678_246_121_472,
        state: 'transcription',
        direction: 'inbound',
        date_started: 1_763_193_600_000,
        transcription_text: TEXT,
        target: { name: 'Dana', email: 'dana@example.com' },
        contact: { name: 'Robin', phone: '+14155551234' },
      };
      const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuedAt();
      return { body: await token.sign(new TextEncoder().encode(secret)), contentType: 'application/jwt' };
    },
    expected: {
      external_id: '5780678246121472',
      occurred_at: '2025-11-15T08:00:00.000Z',
      metadata: { agent: 'Dana', customer: 'Robin' },
    },
  },
  fireflies: {
    secrets: { api_key: 'ff-1' },
    answers: {
      '/graphql': {
        data: {
          transcript: {
            id: 'ASxwZxCstx',
            date: 1_763_193_600_000,
            host_email: 'dana@example.com',
            participants: ['dana@example.com', 'robin@example.org'],
            sentences: [
              { index: 0, speaker_name: 'Dana', text: 'How can I help?', start_time: 0.5, end_time: 2 },
              { index: 1, speaker_name: 'Robin', text: 'My card is lost.', start_time: 2.5, end_time: 4 },
            ],
          },
        },
      },
    },
    send({ secret }) {
      const body = json({ event: 'meeting.transcribed', timestamp: Date.now(), meeting_id: 'ASxwZxCstx' });
      return { body, headers: { 'x-hub-signature': `sha256=${hmac(body, { secret })}` } };
    },
    expected: {
      external_id: 'ASxwZxCstx',
      occurred_at: '2025-11-15T08:00:00.000Z',
      metadata: { agent: 'dana@example.com', customer: 'robin@example.org' },
    },
    asked: [{ authorization: 'Bearer ff-1', body: expect.stringContaining('"variables":{"id":"ASxwZxCstx"}') }],
  },
  assemblyai: {
    secrets: { api_key: 'aai-1' },
    answers: {
      '/v2/transcript/5552493-16d8': {
        id: '5552493-16d8',
        status: 'completed',
        utterances: [
          { speaker: 'A', text: 'How can I help?', start: 500, end: 2250 },
          { speaker: 'B', text: 'My card is lost.', start: 2500, end: 4000 },
        ],
      },
    },
    send: ({ secret }) => ({
      body: json({ transcript_id: '5552493-16d8', status: 'completed' }),
      headers: { 'x-webhook-secret': secret },
    }),
    expected: { external_id: '5552493-16d8', metadata: { channel: 'call' } },
    asked: [{ authorization: 'aai-1' }],
  },
  recall: {
    secret: WHSEC,
    secrets: { api_key: 'recall-1' },
    answers: {
      '/api/v1/transcript/tr-1/': {
        id: 'tr-1',
        created_at: '2026-11-15T08:00:00Z',
        data: { download_url: '{vendor}/files/tr-1' },
      },
      '/files/tr-1': [
        {
          participant: { id: 1, name: 'Dana' },
          words: [{ text: 'How can I help?', start_timestamp: { relative: 1 }, end_timestamp: { relative: 2 } }],
        },
        {
          participant: { id: 2, name: 'Robin' },
          words: [{ text: 'My card is lost.', start_timestamp: { relative: 3 }, end_timestamp: { relative: 4 } }],
        },
      ],
    },
    send() {
      const body = json({
        event: 'transcript.done',
        data: { data: { code: 'done' }, transcript: { id: 'tr-1' }, recording: { id: 'rec-1' }, bot: { id: 'bot-1' } },
      });
      const now = new Date();
      return {
        body,
        headers: {
          'svix-id': 'msg_1',
          'svix-timestamp': String(Math.floor(now.getTime() / 1_000)),
          'svix-signature': `v1,bm90IHRoaXMgb25l ${new Webhook(WHSEC).sign('msg_1', now, body)}`,
        },
      };
    },
    expected: { external_id: 'tr-1', occurred_at: '2026-11-15T08:00:00.000Z', metadata: { bot: 'bot-1' } },
    asked: [{ authorization: 'Token recall-1' }, {}],
  },
  gong: {
    secret: rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    secrets: { basic: 'Z29uZw==' },
    answers: {
      '/v2/calls/transcript': {
        callTranscripts: [
          {
            callId: '7782342274025937895',
            transcript: [
              { speakerId: '1', sentences: [{ start: 500, end: 2_000, text: 'How can I help?' }] },
              { speakerId: '2', sentences: [{ start: 2_500, end: 4_000, text: 'My card is lost.' }] },
            ],
          },
        ],
      },
    },
    async send({ url }) {
      const body = json({
        callData: {
          metaData: { id: '7782342274025937895', started: '2026-11-15T10:00:00+02:00', duration: 60 },
          parties: [
            { speakerId: '1', name: 'Dana', affiliation: 'Internal' },
            { speakerId: '2', name: 'Robin', affiliation: 'External' },
          ],
        },
        isTest: false,
      });
      const token = new SignJWT({ webhook_url: url, body_sha256: createHash('sha256').update(body).digest('hex') });
      const signed = await token.setProtectedHeader({ alg: 'RS256' }).setExpirationTime('5m').sign(rsa.privateKey);
      return { body, headers: { authorization: `Bearer ${signed}` } };
    },
    expected: {
      external_id: '7782342274025937895',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: 'Dana', customer: 'Robin' },
    },
    asked: [{ authorization: 'Basic Z29uZw==', body: '{"filter":{"callIds":["7782342274025937895"]}}' }],
  },
  aircall: {
    secret: '45XXYYZZa08AABBCC',
    secrets: { basic: 'aWQ6dG9r' },
    answers: {
      '/v1/calls/812/transcription': {
        transcription: {
          id: 1,
          call_id: 812,
          call_created_at: '2026-11-15T08:00:00Z',
          content: {
            language: 'en-US',
            utterances: [
              { start_time: 0.5, end_time: 2, text: 'How can I help?', participant_type: 'internal', user_id: 77 },
              {
                start_time: 2.5,
                end_time: 4,
                text: 'My card is lost.',
                participant_type: 'external',
                phone_number: '+14155551234',
              },
            ],
          },
        },
      },
    },
    send: () => ({
      body: json({
        resource: 'transcription',
        event: 'transcription.created',
        timestamp: 1_763_193_600,
        token: '45XXYYZZa08AABBCC',
        data: { id: 1, call_id: 812 },
      }),
    }),
    expected: {
      external_id: '812',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: '77', customer: '+14155551234' },
    },
    asked: [{ authorization: 'Basic aWQ6dG9r' }],
  },
  intercom: {
    secret: SECRET,
    secrets: { access_token: 'dG9rOjE=' },
    answers: {
      '/conversations/215469': {
        type: 'conversation',
        id: '215469',
        created_at: 1_763_193_600,
        admin_assignee_id: 991,
        source: {
          type: 'conversation',
          delivered_as: 'customer_initiated',
          body: 'My card is lost.',
          author: { type: 'user', id: '1', name: 'Robin', email: 'robin@example.org' },
        },
        conversation_parts: {
          conversation_parts: [
            {
              part_type: 'comment',
              body: 'I will block it.',
              created_at: 1_763_193_660,
              author: { type: 'admin', id: '991', name: 'Dana', email: 'dana@example.com' },
            },
          ],
        },
      },
    },
    send() {
      const body = json({
        type: 'notification_event',
        topic: 'conversation.admin.closed',
        id: 'notif_1',
        data: { type: 'notification_event_data', item: { type: 'conversation', id: '215469' } },
      });
      return { body, headers: { 'x-hub-signature': `sha1=${hmac(body, { algorithm: 'sha1' })}` } };
    },
    expected: {
      external_id: '215469',
      occurred_at: '2025-11-15T08:00:00.000Z',
      metadata: { agent: '991', customer: 'robin@example.org' },
    },
    asked: [{ authorization: 'Bearer dG9rOjE=' }],
  },
  zendesk: {
    secret: SECRET,
    send() {
      const body = json({
        ticket_id: '35436',
        solved_at: '2026-11-15T08:00:00Z',
        agent: 'dana@example.com',
        customer: 'robin@example.org',
        conversation: TEXT,
      });
      const time = new Date().toISOString();
      return {
        body,
        headers: {
          'x-zendesk-webhook-signature': hmac(time + body, { encoding: 'base64' }),
          'x-zendesk-webhook-signature-timestamp': time,
        },
      };
    },
    expected: {
      external_id: '35436',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: 'dana@example.com', customer: 'robin@example.org' },
    },
  },
  deepgram: {
    send: ({ secret }) => ({
      body: json({
        metadata: {
          request_id: 'a847f427',
          created: '2026-11-15T08:00:00.000Z',
          channels: 1,
          extra: { agent: 'Dana', customer: 'Robin' },
        },
        results: {
          utterances: [
            { start: 0.5, end: 2.25, transcript: 'How can I help?', speaker: 0 },
            { start: 2.5, end: 4, transcript: 'My card is lost.', speaker: 1 },
          ],
        },
      }),
      headers: { authorization: `Basic ${Buffer.from(`deepgram:${secret}`).toString('base64')}` },
    }),
    expected: {
      external_id: 'a847f427',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: 'Dana', customer: 'Robin' },
    },
  },
  'standard-webhooks': {
    secret: WHSEC,
    send() {
      const body = json({
        type: 'call.ended',
        data: { id: 'c-9', occurred_at: '2026-11-15T08:00:00Z', agent: 'Dana', customer: 'Robin', transcript: TEXT },
      });
      const now = new Date();
      return {
        body,
        headers: {
          'webhook-id': 'msg_2',
          'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
          'webhook-signature': new Webhook(WHSEC).sign('msg_2', now, body),
        },
      };
    },
    expected: {
      external_id: 'c-9',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: 'Dana', customer: 'Robin' },
    },
  },
  salesforce: {
    send: ({ secret }) => ({
      body: json({
        id: '500xx',
        closed_at: '2026-11-15T08:00:00Z',
        agent: 'Dana',
        customer: 'Robin',
        conversation: TEXT,
      }),
      headers: { authorization: `Bearer ${secret}` },
    }),
    expected: {
      external_id: '500xx',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: 'Dana', customer: 'Robin' },
    },
  },
  elevenlabs: {
    secret: SECRET,
    send() {
      const body = json({
        type: 'post_call_transcription',
        event_timestamp: 1_763_193_700,
        data: {
          agent_id: 'agent_7',
          user_id: 'robin',
          conversation_id: 'conv_19',
          status: 'done',
          metadata: { start_time_unix_secs: 1_763_193_600 },
          transcript: [
            { role: 'agent', message: 'How can I help?', time_in_call_secs: 0 },
            { role: 'user', message: 'My card is lost.', time_in_call_secs: 4 },
          ],
        },
      });
      const time = seconds();
      return { body, headers: { 'elevenlabs-signature': `t=${time},v0=${hmac(`${time}.${body}`)}` } };
    },
    expected: {
      external_id: 'conv_19',
      occurred_at: '2025-11-15T08:00:00.000Z',
      metadata: { agent: 'agent_7', customer: 'robin' },
    },
  },
  vapi: {
    send: ({ secret }) => ({
      body: json({
        message: {
          type: 'end-of-call-report',
          startedAt: '2026-11-15T08:00:00.000Z',
          call: { id: 'call_3' },
          assistant: { name: 'Frontdesk' },
          customer: { number: '+14155551234' },
          artifact: {
            messages: [
              { role: 'bot', message: 'How can I help?', secondsFromStart: 1 },
              { role: 'user', message: 'My card is lost.', secondsFromStart: 4 },
            ],
          },
        },
      }),
      headers: { 'x-vapi-secret': secret },
    }),
    expected: {
      external_id: 'call_3',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { agent: 'Frontdesk', customer: '+14155551234' },
    },
  },
  'twilio-recording': {
    secret: SECRET,
    secrets: { basic: 'QUM6dG9rZW4=' },
    recording: '/2010-04-01/Accounts/AC1/Recordings/RE2.wav',
    send({ url }) {
      const fields = { AccountSid: 'AC1', CallSid: 'CA1', RecordingSid: 'RE2', RecordingStatus: 'completed' };
      const pairs = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
      const signed = url.replace('http:', 'https:') + pairs.map(([name, value]) => name + value).join('');
      return {
        body: new URLSearchParams(fields).toString(),
        contentType: 'application/x-www-form-urlencoded; charset=utf-8',
        headers: { 'x-twilio-signature': hmac(signed, { algorithm: 'sha1', encoding: 'base64' }) },
      };
    },
    expected: { external_id: 'RE2', metadata: { call: 'CA1' } },
    asked: [{ authorization: 'Basic QUM6dG9rZW4=' }],
  },
  'aircall-recording': {
    secret: SECRET,
    recording: '/aircall/812.mp3',
    send: () => ({
      body: json({
        event: 'call.ended',
        token: SECRET,
        data: {
          id: 812,
          recording: `${vendor.url}/aircall/812.mp3`,
          started_at: 1_763_193_600,
          direction: 'inbound',
          raw_digits: '+14155551234',
          user: { name: 'Dana' },
        },
      }),
    }),
    expected: {
      external_id: '812',
      occurred_at: '2025-11-15T08:00:00.000Z',
      metadata: { agent: 'Dana', customer: '+14155551234' },
    },
  },
  'dialpad-recording': {
    secrets: { api_key: 'dp-1' },
    recording: '/blob/admincallrecording/77.mp3',
    send: async ({ secret }) => ({
      body: await new SignJWT({
        state: 'recording',
        call_id: 5_501,
        date_started: 1_763_193_600_000,
        recording_details: [{ id: '77', recording_type: 'admincallrecording' }],
        target: { name: 'Dana' },
        contact: { name: 'Robin' },
        direction: 'inbound',
      })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(secret)),
      contentType: 'application/jwt',
    }),
    expected: {
      external_id: '5501',
      occurred_at: '2025-11-15T08:00:00.000Z',
      metadata: { agent: 'Dana', customer: 'Robin' },
    },
    asked: [{ authorization: 'Bearer dp-1' }],
  },
  'ringcentral-recording': {
    secrets: { app: 'aWQ6c2VjcmV0', jwt: 'jwt-1' },
    answers: { '/restapi/oauth/token': { access_token: 'rc-1' } },
    recording: '/restapi/v1.0/account/~/recording/901/content',
    send: ({ secret }) => ({
      body: json({
        body: {
          telephonySessionId: 's-1',
          eventTime: '2026-11-15T08:00:00Z',
          parties: [{ from: { phoneNumber: '+14155551234' }, recordings: [{ id: '901' }] }],
        },
      }),
      headers: { 'verification-token': secret },
    }),
    expected: {
      external_id: 's-1',
      occurred_at: '2026-11-15T08:00:00.000Z',
      metadata: { customer: '+14155551234' },
    },
    asked: [{ authorization: 'Basic aWQ6c2VjcmV0' }, { authorization: 'Bearer rc-1' }],
  },
  'vapi-recording': {
    recording: '/vapi/stereo.wav',
    send: ({ secret }) => ({
      body: json({
        message: {
          type: 'end-of-call-report',
          startedAt: '2026-11-15T08:00:00.000Z',
          call: { id: 'call_4' },
          assistant: { name: 'Frontdesk' },
          customer: { number: '+14155551234' },
          artifact: { recording: { stereoUrl: `${vendor.url}/vapi/stereo.wav` } },
        },
      }),
      headers: { 'x-vapi-secret': secret },
    }),
    expected: { external_id: 'call_4', metadata: { agent: 'Frontdesk', customer: '+14155551234' } },
  },
  'retell-recording': {
    recording: '/retell/multi.wav',
    send: ({ secret }) => ({
      body: json({
        event: 'call_ended',
        call: {
          call_id: 'call_r1',
          start_timestamp: 1_763_193_600_000,
          agent_name: 'Frontdesk',
          from_number: '+14155551234',
          recording_multi_channel_url: `${vendor.url}/retell/multi.wav`,
        },
      }),
      headers: { authorization: `Bearer ${secret}` },
    }),
    expected: {
      external_id: 'call_r1',
      occurred_at: '2025-11-15T08:00:00.000Z',
      metadata: { agent: 'Frontdesk', customer: '+14155551234' },
    },
  },
};

/** Their secret is in the body, so no header is missed. */
const SIGNED_INSIDE = ['microsoft-teams', 'aircall', 'aircall-recording', 'dialpad', 'dialpad-recording'];

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { key, ...(body === undefined ? {} : { body }) });

async function runOfRecording(id: string): Promise<string> {
  const found = async () => (await call('GET', `/v1/recordings/${id}`)).body;
  await expect.poll(async () => (await found()).status, { timeout: 30_000 }).not.toBe('running');
  const { run_ids: runIds, error } = await found();
  expect([runIds.length, error]).toEqual([1, undefined]);
  return runIds[0];
}

async function presets(): Promise<
  { name: string; secret: { made_by: string }; definition: { fetch?: { url: string }[] } }[]
> {
  return (await call('GET', '/v1/intake-presets')).body.data;
}

it('are all tried here', async () => {
  expect((await presets()).map(({ name }) => name).sort()).toEqual(Object.keys(CASES).sort());
});

it.each(Object.entries(CASES))(
  '%s',
  async (name, { secret: given, secrets, answers = {}, recording, send, expected, asked }) => {
    if (recording !== undefined) vendor.answer(recording, sound);
    const preset = (await presets()).find((each) => each.name === name);
    for (const [path, answer] of Object.entries(answers))
      vendor.answer(path, JSON.parse(JSON.stringify(answer).replaceAll('{vendor}', vendor.url)));
    // The same definition, with the server of this test in the place of the services'.
    const definition = JSON.parse(
      JSON.stringify(preset?.definition).replace(
        /https:\/\/(?:slack\.com|login\.microsoftonline\.com|graph\.microsoft\.com(?=\/v1)|api2\.frontapp\.com|intelligence\.twilio\.com|api\.hubapi\.com|api\.fireflies\.ai|api\.assemblyai\.com|us-west-2\.recall\.ai|api\.gong\.io|api\.aircall\.io|api\.intercom\.io|api\.twilio\.com|dialpad\.com|platform\.ringcentral\.com|media\.ringcentral\.com)/g,
        vendor.url,
      ),
    );
    const made = await call('PUT', `/v1/intakes/${name}`, {
      intake: { ...definition, kits: [{ kit: 'calls' }] },
      ...(given !== undefined && { secret: given }),
      ...(secrets !== undefined && { secrets }),
    });
    expect([made.status, made.body.detail]).toEqual([201, undefined]);
    expect(given !== undefined).toBe(preset?.secret.made_by === 'service');
    const url = `${service.url}${made.body.path}`;
    const {
      body,
      contentType = 'application/json',
      headers = {},
      query = '',
    } = await send({
      url,
      secret: given ?? made.body.secret,
    });
    const push = (raw: string, more: Record<string, string> = headers) =>
      service.call('POST', `${made.body.path}${query}`, { raw, headers: { 'content-type': contentType, ...more } });
    vendor.asked.length = 0;
    const pushed = await push(body);
    expect([pushed.status, pushed.body.detail]).toEqual([202, undefined]);
    const settle = async (id: string) => {
      const delivery = async () => (await call('GET', `/v1/intakes/${name}/deliveries/${id}`)).body;
      await expect.poll(async () => (await delivery()).outcome, { timeout: 30_000 }).not.toBe('received');
      return delivery();
    };
    const settled = await settle(pushed.body.delivery_id);
    const runs = recording === undefined ? (expected.runs ?? 1) : 0;
    expect([settled.outcome, settled.runs.length, settled.failed], settled.reason).toEqual(['accepted', runs, []]);
    const runId = recording === undefined ? settled.runs[0].run_id : await runOfRecording(settled.reason.split(':')[0]);
    const run = (await call('GET', `/v1/runs/${runId}`)).body;
    expect(run).toMatchObject({
      external_id: expected.external_id,
      metadata: expected.metadata ?? {},
      ...(expected.occurred_at !== undefined && { occurred_at: expected.occurred_at }),
    });
    if (asked !== undefined) expect(vendor.asked.slice(0, asked.length)).toMatchObject(asked);
    // Whoever does not know the secret, or changes the body, is refused.
    const unsigned = await push(body, {});
    expect(unsigned.status, 'without a signature').toBe(SIGNED_INSIDE.includes(name) ? 202 : 401);
    // What it fetches must not be among the requests of the next preset.
    if (unsigned.status === 202) expect((await settle(unsigned.body.delivery_id)).outcome).toBe('replayed');
    if (
      Object.keys(headers).some((header) => /signature/i.test(header)) ||
      name === 'gong' ||
      name.startsWith('dialpad')
    )
      expect((await push(`${body.slice(0, -3)}~${body.slice(-2)}`)).status, 'with another body').toBe(401);
  },
  60_000,
);
