/** LivePerson: one conversation of the Messaging Interactions API (`conversationHistoryRecords`). */
import { expectRecord, inputFault, isRecord } from '../expect-input.ts';
import { instantOf, instantOfMs } from '../instant.ts';
import {
  byId,
  firstRecord,
  fullName,
  labelOf,
  oldestFirst,
  readItems,
  recordOf,
  recordsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

const SIDES: Readonly<Record<string, string>> = {
  Agent: 'agent',
  Consumer: 'customer',
  Bot: 'bot',
  Controller: 'system',
};

export const liveperson: VendorFormat = {
  marks: ['conversationHistoryRecords', 'messageRecords', 'sentBy', 'messageData', 'timeL', 'agentParticipants'],
  is(value) {
    const message = firstRecord(recordOf(firstRecord(recordsIn(value))).messageRecords);
    return message !== undefined && 'sentBy' in message && 'messageData' in message;
  },
  read(value, path) {
    const records = recordsIn(value);
    if (records.length > 1) {
      throw inputFault(
        `${path}.conversationHistoryRecords`,
        `holds ${records.length} conversations, and a run reads one: send each in a run of its own, such as jq '{conversationHistoryRecords: [.conversationHistoryRecords[0]]}'`,
      );
    }
    const record = expectRecord(records[0], path);
    const agents = byId(record.agentParticipants, 'agentId');
    const consumers = byId(record.consumerParticipants, 'participantId');
    const messages = oldestFirst(recordsOf(record.messageRecords), ({ timeL }) => instantOfMs(timeL));
    return readItems(
      messages,
      `${path}.messageRecords`,
      (message) => {
        const text = textOf(recordOf(recordOf(message.messageData).msg).text);
        if (text === undefined) return undefined;
        const id = labelOf(message.participantId);
        const agent = id === undefined ? undefined : agents.get(id);
        const consumer = id === undefined ? undefined : consumers.get(id);
        const name =
          textOf(agent?.agentFullName) ??
          textOf(agent?.agentNickname) ??
          textOf(consumer?.consumerName) ??
          fullName(consumer?.firstName, consumer?.lastName);
        const sentBy = textOf(message.sentBy) ?? '';
        const isBot = SIDES[sentBy] === 'bot' || agent?.userTypeName === 'Bot' || labelOf(agent?.userType) === '2';
        const isSystem = SIDES[sentBy] === 'system';
        const isNote = message.audience === 'AGENTS_AND_MANAGERS';
        return {
          text,
          kind: isNote ? 'note' : isSystem ? 'system' : isBot ? 'bot' : undefined,
          speaker: name ?? (sentBy === '' ? id : sentBy),
          aliases: [SIDES[sentBy]],
          at: instantOfMs(message.timeL) ?? instantOf(message.time),
          name,
          email: textOf(consumer?.email),
        };
      },
      { channel: 'chat', occurredAt: instantOfMs(recordOf(record.info).startTimeL) },
    );
  },
};

/** The response of a search, or one record of it. */
function recordsIn(value: unknown): Record<string, unknown>[] {
  if (!isRecord(value)) return [];
  return Array.isArray(value.conversationHistoryRecords) ? recordsOf(value.conversationHistoryRecords) : [value];
}
