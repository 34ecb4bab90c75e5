/** What each reader makes of lines that are not simply what somebody said, as the vendors export them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Conversation } from './conversation.ts';
import { normaliseConversation, readTurns } from './normalise.ts';
import { statedFacts } from './stated-facts.ts';
import { TURN_KINDS } from './turn-kinds.ts';

/** Turns as their text, with `kind: ` before it where they have one; what is left out as `(kind) text`, each in its place. */
function outline({ turns, leftOut = [] }: Conversation): string[] {
  const lines = turns.flatMap((turn) => [
    ...leftOut.filter(({ before }) => before === turn.index).map(shown),
    `${turn.kind === undefined ? '' : `${turn.kind}: `}${turn.text}${turn.isEdited === true ? ' [edited]' : ''}`,
  ]);
  return [...lines, ...leftOut.filter(({ before }) => before === turns.length).map(shown)];
}

function shown({ kind, text }: { kind: string; text: string }): string {
  return `(${kind}) ${text}`.trim();
}

function check(value: unknown, expected: readonly string[]): Conversation {
  const conversation = normaliseConversation(value);
  expect(outline(conversation)).toEqual(expected);
  for (const [index, turn] of conversation.turns.entries()) {
    expect(turn.index).toBe(index);
    expect(conversation.text.slice(turn.start, turn.end)).toBe(turn.text);
  }
  return conversation;
}

const AT = '2026-03-02T10:00:00Z';

