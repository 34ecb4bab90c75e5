/**
 * Exports as vendors write them. The samples were written for these tests, names and words invented. `checked` says how far a sample was
 * compared in November 2026 with what is published, because not every vendor's page could be read:
 *
 * - `page`: the fields that are read were compared with the page that is named;
 * - `partly`: some of them, since only a part of that page could be read;
 * - `others`: that page could not be read; the fields were compared with other programs that read or write the export;
 * - `not`: nothing was looked up; the sample follows the format as we know it, and the page is where we expect it to be described.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordDocument } from './word-document.ts';

export interface Sample {
  format: string;
  page: string;
  checked: 'page' | 'partly' | 'others' | 'not';
  /** Which fields were compared, where not all of those that are read. */
  note?: string;
  value: unknown;
  /** Speaker, side, words, and the seconds of the start where the export has them. */
  turns: ReadonlyArray<readonly [string | null | undefined, string | null | undefined, string, number?]>;
  occurred_at?: string;
  channel?: string;
  people?: ReadonlyArray<Readonly<Record<string, string>>>;
}

const word = (text: string, start: number, speaker: Record<string, unknown>) => ({
  type: 'pronunciation',
  alternatives: [{ confidence: '0.99', content: text }],
  start_time: String(start),
  end_time: String(start + 0.4),
  ...speaker,
});

/** As Teams writes an entry: the name and the time in runs of their own, a line break, the words. */
const spoken = (name: string, time: string, words: string) =>
  `<w:p><w:pPr><w:spacing w:after="80"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>${name}</w:t></w:r><w:r><w:t xml:space="preserve">   ${time}</w:t></w:r><w:r><w:br/></w:r><w:r><w:t>${words}</w:t></w:r></w:p>`;

