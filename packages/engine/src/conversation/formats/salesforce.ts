/**
 * Salesforce: entries of a messaging session or a voice call (`conversationEntries` of the Connect API, or records of ConversationEntry), a LiveChatTranscript
 * with its `Body`, or a ContentVersion whose `VersionData` holds a transcript as text in base64.
 */
import { expectText, inputFault, isRecord } from '../expect-input.ts';
import { earliest, instantOf, instantOfMs } from '../instant.ts';
import { findLabelledTurns } from '../labelled-text.ts';
import { readPlainTurns } from '../plain-text.ts';
import { isSrt, isVtt, readTimedText } from '../timed-text.ts';
import { readChatBody } from './salesforce-chat.ts';
import {
  endOf,
  firstRecord,
  labelOf,
  oldestFirst,
  type ReadTurns,
  readItems,
  recordOf,
  recordsOf,
  secondsOfMs,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

const SIDES: Readonly<Record<string, string>> = {
  enduser: 'customer',
  end_user: 'customer',
  agent: 'agent',
  supervisor: 'agent',
  bot: 'bot',
  chatbot: 'bot',
  system: 'system',
};

export const salesforce: VendorFormat = {
  marks: [
    'conversationEntries',
    'messageText',
    'ActorType',
    'EntryTime',
    'LiveChatTranscript',
    'VersionData',
    'serverReceivedTimestamp',
  ],
  is: (value) => entriesOf(value) !== undefined || bodyOf(value) !== undefined || fileOf(value) !== undefined,
  read(value, path) {
    const body = bodyOf(value);
    if (body !== undefined) return readChatBody(body, `${path}.Body`);
    const file = fileOf(value);
    return file === undefined ? readEntries(entriesOf(value) ?? [], path) : readFile(file, path);
  },
};

function readEntries(entries: readonly Record<string, unknown>[], path: string): ReadTurns {
  const timeOf = (entry: Record<string, unknown>) =>
    instantOfMs(entry.clientTimestamp) ?? instantOfMs(entry.serverReceivedTimestamp) ?? instantOf(entry.EntryTime);
  return readItems(
    oldestFirst(entries, timeOf),
    `${path}.conversationEntries`,
    (entry) => {
      const text = textOf(entry.messageText) ?? textOf(entry.Message);
      const role = textOf(recordOf(entry.sender).role) ?? textOf(entry.ActorType);
      const event = typeof entry.EntryType === 'string' && entry.EntryType !== 'Text' ? entry.EntryType : undefined;
      if (text === undefined && event === undefined) return undefined;
      const side = SIDES[String(role).toLowerCase()];
      const name = textOf(recordOf(entry.sender).displayName) ?? textOf(entry.ActorName);
      return {
        text: text ?? event ?? '',
        kind: event !== undefined || side === 'system' ? 'system' : side === 'bot' ? 'bot' : undefined,
        speaker: name ?? role ?? labelOf(recordOf(entry.sender).subject),
        aliases: [side],
        at: timeOf(entry),
        name,
      };
    },
    { channel: entries.some(isSpoken) ? 'call' : 'chat', occurredAt: earliest(entries.map(timeOf)) },
  );
}

/** Entries of voice calls have a length. */
function isSpoken({ clientDuration, ClientDuration }: Record<string, unknown>): boolean {
  return (endOf(0, secondsOfMs(clientDuration ?? ClientDuration)) ?? 0) > 0;
}

function entriesOf(value: unknown): Record<string, unknown>[] | undefined {
  if (!isRecord(value)) return undefined;
  const list = value.conversationEntries ?? value.records;
  const first = firstRecord(list);
  const isEntry = first !== undefined && (('messageText' in first && isRecord(first.sender)) || 'ActorType' in first);
  return isEntry ? recordsOf(list) : undefined;
}

function recordIn(value: unknown, type: string): Record<string, unknown> | undefined {
  const record = firstRecord(recordOf(value).records) ?? recordOf(value);
  return recordOf(record.attributes).type === type ? record : undefined;
}

function bodyOf(value: unknown): string | undefined {
  return textOf(recordIn(value, 'LiveChatTranscript')?.Body);
}

function fileOf(value: unknown): Record<string, unknown> | undefined {
  const file = recordIn(value, 'ContentVersion');
  return file !== undefined && 'VersionData' in file ? file : undefined;
}

function readFile(file: Record<string, unknown>, path: string): ReadTurns {
  const data = expectText(file.VersionData, `${path}.VersionData`);
  if (data.startsWith('/services/')) {
    throw inputFault(`${path}.VersionData`, 'is the address of the file, not its content: fetch it and send the text');
  }
  const text = Buffer.from(data, 'base64').toString('utf8');
  if (!/^(?:txt|vtt|srt|text)$/i.test(String(file.FileExtension ?? 'txt')) || text.includes('\uFFFD')) {
    throw inputFault(`${path}.VersionData`, 'must be a text file (.txt, .vtt, .srt): send the transcript itself');
  }
  const turns =
    isVtt(text) || isSrt(text) ? readTimedText(text, path) : (findLabelledTurns(text) ?? readPlainTurns(text));
  return { text, turns };
}