const MATRIX: Record<string, [value: unknown, expected: string[]]> = {
  zendesk: [
    {
      comments: [
        {
          author_id: 1,
          public: true,
          created_at: AT,
          plain_body: 'My order is late.',
          attachments: [{ file_name: 'order.pdf' }],
        },
        { author_id: 2, public: false, created_at: AT, plain_body: 'He is a difficult one.', attachments: [] },
        { author_id: 2, public: true, created_at: AT, plain_body: 'It ships today.' },
        { author_id: -1, public: true, created_at: AT, plain_body: 'Ticket merged into #4.' },
        { author_id: 1, public: true, type: 'VoiceComment', created_at: AT, plain_body: 'Voicemail from: +1 555 0100' },
      ],
      users: [
        { id: 1, name: 'Jo', role: 'end-user' },
        { id: 2, name: 'Dana', role: 'agent' },
      ],
    },
    [
      'My order is late.',
      '(attachment) order.pdf',
      '(note) He is a difficult one.',
      'It ships today.',
      '(system) Ticket merged into #4.',
      'voicemail: Voicemail from: +1 555 0100',
    ],
  ],
  sunshine: [
    {
      messages: [
        {
          received: '2026-03-02T10:00:00Z',
          author: { type: 'user', displayName: 'Jo' },
          content: { type: 'text', text: 'Hi' },
        },
        {
          received: '2026-03-02T10:00:01Z',
          author: { type: 'business', displayName: 'Helper', subtypes: ['AI'] },
          content: { type: 'text', text: 'I am a bot.' },
        },
        {
          received: '2026-03-02T10:00:02Z',
          author: { type: 'user', displayName: 'Jo' },
          content: { type: 'image', altText: 'photo.jpg' },
        },
        {
          received: '2026-03-02T10:00:03Z',
          author: { type: 'user', displayName: 'Jo' },
          deleted: true,
          content: { type: 'text', text: 'my card is 4111' },
        },
        {
          received: '2026-03-02T10:00:04Z',
          author: { type: 'business', displayName: 'Dana' },
          content: { type: 'text', text: 'Dana here.' },
        },
      ],
    },
    ['Hi', 'bot: I am a bot.', '(attachment) photo.jpg', '(deleted)', 'Dana here.'],
  ],
  intercom: [
    {
      created_at: 1772445600,
      source: { body: '<p>Where is it?</p>', author: { type: 'user', name: 'Jo' } },
      conversation_parts: {
        conversation_parts: [
          { part_type: 'comment', body: '<p>I am Fin.</p>', author: { type: 'bot', name: 'Fin' } },
          {
            part_type: 'assignment',
            body: null,
            assigned_to: { type: 'admin', name: 'Dana' },
            author: { type: 'bot', name: 'Fin' },
          },
          { part_type: 'note', body: '<p>VIP, be careful</p>', author: { type: 'admin', name: 'Dana' } },
          { part_type: 'comment', body: '<p>On its way.</p>', author: { type: 'admin', name: 'Dana' } },
          {
            part_type: 'comment',
            redacted: true,
            body: '<p>This message was redacted</p>',
            author: { type: 'user', name: 'Jo' },
          },
        ],
      },
    },
    [
      'Where is it?',
      'bot: I am Fin.',
      '(system) assignment: Dana',
      '(note) VIP, be careful',
      'On its way.',
      '(deleted)',
    ],
  ],
  freshdesk: [
    {
      description_text: 'I need help.',
      created_at: AT,
      requester: { name: 'Jo', email: 'jo@example.org' },
      conversations: [
        { body_text: 'Check with billing first', incoming: false, private: true, user_id: 5, created_at: AT },
        {
          body_text: 'All done.',
          incoming: false,
          private: false,
          from_email: 'desk@acme.com',
          created_at: AT,
          attachments: [{ name: 'receipt.pdf' }],
        },
      ],
    },
    ['I need help.', '(note) Check with billing first', 'All done.', '(attachment) receipt.pdf'],
  ],
  freshchat: [
    {
      messages: [
        {
          actor_type: 'user',
          actor_id: 'u',
          message_type: 'normal',
          created_time: '2026-03-02T10:00:00Z',
          message_parts: [{ text: { content: 'Hello' } }],
        },
        {
          actor_type: 'bot',
          actor_id: 'b',
          message_type: 'normal',
          created_time: '2026-03-02T10:00:01Z',
          message_parts: [{ text: { content: 'Freddy here' } }],
        },
        {
          actor_type: 'system',
          actor_id: 's',
          message_type: 'system',
          created_time: '2026-03-02T10:00:02Z',
          message_parts: [{ text: { content: 'Assigned to Dana' } }],
        },
        {
          actor_type: 'agent',
          actor_id: 'a',
          message_type: 'private',
          created_time: '2026-03-02T10:00:03Z',
          message_parts: [{ text: { content: 'Watch out' } }],
        },
        {
          actor_type: 'agent',
          actor_id: 'a',
          message_type: 'normal',
          created_time: '2026-03-02T10:00:04Z',
          message_parts: [{ text: { content: 'Hi Jo' } }, { image: { url: 'https://f/1.png' } }],
        },
      ],
    },
    [
      'Hello',
      'bot: Freddy here',
      '(system) Assigned to Dana',
      '(note) Watch out',
      'Hi Jo',
      '(attachment) https://f/1.png',
    ],
  ],
  front: [
    {
      _results: [
        {
          is_inbound: true,
          created_at: 1772445600,
          text: 'Broken.',
          recipients: [{ role: 'from', handle: 'jo@example.org' }],
          attachments: [{ filename: 'broken.jpg' }],
        },
        {
          posted_at: 1772445700,
          body: 'Is this a known fault?',
          author: { first_name: 'Dana', email: 'dana@acme.com' },
        },
        { is_inbound: false, is_draft: true, created_at: 1772445750, text: 'We will', author: { first_name: 'Dana' } },
        { is_inbound: false, created_at: 1772445800, text: 'A new one is coming.', author: { first_name: 'Dana' } },
      ],
    },
    ['Broken.', '(attachment) broken.jpg', '(note) Is this a known fault?', 'A new one is coming.'],
  ],
  helpscout: [
    {
      _embedded: {
        threads: [
          {
            type: 'customer',
            body: 'Help',
            createdAt: '2026-03-02T10:00:00Z',
            createdBy: { type: 'customer', first: 'Jo' },
          },
          {
            type: 'note',
            body: 'Known bug',
            createdAt: '2026-03-02T10:00:01Z',
            createdBy: { type: 'user', first: 'Dana' },
          },
          {
            type: 'lineitem',
            body: null,
            action: { text: 'Assigned to Dana' },
            createdAt: '2026-03-02T10:00:02Z',
            createdBy: { type: 'user', first: 'Dana' },
          },
          {
            type: 'message',
            body: 'Fixed',
            createdAt: '2026-03-02T10:00:03Z',
            createdBy: { type: 'user', first: 'Dana' },
          },
        ],
      },
    },
    ['Help', '(note) Known bug', '(system) Assigned to Dana', 'Fixed'],
  ],
  gorgias: [
    {
      channel: 'chat',
      messages: [
        {
          from_agent: false,
          body_text: 'Size?',
          created_datetime: AT,
          public: true,
          sender: { name: 'Jo' },
          attachments: [{ name: 'me.jpg' }],
        },
        { from_agent: true, body_text: 'ask warehouse', created_datetime: AT, public: false, sender: { name: 'Dana' } },
        { from_agent: true, body_text: 'M fits.', created_datetime: AT, public: true, sender: { name: 'Dana' } },
      ],
    },
    ['Size?', '(attachment) me.jpg', '(note) ask warehouse', 'M fits.'],
  ],
  hubspot: [
    {
      results: [
        {
          type: 'MESSAGE',
          text: 'Hi there',
          direction: 'INCOMING',
          createdAt: '2026-03-02T10:00:00Z',
          senders: [{ name: 'Jo', actorId: 'V-1' }],
          client: { clientType: 'HUBSPOT' },
          conversationsThreadId: '1',
        },
        {
          type: 'COMMENT',
          text: 'Big account',
          createdAt: '2026-03-02T10:00:01Z',
          senders: [{ name: 'Dana' }],
          conversationsThreadId: '1',
        },
        {
          type: 'THREAD_STATUS_CHANGE',
          newStatus: 'CLOSED',
          createdAt: '2026-03-02T10:00:02Z',
          conversationsThreadId: '1',
        },
        {
          type: 'MESSAGE',
          text: 'Hello Jo',
          direction: 'OUTGOING',
          createdAt: '2026-03-02T10:00:03Z',
          senders: [{ name: 'Dana', actorId: 'A-1' }],
          conversationsThreadId: '1',
        },
      ],
    },
    ['Hi there', '(note) Big account', '(system) thread status change: closed', 'Hello Jo'],
  ],
  salesforce: [
    {
      conversationEntries: [
        { messageText: 'Hello', sender: { role: 'EndUser', displayName: 'Jo' }, clientTimestamp: 1772445600000 },
        {
          messageText: 'I am Einstein.',
          sender: { role: 'Chatbot', displayName: 'Einstein' },
          clientTimestamp: 1772445601000,
        },
        {
          messageText: 'Dana joined',
          sender: { role: 'System', displayName: 'System' },
          clientTimestamp: 1772445602000,
        },
        { messageText: 'Dana here.', sender: { role: 'Agent', displayName: 'Dana' }, clientTimestamp: 1772445603000 },
      ],
    },
    ['Hello', 'bot: I am Einstein.', '(system) Dana joined', 'Dana here.'],
  ],
  livechat: [
    {
      chat: {
        users: [
          { id: 'c', type: 'customer', name: 'Jo' },
          { id: 'a', type: 'agent', name: 'Dana' },
        ],
        thread: {
          created_at: AT,
          events: [
            { type: 'message', author_id: 'c', text: 'Hi', created_at: AT, visibility: 'all' },
            { type: 'system_message', text: 'Dana joined the chat', created_at: AT, author_id: 's' },
            { type: 'message', author_id: 'a', text: 'supervisor, look', created_at: AT, visibility: 'agents' },
            { type: 'file', author_id: 'c', name: 'bill.pdf', created_at: AT, visibility: 'all' },
            { type: 'message', author_id: 'a', text: 'Hello', created_at: AT, visibility: 'all' },
          ],
        },
      },
    },
    ['Hi', '(system) Dana joined the chat', '(note) supervisor, look', '(attachment) bill.pdf', 'Hello'],
  ],
  liveperson: [
    {
      conversationHistoryRecords: [
        {
          info: { startTimeL: 1772445600000 },
          agentParticipants: [
            { agentId: 'a', agentFullName: 'Dana' },
            { agentId: 'b', agentFullName: 'Robo', userType: '2', userTypeName: 'Bot' },
          ],
          consumerParticipants: [{ participantId: 'c', consumerName: 'Jo' }],
          messageRecords: [
            {
              sentBy: 'Consumer',
              participantId: 'c',
              timeL: 1772445600000,
              audience: 'ALL',
              messageData: { msg: { text: 'Hi' } },
            },
            {
              sentBy: 'Agent',
              participantId: 'b',
              timeL: 1772445601000,
              audience: 'ALL',
              messageData: { msg: { text: 'Choose a topic' } },
            },
            {
              sentBy: 'Controller',
              timeL: 1772445602000,
              audience: 'ALL',
              messageData: { msg: { text: 'Wait time: 2 min' } },
            },
            {
              sentBy: 'Agent',
              participantId: 'a',
              timeL: 1772445603000,
              audience: 'AGENTS_AND_MANAGERS',
              messageData: { msg: { text: 'whisper' } },
            },
            {
              sentBy: 'Agent',
              participantId: 'a',
              timeL: 1772445604000,
              audience: 'ALL',
              messageData: { msg: { text: 'Hello Jo' } },
            },
          ],
        },
      ],
    },
    ['Hi', 'bot: Choose a topic', '(system) Wait time: 2 min', '(note) whisper', 'Hello Jo'],
  ],
  crisp: [
    {
      data: [
        {
          type: 'text',
          from: 'user',
          content: 'Hi',
          fingerprint: 1,
          timestamp: 1772445600000,
          user: { nickname: 'Jo' },
        },
        {
          type: 'text',
          from: 'operator',
          automated: true,
          content: 'We are online.',
          fingerprint: 2,
          timestamp: 1772445601000,
          user: {},
        },
        {
          type: 'note',
          from: 'operator',
          content: 'check plan',
          fingerprint: 3,
          timestamp: 1772445602000,
          user: { nickname: 'Dana' },
        },
        {
          type: 'file',
          from: 'user',
          content: { name: 'log.txt', url: 'https://x' },
          fingerprint: 4,
          timestamp: 1772445603000,
          user: { nickname: 'Jo' },
        },
        {
          type: 'event',
          from: 'operator',
          content: { namespace: 'state:resolved' },
          fingerprint: 5,
          timestamp: 1772445604000,
          user: {},
        },
        {
          type: 'text',
          from: 'operator',
          content: 'Hello!',
          edited: true,
          fingerprint: 6,
          timestamp: 1772445605000,
          user: { nickname: 'Dana' },
        },
      ],
    },
    [
      'Hi',
      'bot: We are online.',
      '(note) check plan',
      '(attachment) log.txt',
      '(system) state:resolved',
      'Hello! [edited]',
    ],
  ],
  drift: [
    {
      data: {
        messages: [
          {
            conversationId: 1,
            type: 'chat',
            body: 'Pricing?',
            author: { id: 9, type: 'contact' },
            createdAt: 1772445600000,
          },
          {
            conversationId: 1,
            type: 'chat',
            body: 'I am a bot',
            author: { id: 8, type: 'user', bot: true },
            createdAt: 1772445601000,
          },
          {
            conversationId: 1,
            type: 'private_note',
            body: 'hot lead',
            author: { id: 7, type: 'user' },
            createdAt: 1772445602000,
          },
          {
            conversationId: 1,
            type: 'chat',
            body: 'Hello!',
            author: { id: 7, type: 'user' },
            createdAt: 1772445603000,
          },
        ],
      },
    },
    ['Pricing?', 'bot: I am a bot', '(note) hot lead', 'Hello!'],
  ],
  slack: [
    [
      { type: 'message', ts: '1772445600.1', user: 'U1', text: 'old words' },
      {
        type: 'message',
        subtype: 'channel_join',
        ts: '1772445600.2',
        user: 'U2',
        text: '<@U2> has joined the channel',
      },
      { type: 'message', subtype: 'bot_message', ts: '1772445600.3', username: 'Pager', text: 'Alert' },
      { type: 'message', ts: '1772445600.4', user: 'U2', text: 'hello', edited: { user: 'U2', ts: '1' } },
      {
        type: 'message',
        subtype: 'message_changed',
        ts: '1772445600.5',
        text: '',
        message: { type: 'message', ts: '1772445600.1', user: 'U1', text: 'new words', edited: { ts: '2' } },
      },
      { type: 'message', ts: '1772445600.6', user: 'U1', text: 'secret' },
      { type: 'message', subtype: 'message_deleted', ts: '1772445600.7', deleted_ts: '1772445600.6', text: '' },
      {
        type: 'message',
        subtype: 'tombstone',
        ts: '1772445600.8',
        user: 'USLACKBOT',
        text: 'This message was deleted.',
      },
      { type: 'message', ts: '1772445600.9', user: 'U1', text: '', files: [{ name: 'screen.png' }] },
    ],
    [
      'new words [edited]',
      '(system) <@U2> has joined the channel',
      'bot: Alert',
      'hello [edited]',
      '(deleted)',
      '(deleted)',
      '(attachment) screen.png',
    ],
  ],
  telegram: [
    {
      name: 'Shop',
      type: 'personal_chat',
      messages: [
        {
          id: 1,
          type: 'service',
          action: 'phone_call',
          actor: 'Jo',
          actor_id: 'user1',
          date_unixtime: '1772445600',
          text: '',
          text_entities: [],
        },
        {
          id: 2,
          type: 'message',
          from: 'Jo',
          from_id: 'user1',
          date_unixtime: '1772445601',
          text: 'Hi',
          text_entities: [],
        },
        {
          id: 3,
          type: 'message',
          from: 'Jo',
          from_id: 'user1',
          date_unixtime: '1772445602',
          photo: '(File not included)',
          text: '',
          text_entities: [],
        },
        {
          id: 4,
          type: 'message',
          from: 'Ann',
          from_id: 'user2',
          date_unixtime: '1772445603',
          edited_unixtime: '1772445700',
          text: 'Hello',
          text_entities: [],
        },
      ],
    },
    ['(system) phone call', 'Hi', '(attachment) photo', 'Hello [edited]'],
  ],
  discord: [
    {
      guild: {},
      channel: {},
      messages: [
        {
          id: '1',
          type: 'GuildMemberJoin',
          timestamp: '2026-03-02T10:00:00Z',
          timestampEdited: null,
          content: 'Joined the server.',
          author: { name: 'jo' },
        },
        {
          id: '2',
          type: 'Default',
          timestamp: '2026-03-02T10:00:01Z',
          timestampEdited: '2026-03-02T11:00:01Z',
          content: 'It is broken',
          author: { name: 'jo' },
          attachments: [{ fileName: 'log.txt' }],
        },
        {
          id: '3',
          type: 'Default',
          timestamp: '2026-03-02T10:00:02Z',
          timestampEdited: null,
          content: 'Ticket opened',
          author: { name: 'TicketTool', isBot: true },
        },
        {
          id: '4',
          type: 'Reply',
          timestamp: '2026-03-02T10:00:03Z',
          timestampEdited: null,
          content: 'Looking',
          author: { name: 'dana' },
        },
      ],
    },
    ['(system) Joined the server.', 'It is broken [edited]', '(attachment) log.txt', 'bot: Ticket opened', 'Looking'],
  ],
  messenger: [
    {
      thread_path: 'x',
      messages: [
        { sender_name: 'Jo', timestamp_ms: 1772445600000, content: 'Hi' },
        { sender_name: 'Jo', timestamp_ms: 1772445601000, is_unsent: true, content: 'my password is x' },
        { sender_name: 'Jo', timestamp_ms: 1772445602000, photos: [{ uri: 'photos/1.jpg' }] },
        { sender_name: 'Shop', timestamp_ms: 1772445603000, content: 'Hello' },
      ],
    },
    ['Hi', '(deleted)', '(attachment) photos/1.jpg', 'Hello'],
  ],
  graph_chat: [
    {
      value: [
        {
          messageType: 'systemEventMessage',
          createdDateTime: '2026-03-02T10:00:00Z',
          body: { content: '<systemEventMessage/>' },
          eventDetail: { '@odata.type': '#microsoft.graph.membersAddedEventMessageDetail' },
        },
        {
          messageType: 'message',
          createdDateTime: '2026-03-02T10:00:01Z',
          from: { user: { displayName: 'Jo' } },
          body: { contentType: 'text', content: 'Hi' },
          lastEditedDateTime: '2026-03-02T10:05:00Z',
        },
        {
          messageType: 'message',
          createdDateTime: '2026-03-02T10:00:02Z',
          deletedDateTime: '2026-03-02T10:06:00Z',
          from: { user: { displayName: 'Jo' } },
          body: { contentType: 'text', content: '' },
        },
        {
          messageType: 'message',
          createdDateTime: '2026-03-02T10:00:03Z',
          from: { application: { displayName: 'Flow' } },
          body: { contentType: 'text', content: 'Ticket 4 created' },
        },
        {
          messageType: 'message',
          createdDateTime: '2026-03-02T10:00:04Z',
          from: { user: { displayName: 'Dana' } },
          body: { contentType: 'html', content: '<p>Hello <attachment id="1"></attachment></p>' },
          attachments: [{ contentType: 'reference', name: 'plan.docx' }],
        },
      ],
    },
    ['(system) members added', 'Hi [edited]', '(deleted)', 'bot: Ticket 4 created', 'Hello', '(attachment) plan.docx'],
  ],
  twilio: [
    {
      messages: [
        { conversation_sid: 'CH1', author: 'jo', body: 'Hi', date_created: AT },
        { conversation_sid: 'CH1', author: 'jo', body: null, media: [{ filename: 'pic.png' }], date_created: AT },
        { conversation_sid: 'CH1', author: 'dana', body: 'Hello', date_created: AT },
      ],
    },
    ['Hi', '(attachment) pic.png', 'Hello'],
  ],
  genesys: [
    {
      conversationId: 'c',
      mediaType: 'call',
      transcripts: [
        {
          phrases: [
            {
              text: 'Press one for billing',
              participantPurpose: 'ivr',
              startTimeMs: 0,
              duration: { milliseconds: 1000 },
            },
            {
              text: 'Hello, Dana here',
              participantPurpose: 'internal',
              startTimeMs: 5000,
              duration: { milliseconds: 1000 },
            },
            {
              text: 'my bill is wrong',
              participantPurpose: 'external',
              startTimeMs: 7000,
              duration: { milliseconds: 1000 },
            },
          ],
        },
      ],
    },
    ['bot: Press one for billing', 'Hello, Dana here', 'my bill is wrong'],
  ],
  aircall: [
    {
      id: 1,
      type: 'voicemail',
      call_created_at: AT,
      content: {
        utterances: [
          {
            participant_type: 'external',
            phone_number: '+1555',
            text: 'Please call me back',
            start_time: 0,
            end_time: 2,
          },
        ],
      },
    },
    ['voicemail: Please call me back'],
  ],
  vapi: [
    {
      messages: [
        { role: 'system', message: 'You are a clinic assistant', secondsFromStart: 0 },
        { role: 'bot', message: 'Clinic, hello', secondsFromStart: 1, duration: 1000 },
        { role: 'user', message: 'An appointment please', secondsFromStart: 3, duration: 1000 },
        { role: 'tool_calls', toolCalls: [{ function: { name: 'book_slot' } }], secondsFromStart: 5 },
        { role: 'tool_call_result', name: 'book_slot', result: 'ok', secondsFromStart: 6 },
      ],
    },
    [
      '(system) You are a clinic assistant',
      'bot: Clinic, hello',
      'An appointment please',
      '(system) book_slot',
      '(system) ok',
    ],
  ],
  retell: [
    {
      call_status: 'ended',
      transcript_object: [
        { role: 'agent', content: 'Hi, this is Ava', words: [{ start: 0, end: 1 }] },
        { role: 'user', content: 'A person please', words: [{ start: 2, end: 3 }] },
        { role: 'transfer_target', content: 'Hello, Dana speaking, how can I help?', words: [{ start: 5, end: 6 }] },
      ],
    },
    ['bot: Hi, this is Ava', 'A person please', 'Hello, Dana speaking, how can I help?'],
  ],
  contact_lens: [
    {
      Channel: 'CHAT',
      Participants: [
        { ParticipantId: 'c', ParticipantRole: 'CUSTOMER' },
        { ParticipantId: 'a', ParticipantRole: 'AGENT' },
        { ParticipantId: 's', ParticipantRole: 'SYSTEM' },
        { ParticipantId: 'b', ParticipantRole: 'CUSTOM_BOT' },
      ],
      Transcript: [
        { ParticipantId: 's', Content: 'You are in a queue', AbsoluteTime: AT },
        { ParticipantId: 'b', Content: 'What is it about?', AbsoluteTime: AT },
        { ParticipantId: 'c', Content: 'My bill', AbsoluteTime: AT },
        {
          ParticipantId: 'a',
          ContentType: 'application/vnd.amazonaws.connect.event.participant.joined',
          AbsoluteTime: AT,
        },
        { ParticipantId: 'a', Content: 'Dana here', AbsoluteTime: AT },
      ],
    },
    ['(system) You are in a queue', 'bot: What is it about?', 'My bill', '(system) participant joined', 'Dana here'],
  ],
  messages: [
    {
      messages: [
        { role: 'system', content: 'Be polite.' },
        { role: 'user', content: 'Where is my order?' },
        { role: 'assistant', content: null, tool_calls: [] },
        { role: 'tool', content: '{"status":"shipped"}' },
        { role: 'assistant', content: 'It is on its way.' },
      ],
    },
    ['(system) Be polite.', 'Where is my order?', '(system) {"status":"shipped"}', 'It is on its way.'],
  ],
  turns: [
    [
      { speaker: 'IVR', text: 'Press 1', kind: 'bot' },
      { speaker: 'Dana', side: 'agent', text: 'Hello' },
      { speaker: 'Dana', side: 'agent', text: 'he is rude', internal: true },
      { text: 'on hold', kind: 'hold', start: 2, end: 9 },
      { speaker: 'Jo', side: 'customer', text: 'Hi', kind: 'whatever' },
    ],
    ['bot: Press 1', 'Hello', '(note) he is rude', '(hold) on hold', 'Hi'],
  ],
  csv: [
    'speaker,text,kind\nDana,Hello,\nDana,check his plan,note\nJo,Hi,speech\n',
    ['Hello', '(note) check his plan', 'Hi'],
  ],
  vtt: [
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Dana>One moment.</v>\n\n00:02.000 --> 00:30.000\n[Hold music]\n\n00:31.000 --> 00:32.000\n<v Jo>Sure.</v>\n',
    ['One moment.', '(hold) [Hold music]', 'Sure.'],
  ],
};

