/** The agent and the channel of a conversation in an unknown structure, from common field names. Two different values are ignored. */
import { columnName } from '../column-names.ts';
import type { Channel, Person } from '../conversation.ts';
import { isRecord } from '../expect-input.ts';
import { foldLabel, sideOfWord } from '../infer-side.ts';

const AGENT_NAMES = new Set(
  'agent agent_name agent_email agent_full_name representative rep_name assignee assignee_name handled_by'.split(' '),
);
const ROLE_NAMES = new Set('role type side participant_type participant_role kind'.split(' '));
const CHANNEL_NAMES = new Set('channel channel_type media_type medium media'.split(' '));
const CHANNELS: Readonly<Record<Channel, ReadonlySet<string>>> = {
  call: new Set('call voice phone phone_call voice_call telephony telephone'.split(' ')),
  chat: new Set('chat web_chat webchat messaging message sms whatsapp live_chat livechat messenger'.split(' ')),
  email: new Set('email e_mail mail'.split(' ')),
};
const MOST_FIELDS = 100;
const LONGEST_NAME = 100;

export function statedCall(value: unknown): { channel?: Channel; people?: Person[] } {
  const fields = fieldsOf(value);
  const channels = new Set(
    fields.flatMap(([name, given]) => (CHANNEL_NAMES.has(name) ? (channelOf(given) ?? []) : [])),
  );
  const agents = new Set(
    fields.flatMap(([name, given]) => (AGENT_NAMES.has(name) ? (nameOf(given) ?? []) : agentsIn(given))),
  );
  const [[channel], [agent]] = [[...channels], [...agents]];
  return {
    ...(channel !== undefined && channels.size === 1 && { channel }),
    ...(agent !== undefined && agents.size === 1 && { people: [{ ...personOf(agent), side: 'agent' as const }] }),
  };
}

/** Fields of the whole and of its records, not of the lines. */
function fieldsOf(value: unknown): Array<[string, unknown]> {
  if (!isRecord(value)) return [];
  const own = Object.entries(value).slice(0, MOST_FIELDS);
  const inner = own.flatMap(([, member]) => (isRecord(member) ? Object.entries(member).slice(0, MOST_FIELDS) : []));
  return [...own, ...inner].map(([name, given]) => [columnName(name), given]);
}

function channelOf(given: unknown): Channel | undefined {
  const word = typeof given === 'string' ? columnName(given.slice(0, LONGEST_NAME)) : '';
  return (['call', 'chat', 'email'] as const).find((channel) => CHANNELS[channel].has(word));
}

/** A word for a side (“agent”) is not a name. */
function nameOf(given: unknown): string | undefined {
  if (isRecord(given)) return nameOf(given.name) ?? nameOf(given.full_name ?? given.fullName) ?? nameOf(given.email);
  const name = typeof given === 'string' ? given.trim() : '';
  const isName = /\p{L}/u.test(name) && name.length <= LONGEST_NAME && !/^[0-9a-f-]{16,}$/i.test(name);
  return isName && sideOfWord(foldLabel(name)) === undefined ? name : undefined;
}

/** In a list of participants, the one with that role. */
function agentsIn(given: unknown): string[] {
  if (!Array.isArray(given) || given.length > 10) return [];
  return given.filter(isRecord).flatMap((person) => {
    const roles = Object.entries(person).filter(([name]) => ROLE_NAMES.has(columnName(name)));
    const isAgent = roles.some(([, role]) => typeof role === 'string' && sideOfWord(role) === 'agent');
    return isAgent ? (nameOf(person) ?? []) : [];
  });
}

function personOf(agent: string): Person {
  return agent.includes('@') ? { email: agent } : { name: agent };
}