const EARLIER: Record<string, Sample> = {
  gong: {
    format: 'gong',
    page: 'https://gong.app.gong.io/settings/api/documentation#post-/v2/calls/transcript',
    checked: 'page',
    value: {
      requestId: '4al018gzaztcr8nbukw',
      callTranscripts: [
        {
          callId: '7782342274025937895',
          transcript: [
            {
              speakerId: '6432345678555530067',
              topic: 'Intro',
              sentences: [
                { start: 460230, end: 462343, text: 'Thanks for joining.' },
                { start: 462500, end: 463000, text: 'Shall we start?' },
              ],
            },
            { speakerId: '2111', topic: 'Intro', sentences: [{ start: 463100, end: 464000, text: 'Yes, please.' }] },
          ],
        },
      ],
      parties: [
        {
          id: '1',
          name: 'Lena Fischer',
          emailAddress: 'lena@acme.com',
          speakerId: '6432345678555530067',
          affiliation: 'Internal',
        },
        { id: '2', name: 'Tom Hale', speakerId: '2111', affiliation: 'External' },
      ],
    },
    turns: [
      ['Lena Fischer', 'agent', 'Thanks for joining. Shall we start?', 460.23],
      ['Tom Hale', 'customer', 'Yes, please.', 463.1],
    ],
  },
  fireflies: {
    format: 'fireflies',
    page: 'https://docs.fireflies.ai/schema/sentence',
    checked: 'page',
    value: {
      data: {
        transcript: {
          title: 'Weekly',
          sentences: [
            {
              index: 0,
              speaker_id: '0',
              speaker_name: 'Lena Fischer',
              text: 'Hello there.',
              raw_text: 'hello there',
              start_time: '0.5',
              end_time: '1.2',
            },
            {
              index: 1,
              speaker_id: 1,
              speaker_name: 'Tom Hale',
              text: 'Hi.',
              raw_text: 'hi',
              start_time: 1.4,
              end_time: 1.8,
            },
          ],
        },
      },
    },
    turns: [
      ['Lena Fischer', undefined, 'Hello there.', 0.5],
      ['Tom Hale', undefined, 'Hi.', 1.4],
    ],
  },
  'fireflies, downloaded': {
    format: 'fireflies',
    page: 'https://guide.fireflies.ai/articles/1518093253',
    checked: 'not',
    value: [
      { sentence: 'Hello there.', startTime: '00:03', endTime: '00:05', speaker_name: 'Lena Fischer', speaker_id: 0 },
    ],
    turns: [['Lena Fischer', undefined, 'Hello there.', 3]],
  },
  rev: {
    format: 'rev',
    page: 'https://docs.rev.ai/api/asynchronous/transcripts/',
    checked: 'others',
    value: {
      monologues: [
        {
          speaker: 0,
          elements: [
            { type: 'text', value: 'Hi', ts: 0.25, end_ts: 0.5, confidence: 1 },
            { type: 'punct', value: ', ' },
            { type: 'text', value: 'there', ts: 0.6, end_ts: 0.9, confidence: 1 },
            { type: 'punct', value: '.' },
          ],
        },
        { speaker: 1, elements: [{ type: 'text', value: 'Hello', ts: 1, end_ts: 1.4, confidence: 0.9 }] },
      ],
    },
    turns: [
      ['0', undefined, 'Hi, there.', 0.25],
      ['1', undefined, 'Hello', 1],
    ],
  },
  'amazon transcribe': {
    format: 'amazon_transcribe',
    page: 'https://docs.aws.amazon.com/transcribe/latest/dg/diarization-output-batch.html',
    checked: 'page',
    value: {
      jobName: 'call-1',
      accountId: '111122223333',
      status: 'COMPLETED',
      results: {
        transcripts: [{ transcript: 'Good morning. Hi.' }],
        items: [
          word('Good', 0, { speaker_label: 'spk_0' }),
          word('morning', 0.5, { speaker_label: 'spk_0' }),
          { type: 'punctuation', alternatives: [{ confidence: '0.0', content: '.' }], speaker_label: 'spk_0' },
          word('Hi', 1.2, { speaker_label: 'spk_1' }),
        ],
      },
    },
    turns: [
      ['spk_0', undefined, 'Good morning.', 0],
      ['spk_1', undefined, 'Hi', 1.2],
    ],
  },
  'contact lens': {
    format: 'contact_lens',
    page: 'https://docs.aws.amazon.com/connect/latest/adminguide/contact-lens-example-output-files.html',
    checked: 'page',
    value: {
      Version: '1.1.0',
      Channel: 'VOICE',
      Participants: [
        { ParticipantId: 'AGENT', ParticipantRole: 'AGENT' },
        { ParticipantId: 'CUSTOMER', ParticipantRole: 'CUSTOMER' },
      ],
      Transcript: [
        {
          BeginOffsetMillis: 0,
          EndOffsetMillis: 4640,
          Content: 'How can I help?',
          Id: 'a',
          ParticipantId: 'AGENT',
          Sentiment: 'NEUTRAL',
        },
        {
          BeginOffsetMillis: 4650,
          EndOffsetMillis: 5000,
          Content: 'My card is lost.',
          Id: 'b',
          ParticipantId: 'CUSTOMER',
          Sentiment: 'NEGATIVE',
        },
      ],
    },
    turns: [
      ['AGENT', 'agent', 'How can I help?', 0],
      ['CUSTOMER', 'customer', 'My card is lost.', 4.65],
    ],
  },
  'google speech': {
    format: 'google_speech',
    page: 'https://cloud.google.com/php/docs/reference/cloud-speech/1.18.2/V1.WordInfo',
    checked: 'page',
    value: {
      results: [
        { alternatives: [{ transcript: 'hello there hi', confidence: 0.9 }], languageCode: 'en-us' },
        {
          alternatives: [
            {
              words: [
                { startTime: '0s', endTime: '0.300s', word: 'hello', speakerTag: 1 },
                { startTime: '0.300s', endTime: '0.6s', word: 'there', speakerTag: 1 },
                { startTime: '1.1s', endTime: '1.3s', word: 'hi', speakerTag: 2 },
              ],
            },
          ],
        },
      ],
    },
    turns: [
      ['1', undefined, 'hello there', 0],
      ['2', undefined, 'hi', 1.1],
    ],
  },
  'google insights': {
    format: 'google_insights',
    page: 'https://cloud.google.com/contact-center/insights/docs/conversation-data-format',
    checked: 'page',
    value: {
      conversation_info: { categories: [{ display_name: 'Billing' }] },
      entries: [
        { start_timestamp_usec: 1000000, text: 'I am calling about my bill.', role: 'CUSTOMER', user_id: 1 },
        { start_timestamp_usec: 5000000, text: 'I can answer that.', role: 'AGENT', user_id: 2 },
      ],
    },
    turns: [
      ['CUSTOMER', 'customer', 'I am calling about my bill.'],
      ['AGENT', 'agent', 'I can answer that.'],
    ],
  },
  'azure speech, batch': {
    format: 'azure_speech',
    page: 'https://learn.microsoft.com/azure/ai-services/speech-service/batch-transcription-get',
    checked: 'page',
    value: {
      source: 'https://example.org/call.wav',
      combinedRecognizedPhrases: [{ channel: 0, display: 'Hello. Hi.' }],
      recognizedPhrases: [
        {
          recognitionStatus: 'Success',
          channel: 0,
          speaker: 1,
          offset: 'PT0.07S',
          offsetInTicks: 700000,
          durationInTicks: 15900000,
          nBest: [{ confidence: 0.9, display: 'Hello.' }],
        },
        {
          recognitionStatus: 'Success',
          channel: 0,
          offset: 'PT1M2S',
          duration: 'PT0.5S',
          nBest: [{ confidence: 0.9, speaker: 2, display: 'Hi.' }],
        },
      ],
    },
    turns: [
      ['1', undefined, 'Hello.', 0.07],
      ['2', undefined, 'Hi.', 62],
    ],
  },
  'azure speech, fast': {
    format: 'azure_speech',
    page: 'https://learn.microsoft.com/azure/ai-services/speech-service/fast-transcription-create',
    checked: 'others',
    value: {
      durationMilliseconds: 5000,
      combinedPhrases: [{ text: 'Hello.' }],
      phrases: [{ speaker: 1, offsetMilliseconds: 960, durationMilliseconds: 640, text: 'Hello.', words: [] }],
    },
    turns: [['1', undefined, 'Hello.', 0.96]],
  },
  genesys: {
    format: 'genesys',
    page: 'https://developer.genesys.cloud/analyticsdatamanagement/speechtextanalytics/transcript-url',
    checked: 'others',
    value: {
      organizationId: 'o',
      conversationId: 'c',
      communicationId: 'm',
      mediaType: 'call',
      transcripts: [
        {
          transcriptId: 't',
          startTime: 1763280000000,
          language: 'en-us',
          phrases: [
            {
              text: 'how may i help',
              decoratedText: 'How may I help?',
              stability: 1,
              confidence: 0.9,
              startTimeMs: 1763280001200,
              duration: { milliseconds: 800 },
              participantPurpose: 'internal',
            },
            {
              text: 'i lost my card',
              stability: 1,
              confidence: 0.9,
              startTimeMs: 1763280002400,
              duration: { milliseconds: 900 },
              participantPurpose: 'external',
            },
          ],
        },
      ],
    },
    turns: [
      ['internal', 'agent', 'How may I help?', 1.2],
      ['external', 'customer', 'i lost my card', 2.4],
    ],
  },
  'twilio voice intelligence': {
    format: 'twilio',
    page: 'https://www.twilio.com/docs/conversation-intelligence-classic/api/transcript-sentence-subresource',
    checked: 'page',
    value: {
      channel: {
        participants: [
          { channel_participant: 1, role: 'Agent' },
          { channel_participant: 2, role: 'Customer' },
        ],
      },
      sentences: [
        {
          media_channel: 1,
          sentence_index: 0,
          start_time: '0.5',
          end_time: '1.2',
          transcript: 'How can I help?',
          sid: 'GX1',
        },
        {
          media_channel: 2,
          sentence_index: 1,
          start_time: '1.5',
          end_time: '2.2',
          transcript: 'My phone is broken.',
          sid: 'GX2',
        },
      ],
      meta: { key: 'sentences' },
    },
    turns: [
      ['Agent', 'agent', 'How can I help?', 0.5],
      ['Customer', 'customer', 'My phone is broken.', 1.5],
    ],
  },
  'twilio conversations': {
    format: 'twilio',
    page: 'https://www.twilio.com/docs/conversations-classic/api/conversation-message-resource',
    checked: 'page',
    value: {
      meta: { key: 'messages' },
      messages: [
        {
          sid: 'IM1',
          conversation_sid: 'CH1',
          participant_sid: 'MB1',
          index: 0,
          author: 'support_bot',
          body: 'Hello!',
          media: null,
        },
        {
          sid: 'IM2',
          conversation_sid: 'CH1',
          index: 1,
          author: '+15551234',
          body: 'Hi, my order is late.',
          media: null,
        },
      ],
    },
    turns: [
      ['support_bot', 'agent', 'Hello!'],
      ['+15551234', 'customer', 'Hi, my order is late.'],
    ],
  },
  vapi: {
    format: 'vapi',
    page: 'https://docs.vapi.ai/server-url/events#end-of-call-report',
    checked: 'page',
    value: {
      message: {
        type: 'end-of-call-report',
        endedReason: 'hangup',
        artifact: {
          messages: [
            { role: 'system', message: 'You are a clinic.', time: 1, secondsFromStart: 0 },
            { role: 'bot', message: 'How can I help?', time: 2, secondsFromStart: 1.2, duration: 900 },
            { role: 'tool_calls', toolCalls: [], message: '', time: 3, secondsFromStart: 2 },
            { role: 'user', message: 'I need an appointment.', time: 4, secondsFromStart: 3.4, duration: 1100 },
          ],
        },
      },
    },
    turns: [
      ['bot', 'agent', 'How can I help?', 1.2],
      ['user', 'customer', 'I need an appointment.', 3.4],
    ],
  },
  retell: {
    format: 'retell',
    page: 'https://docs.retellai.com/api-references/get-call',
    checked: 'others',
    value: {
      call_id: 'Jabr9TXYYJHfvl6Syypi88rdAHYHmcq6',
      call_status: 'ended',
      transcript: 'Agent: hi how are you doing?\nUser: Doing well.',
      transcript_object: [
        { role: 'agent', content: 'hi how are you doing?', words: [{ word: 'hi', start: 0.7, end: 1.3 }] },
        { role: 'user', content: 'Doing well.', words: [{ word: 'Doing', start: 2.1, end: 2.4 }] },
      ],
    },
    turns: [
      ['agent', 'agent', 'hi how are you doing?', 0.7],
      ['user', 'customer', 'Doing well.', 2.1],
    ],
  },
  elevenlabs: {
    format: 'elevenlabs',
    page: 'https://elevenlabs.io/docs/eleven-agents/workflows/post-call-webhooks',
    checked: 'others',
    value: {
      agent_id: '123',
      conversation_id: '456',
      status: 'done',
      transcript: [
        { role: 'agent', message: 'Hello, this is Nova.', tool_calls: null, time_in_call_secs: 0 },
        { role: 'agent', message: null, tool_calls: [{ tool_name: 'lookup' }], time_in_call_secs: 3 },
        { role: 'agent', message: '', tool_calls: [{ tool_name: 'lookup' }], time_in_call_secs: 4 },
        { role: 'user', message: 'Hey, where is my parcel?', tool_calls: null, time_in_call_secs: 5 },
      ],
    },
    turns: [
      ['agent', 'agent', 'Hello, this is Nova.', 0],
      ['user', 'customer', 'Hey, where is my parcel?', 5],
    ],
  },
  zendesk: {
    format: 'zendesk',
    page: 'https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/',
    checked: 'partly',
    value: {
      comments: [
        {
          id: 1,
          type: 'Comment',
          author_id: 123,
          body: 'My printer smokes.',
          html_body: '<p>My printer smokes.</p>',
          plain_body: 'My printer smokes.',
          public: true,
          audit_id: 1,
        },
        {
          id: 2,
          type: 'Comment',
          author_id: 456,
          body: 'He wrote before.',
          plain_body: 'He wrote before.',
          public: false,
          audit_id: 2,
        },
        {
          id: 3,
          type: 'Comment',
          author_id: 456,
          body: 'Please unplug it.',
          plain_body: 'Please unplug it.',
          public: true,
          audit_id: 3,
        },
      ],
      users: [
        { id: 123, name: 'Tom Hale', role: 'end-user', email: 'tom@example.org' },
        { id: 456, name: 'Lena Fischer', role: 'agent' },
      ],
    },
    turns: [
      ['Tom Hale', 'customer', 'My printer smokes.'],
      ['Lena Fischer', 'agent', 'Please unplug it.'],
    ],
  },
  intercom: {
    format: 'intercom',
    page: 'https://developers.intercom.com/docs/references/1.0/rest-api/conversations/conversation-part-model',
    checked: 'page',
    value: {
      type: 'conversation',
      id: '1',
      source: {
        type: 'conversation',
        body: '<p>I can&#39;t log in</p>',
        author: { type: 'user', id: 'u', name: 'Tom Hale', email: 'tom@example.org' },
      },
      conversation_parts: {
        type: 'conversation_part.list',
        conversation_parts: [
          { type: 'conversation_part', part_type: 'note', body: '<p>VIP</p>', author: { type: 'admin', name: 'Lena' } },
          { type: 'conversation_part', part_type: 'assignment', body: null, author: { type: 'bot', name: 'Fin' } },
          {
            type: 'conversation_part',
            part_type: 'comment',
            body: '<p>Try the reset link.</p>',
            author: { type: 'admin', name: 'Lena' },
          },
        ],
      },
    },
    turns: [
      ['Tom Hale', 'customer', "I can't log in"],
      ['Lena', 'agent', 'Try the reset link.'],
    ],
  },
  freshdesk: {
    format: 'freshdesk',
    page: 'https://developers.freshdesk.com/api/#view_a_ticket',
    checked: 'others',
    value: {
      id: 20,
      subject: 'Late parcel',
      description_text: 'Where is my parcel?',
      requester: { id: 1, name: 'Tom Hale', email: 'tom@example.org' },
      conversations: [
        {
          body: '<div>On its way.</div>',
          body_text: 'On its way.',
          id: 3,
          incoming: false,
          private: false,
          user_id: 1,
          from_email: 'help@acme.com',
        },
        {
          body: '<div>check carrier</div>',
          body_text: 'check carrier',
          id: 4,
          incoming: false,
          private: true,
          user_id: 1,
        },
        { body: '<div>Thanks.</div>', body_text: 'Thanks.', id: 5, incoming: true, private: false, user_id: 2 },
      ],
    },
    turns: [
      ['Tom Hale', 'customer', 'Where is my parcel?'],
      ['help@acme.com', 'agent', 'On its way.'],
      ['Tom Hale', 'customer', 'Thanks.'],
    ],
  },
  front: {
    format: 'front',
    page: 'https://dev.frontapp.com/reference/messages-1',
    checked: 'partly',
    value: {
      _results: [
        {
          id: 'msg_2',
          type: 'email',
          is_inbound: false,
          created_at: 1701806950,
          text: 'It ships today.',
          body: '<p>It ships today.</p>',
          author: { email: 'lena@acme.com', first_name: 'Lena', last_name: 'Fischer' },
          recipients: [],
        },
        {
          id: 'msg_1',
          type: 'email',
          is_inbound: true,
          created_at: 1701806790,
          text: 'Where is my order?',
          body: '<p>Where is my order?</p>',
          author: null,
          recipients: [{ name: 'Tom Hale', handle: 'tom@example.org', role: 'from' }],
        },
      ],
    },
    turns: [
      ['Tom Hale', 'customer', 'Where is my order?'],
      ['Lena Fischer', 'agent', 'It ships today.'],
    ],
  },
  hubspot: {
    format: 'hubspot',
    page: 'https://developers.hubspot.com/docs/api-reference/conversations-conversations-v3/guide',
    checked: 'page',
    value: {
      results: [
        { id: '1', type: 'THREAD_STATUS_CHANGE', newStatus: 'OPEN', createdBy: 'S-hubspot' },
        {
          id: '2',
          type: 'MESSAGE',
          text: 'Do you ship to Norway?',
          direction: 'INCOMING',
          senders: [{ actorId: 'V-3892666', name: 'Tom Hale' }],
          truncationStatus: 'NOT_TRUNCATED',
        },
        { id: '3', type: 'COMMENT', text: 'asked sales', senders: [{ actorId: 'A-1' }] },
        {
          id: '4',
          type: 'MESSAGE',
          text: 'We do.',
          direction: 'OUTGOING',
          senders: [{ actorId: 'A-123', name: 'Lena' }],
          truncationStatus: 'NOT_TRUNCATED',
        },
      ],
    },
    turns: [
      ['Tom Hale', 'customer', 'Do you ship to Norway?'],
      ['Lena', 'agent', 'We do.'],
    ],
  },
  slack: {
    format: 'slack',
    page: 'https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports',
    checked: 'others',
    value: [
      {
        type: 'message',
        subtype: 'channel_join',
        user: 'U1',
        ts: '1482960137.003542',
        text: '<@U1> has joined the channel',
      },
      {
        type: 'message',
        user: 'U061F7AUR',
        ts: '1482960138.003543',
        text: 'Is the build green?',
        user_profile: { real_name: 'Lena Fischer', display_name: 'lena' },
      },
      { type: 'message', user: 'U2', ts: '1482960139.003543', text: 'Yes.' },
    ],
    turns: [
      ['Lena Fischer', undefined, 'Is the build green?'],
      ['U2', undefined, 'Yes.'],
    ],
  },
  csv: {
    format: 'csv',
    page: 'https://www.rfc-editor.org/rfc/rfc4180',
    checked: 'not',
    value: 'Start,Speaker,Text\r\n00:01,Agent,"How can I help, sir?"\r\n00:04,Customer,"It says ""error"" again."\r\n',
    turns: [
      ['Agent', 'agent', 'How can I help, sir?', 1],
      ['Customer', 'customer', 'It says "error" again.', 4],
    ],
  },
  'mime mail': {
    format: 'mime',
    page: 'https://www.rfc-editor.org/rfc/rfc2045',
    checked: 'not',
    value: [
      'Return-Path: <jo@example.org>',
      'MIME-Version: 1.0',
      'From: =?utf-8?Q?Jo_M=C3=BCller?= <jo@example.org>',
      'To: support@acme.com',
      'Subject: =?utf-8?B?UmVmdW5k?=',
      'Content-Type: multipart/alternative; boundary="b1"',
      '',
      '--b1',
      'Content-Type: text/plain; charset="utf-8"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'I want my money back, it cost 30 =E2=82=AC and broke after=',
      ' a day.',
      '--b1',
      'Content-Type: text/html; charset="utf-8"',
      '',
      '<p>I want my money back.</p>',
      '--b1--',
      '',
    ].join('\r\n'),
    turns: [
      ['Jo Müller', 'customer', 'Refund'],
      ['Jo Müller', 'customer', 'I want my money back, it cost 30 € and broke after a day.'],
    ],
  },
  mbox: {
    format: 'mime',
    page: 'https://www.rfc-editor.org/rfc/rfc4155',
    checked: 'not',
    value: [
      'From jo@example.org Mon Mar  3 10:00:00 2025',
      'From: Jo Park <jo@gmail.com>',
      'Subject: Refund',
      '',
      'I want my money back.',
      '',
      'From help@acme.com Mon Mar  3 11:00:00 2025',
      'From: Lena <lena@acme.com>',
      'Subject: Re: Refund',
      '',
      'It is on its way.',
      '',
    ].join('\n'),
    turns: [
      ['Jo Park', 'customer', 'Refund'],
      ['Jo Park', 'customer', 'I want my money back.'],
      ['Lena', 'agent', 'It is on its way.'],
    ],
  },
  'zoom, WebVTT': {
    format: 'vtt',
    page: 'https://support.zoom.com/hc/en/article?id=zm_kb&sysparm_article=KB0064927',
    checked: 'not',
    value:
      'WEBVTT\r\n\r\n1\r\n00:00:03.120 --> 00:00:06.480\r\nLena Fischer: Thanks for joining.\r\n\r\n2\r\n00:00:07.000 --> 00:00:08.000\r\nTom Hale: Sure.\r\n',
    turns: [
      ['Lena Fischer', undefined, 'Thanks for joining.', 3.12],
      ['Tom Hale', undefined, 'Sure.', 7],
    ],
  },
  'teams, WebVTT': {
    format: 'vtt',
    page: 'https://support.microsoft.com/office/view-edit-and-manage-video-transcripts-and-captions',
    checked: 'not',
    value:
      'WEBVTT\n\n6d3a-1/12-0\n00:00:03.120 --> 00:00:06.480\n<v Lena Fischer>Thanks for joining.</v>\n\n6d3a-1/15-0\n00:00:07.000 --> 00:00:08.000\n<v Tom Hale>Sure.</v>\n',
    turns: [
      ['Lena Fischer', undefined, 'Thanks for joining.', 3.12],
      ['Tom Hale', undefined, 'Sure.', 7],
    ],
  },
  'teams, text of the DOCX': {
    format: 'labelled',
    page: 'https://support.microsoft.com/office/view-edit-and-manage-video-transcripts-and-captions',
    checked: 'not',
    value:
      'Lena Fischer   0:03\nThanks for joining.\n\nTom Hale   0:07\nSure.\n\nLena Fischer   0:12\nThen let us start.\n\nTom Hale   0:15\nFine.\n',
    turns: [
      ['Lena Fischer', undefined, 'Thanks for joining.', 3],
      ['Tom Hale', undefined, 'Sure.', 7],
      ['Lena Fischer', undefined, 'Then let us start.', 12],
      ['Tom Hale', undefined, 'Fine.', 15],
    ],
  },
  'teams, DOCX': {
    format: 'docx',
    page: 'https://support.microsoft.com/office/view-edit-and-manage-video-transcripts-and-captions',
    checked: 'not',
    value: wordDocument([
      '<w:p><w:r><w:t>Weekly-20261112_090000-Meeting Recording</w:t></w:r></w:p>',
      '<w:p><w:r><w:t>November 12, 2026, 9:00AM</w:t></w:r></w:p>',
      spoken('Lena Fischer', '0:03', 'Thanks for joining &amp; welcome.'),
      spoken('Tom Hale', '0:07', 'Sure.'),
      spoken('Lena Fischer', '0:12', 'Then let us start.'),
      spoken('Tom Hale', '0:15', 'Fine.'),
    ]),
    turns: [
      [undefined, undefined, 'Weekly-20261112_090000-Meeting Recording'],
      ['Lena Fischer', undefined, 'Thanks for joining & welcome.', 3],
      ['Tom Hale', undefined, 'Sure.', 7],
      ['Lena Fischer', undefined, 'Then let us start.', 12],
      ['Tom Hale', undefined, 'Fine.', 15],
    ],
  },
  'google meet, DOCX': {
    format: 'docx',
    page: 'https://support.google.com/meet/answer/12849897',
    checked: 'not',
    value: wordDocument([
      '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Lena Fischer:</w:t></w:r><w:r><w:t xml:space="preserve"> Thanks for joining.</w:t></w:r></w:p>',
      '<w:p><w:r><w:t xml:space="preserve">Tom Hale: Sure.</w:t></w:r></w:p>',
      '<w:p><w:r><w:t>Lena Fischer: Then let us start.</w:t></w:r></w:p>',
    ]),
    turns: [
      ['Lena Fischer', undefined, 'Thanks for joining.'],
      ['Tom Hale', undefined, 'Sure.'],
      ['Lena Fischer', undefined, 'Then let us start.'],
    ],
  },
  'google meet, DOCX with headings': {
    format: 'docx',
    page: 'https://support.google.com/meet/answer/12849897',
    checked: 'others',
    value: wordDocument(
      [
        'Weekly (2025-03-03 10:30 GMT+1) – Transcript',
        'Attendees',
        'Lena Fischer, Tom Hale',
        'Transcript',
        '00:00:00',
        'Lena Fischer: Thanks for joining.',
        'Tom Hale: Sure.',
        '00:05:03',
        'Lena Fischer: Then let us start.',
        'Transcription ended after 00:31:16',
        'This editable transcript was computer generated and might contain errors.',
      ].map((line) => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`),
    ),
    turns: [
      ['Lena Fischer', undefined, 'Thanks for joining.', 0],
      ['Tom Hale', undefined, 'Sure.'],
      ['Lena Fischer', undefined, 'Then let us start.', 303],
    ],
    occurred_at: '2025-03-03T09:30:00.000Z',
  },
  'google meet, text': {
    format: 'labelled',
    page: 'https://support.google.com/meet/answer/12849897',
    checked: 'not',
    value: 'Lena Fischer: Thanks for joining.\nTom Hale: Sure.\nLena Fischer: Then let us start.\n',
    turns: [
      ['Lena Fischer', undefined, 'Thanks for joining.'],
      ['Tom Hale', undefined, 'Sure.'],
      ['Lena Fischer', undefined, 'Then let us start.'],
    ],
  },
  'otter, text': {
    format: 'labelled',
    page: 'https://help.otter.ai/hc/en-us/articles/360047733634-Export-conversations',
    checked: 'others',
    value:
      'Lena Fischer  0:03  \nThanks for joining.\n\nSpeaker 2  0:07  \nSure.\n\nLena Fischer  0:12  \nThen let us start.\n',
    turns: [
      ['Lena Fischer', undefined, 'Thanks for joining.', 3],
      ['Speaker 2', undefined, 'Sure.', 7],
      ['Lena Fischer', undefined, 'Then let us start.', 12],
    ],
  },
  'whatsapp, iPhone': {
    format: 'labelled',
    page: 'https://faq.whatsapp.com/1180414079177245',
    checked: 'others',
    value: '[31/12/2025, 21:15:02] Lena: Hi, is the flat free?\n[31/12/2025, 21:16:10] Tom Hale: It is.\n',
    turns: [
      ['Lena', undefined, 'Hi, is the flat free?'],
      ['Tom Hale', undefined, 'It is.'],
    ],
  },
  'whatsapp, Android': {
    format: 'labelled',
    page: 'https://faq.whatsapp.com/1180414079177245',
    checked: 'others',
    value: '12/31/25, 9:15 PM - Lena: Hi, is the flat free?\n12/31/25, 9:16 PM - Tom Hale: It is.\n',
    turns: [
      ['Lena', undefined, 'Hi, is the flat free?'],
      ['Tom Hale', undefined, 'It is.'],
    ],
  },
  'whatsapp, 24 hours': {
    format: 'labelled',
    page: 'https://faq.whatsapp.com/1180414079177245',
    checked: 'others',
    value: '06/03/2017, 00:45 - Lena: Hi, is the flat free?\n06/03/2017, 00:46 - Tom Hale: It is.\nCome by.\n',
    turns: [
      ['Lena', undefined, 'Hi, is the flat free?'],
      ['Tom Hale', undefined, 'It is.\nCome by.'],
    ],
  },
  'retell, webhook': {
    format: 'retell',
    page: 'https://docs.retellai.com/features/webhook-overview',
    checked: 'others',
    value: {
      event: 'call_ended',
      call: {
        call_type: 'phone_call',
        call_id: 'Jabr9TXYYJHfvl6Syypi88rdAHYHmcq6',
        call_status: 'ended',
        transcript_object: [
          { role: 'agent', content: 'How can I help?' },
          { role: 'user', content: 'I need to cancel.' },
        ],
      },
    },
    turns: [
      ['agent', 'agent', 'How can I help?'],
      ['user', 'customer', 'I need to cancel.'],
    ],
  },
  openai: {
    format: 'messages',
    page: 'https://platform.openai.com/docs/api-reference/chat/create',
    checked: 'not',
    value: [
      { role: 'system', content: 'You help.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Where is my order?' },
          { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'find', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: '{"status":"sent"}' },
      { role: 'assistant', content: 'It was sent.' },
    ],
    turns: [
      ['user', 'customer', 'Where is my order?'],
      ['assistant', 'agent', 'It was sent.'],
    ],
  },
  anthropic: {
    format: 'messages',
    page: 'https://docs.anthropic.com/en/api/messages',
    checked: 'not',
    value: [
      { role: 'user', content: 'Where is my order?' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 't', name: 'find', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'sent' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'It was sent.' }] },
    ],
    turns: [
      ['user', 'customer', 'Where is my order?'],
      ['assistant', 'agent', 'Let me look.'],
      ['assistant', 'agent', 'It was sent.'],
    ],
  },
};

const FOLDER = join(import.meta.dirname, '../fixtures/exports');

/** Those above, and one in each file of `test/fixtures/exports`. */
export const SAMPLES: Record<string, Sample> = {
  ...EARLIER,
  ...Object.fromEntries(
    readdirSync(FOLDER).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
    ]),
  ),
};