describe('what one conversation can have beside words', () => {
  it.each(Object.entries(MATRIX))('%s', (name, [value, expected]) => {
    expect(check(value, expected).format).toBe(name);
  });

  it.each([
    [
      'markers within a call',
      'IVR: This call may be recorded.\nAgent: One moment please.\n[Hold music]\nThanks for waiting.\n(Call transferred to Billing)\nBen: Hi, Ben from billing.\nCustomer: (crying) I need help.',
      [
        'bot: This call may be recorded.',
        'One moment please.',
        '(hold) [Hold music]',
        'Thanks for waiting.',
        '(system) (Call transferred to Billing)',
        'Hi, Ben from billing.',
        '(crying) I need help.',
      ],
    ],
    [
      'a note with a second line',
      'Agent: Hello.\nInternal note: he lied before\nand he will again\nCustomer: Hi.\nDana (internal note): no refund\nAgent: Bye.',
      ['Hello.', '(note) Internal note: he lied before\nand he will again', 'Hi.', '(note) no refund', 'Bye.'],
    ],
    [
      'WhatsApp on Android',
      '12/31/25, 9:14 PM - Ann joined using this group’s invite link\n12/31/25, 9:15 PM - Tom: Hi\n12/31/25, 9:15 PM - Ann: This message was deleted\n12/31/25, 9:16 PM - Tom: <Media omitted>\n12/31/25, 9:16 PM - Ann: At 5 <This message was edited>\n12/31/25, 9:17 PM - Tom: IMG-2.jpg (file attached)\n12/31/25, 9:18 PM - Tom: ok',
      [
        '(system) 12/31/25, 9:14 PM - Ann joined using this group’s invite link',
        'Hi',
        '(deleted)',
        '(attachment) <Media omitted>',
        'At 5 [edited]',
        '(attachment) IMG-2.jpg (file attached)',
        'ok',
      ],
    ],
    [
      'WhatsApp on iOS',
      '[31.12.25, 21:15:03] Tom: Hi\n\u200e[31.12.25, 21:15:09] Ann: \u200eYou deleted this message.\n[31.12.25, 21:16:03] Tom: \u200eimage omitted\n[31.12.25, 21:16:04] Tom: \u200eMissed voice call\n[31.12.25, 21:16:09] Ann: later',
      ['Hi', '(deleted)', '(attachment) image omitted', '(system) Missed voice call', 'later'],
    ],
    [
      'a chat that says who joined',
      'Agent: Hi.\nCustomer: hello.\nDana has left the chat.\nAgent: bye',
      ['Hi.', 'hello.', '(system) Dana has left the chat.', 'bye'],
    ],
    [
      'a system that answers',
      'User: hi\nSystem: How can I help?\nUser: book\nSystem: Done.',
      ['hi', 'How can I help?', 'book', 'Done.'],
    ],
    [
      'a system beside two people',
      'System: Dana joined\nAgent: Hi.\nCustomer: hello',
      ['(system) Dana joined', 'Hi.', 'hello'],
    ],
    [
      'nothing but markers',
      '12/31/25, 9:16 PM - Tom: <Media omitted>\n12/31/25, 9:17 PM - Ann: <Media omitted>',
      ['<Media omitted>', '<Media omitted>'],
    ],
    [
      'words that only sound like markers',
      'Agent: (laughs) Put me on hold then.\nCustomer: My brother left the chat and the music is loud.\nAgent: This message was deleted by mistake, sorry.\nCustomer: [inaudible]',
      [
        '(laughs) Put me on hold then.',
        'My brother left the chat and the music is loud.',
        'This message was deleted by mistake, sorry.',
        '[inaudible]',
      ],
    ],
  ])('text: %s', (_, text, expected) => {
    check(text, expected);
  });
});

describe('signatures of mails', () => {
  const SIGNED = `Please refund order 4711.

Kind regards,
Jo Park
Head of Purchasing
Acme Ltd | +44 20 7946 0123
www.acme.example

CONFIDENTIALITY NOTICE: This e-mail is intended only for the addressee.`;

  it.each([
    [
      'an address below a sign-off, and a notice',
      SIGNED,
      'Please refund order 4711.\n\nKind regards,\nJo Park',
      'Head of Purchasing',
    ],
    ['the mark of mail programs', 'Thanks, it works.\n\n-- \nJo Park\nAcme', 'Thanks, it works.', '-- \nJo Park\nAcme'],
    ['a telephone', 'On my way.\n\nSent from my iPhone', 'On my way.', 'Sent from my iPhone'],
    [
      'a notice of confidentiality',
      'All good.\n\nThis email and any attachments are confidential and intended solely for the addressee.',
      'All good.',
      'This email',
    ],
    ['another language', 'Danke!\n\nDiese E-Mail enthält vertrauliche Informationen.', 'Danke!', 'Diese E-Mail'],
  ])('cuts %s', (_, body, words, beginning) => {
    for (const value of [{ from: 'jo@example.org', body }, `From: jo@example.org\nSubject: Re: Order\n\n${body}`]) {
      const { turns, leftOut = [], text } = normaliseConversation(value);
      expect(turns.map((turn) => turn.text)).toEqual([words]);
      expect(leftOut.map(({ kind, speaker }) => [kind, speaker])).toEqual([['signature', 'jo@example.org']]);
      expect(leftOut[0]?.text.startsWith(beginning)).toBe(true);
      expect(text).toContain(body);
    }
  });

  it.each([
    ['a name and a number to call', 'Please call me.\n\nRegards,\nJo 07700 900123'],
    [
      'a sign-off with a last wish',
      'It broke.\n\nThanks,\nJo\nI forgot: the serial number is AB-1234.\nAnd the colour is red.',
    ],
    ['a list with dashes', 'Two things:\n--\nthe first\n\nand then\n'.repeat(30)],
    ['words about privacy', 'Is this email confidential? I asked for it to be so.'],
    ['nothing else', '-- \nJo Park'],
  ])('keeps %s', (_, body) => {
    const { turns, leftOut } = normaliseConversation({ from: 'jo@example.org', body });
    expect(turns.map((turn) => turn.text).join('\n')).toBe(body.trim());
    expect(leftOut).toBeUndefined();
  });

  it('names what is attached to an .eml', () => {
    const eml =
      'From: Jo <jo@example.org>\r\nTo: desk@acme.example\r\nSubject: Invoice\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the invoice.\r\n\r\n-- \r\nJo\r\n--b\r\nContent-Type: application/pdf; name="inv.pdf"\r\nContent-Disposition: attachment; filename="invoice 4711.pdf"\r\n\r\nJVBERi0=\r\n--b--\r\n';
    const read = normaliseConversation(eml);
    expect(read.format).toBe('mime');
    expect(outline(read)).toEqual([
      'Invoice',
      'See the invoice.',
      expect.stringMatching(/^\(signature\) --/),
      '(attachment) invoice 4711.pdf',
    ]);
  });
});

describe('who is the agent', () => {
  const BOT_FIRST = [
    { speaker: 'Ava', kind: 'bot', text: 'Hi, I am Ava, the virtual assistant. How can I help you today?' },
    { speaker: 'Jo', text: 'I want a refund for my order please' },
    { speaker: 'Ava', kind: 'bot', text: 'I will connect you to a colleague.' },
    { speaker: 'Dana', text: 'Hello, this is Dana from Acme, how can I help you? Can you confirm your order number?' },
    { speaker: 'Jo', text: 'It is 4711 and I am waiting for my money' },
  ];

  it('is a human beside a bot', () => {
    const { speakers = [] } = normaliseConversation(BOT_FIRST);
    expect(speakers.map(({ label, side, kind }) => [label, side, kind])).toEqual([
      ['Ava', undefined, 'bot'],
      ['Jo', 'customer', undefined],
      ['Dana', 'agent', undefined],
    ]);
  });

  it('is the bot where no human answers, and whoever the input names', () => {
    const alone = normaliseConversation(BOT_FIRST.slice(0, 3));
    expect(alone.speakers?.map(({ side }) => side)).toEqual(['agent', 'customer']);
    const told = normaliseConversation(BOT_FIRST, { sides: { Ava: 'agent' } });
    expect(told.speakers?.[0]).toMatchObject({ label: 'Ava', side: 'agent', kind: 'bot' });
  });

  it('is not the interpreter, who is on no side and doubted by nobody', () => {
    const text =
      'Agent: How are you?\nInterpreter: ¿Cómo está?\nCustomer: Necesito ayuda.\nInterpreter: I need help.\nAgent: Sure.';
    const { speakers = [], turns } = normaliseConversation(text);
    expect(speakers.map(({ label, side, kind }) => [label, side, kind])).toEqual([
      ['Agent', 'agent', undefined],
      ['Interpreter', undefined, 'interpreter'],
      ['Customer', 'customer', undefined],
    ]);
    expect(turns.filter(({ kind }) => kind === 'interpreter')).toHaveLength(2);
  });

  it('of a run is the last human who spoke, not who wrote a note or the bot', () => {
    const by = (author: object, body: string, part_type = 'comment') => ({ part_type, body, author });
    const [dana, ben, cem] = ['Dana', 'Ben', 'Cem'].map((name) => ({ type: 'admin', name }));
    const value = {
      source: { body: 'Hello?', author: { type: 'user', name: 'Jo' } },
      conversation_parts: {
        conversation_parts: [
          by(dana as object, 'Dana here'),
          by(ben as object, 'Ben from billing'),
          by(cem as object, 'good job', 'note'),
          by({ type: 'bot', name: 'Fin' }, 'How did we do?'),
        ],
      },
    };
    expect(statedFacts(readTurns(value)).agent).toBe('Ben');
  });
});

describe('the table of kinds', () => {
  it('is the same in the reference', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/conversations.md'), 'utf8');
    const rows = [...page.matchAll(/^\| \*\*(\w+)\*\* \| (.+?) \| (yes|no) \| (.+?) \| (yes|–) \|$/gm)].map(
      ([, kind, , evaluated, counts]) => [kind, evaluated, counts],
    );
    const words = { always: 'yes', 'on a side': 'where it is on a side', never: 'no' };
    expect(rows).toEqual(
      Object.entries(TURN_KINDS).map(([kind, rule]) => [kind, rule.isEvaluated ? 'yes' : 'no', words[rule.counts]]),
    );
  });
});
