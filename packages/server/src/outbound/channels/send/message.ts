/** The content of a message, before it is formatted for its receiver. */
import type { ChannelTopic } from '@brickwork/contract';

/** One notification in a message. */
export interface Told {
  topic: ChannelTopic;
  title: string;
  detail: string;
  path: string;
  /** Of a summary. */
  sections?: readonly MessageSection[] | undefined;
  times: number;
  at: Date;
  /** People's words, for channels that request them; never stored with the message. */
  words?: string | undefined;
}

/** The lines about one subject, such as a kit. */
export interface MessageSection {
  heading: string;
  /** The path of the console's page with the same figures. */
  path: string;
  lines: readonly MessageLines[];
}

export interface MessageLines {
  label: string;
  texts: readonly string[];
}

export interface Message {
  /** The same on every attempt: receivers can use it to detect repeated messages. */
  deliveryId: string;
  workspaceId: string;
  environment: string;
  channel: string;
  subject: string;
  told: readonly Told[];
  createdAt: Date;
}

/** The rest is only counted: Teams accepts no message over 28 KB. */
const MOST_SHOWN = 30;
const MOST_DETAIL = 400;

export interface Part {
  title: string;
  detail: string;
  /** Absent without BRICKWORK_PUBLIC_URL: a path alone is not a link. */
  link: string | undefined;
  sections: readonly MessageSection[];
}

const NAMES: Readonly<Record<ChannelTopic, readonly [one: string, many: string]>> = {
  alerts: ['alert', 'alerts'],
  deliveries: ['failing webhook', 'failing webhooks'],
  spend: ['spend cap', 'spend caps'],
  summary: ['summary', 'summaries'],
  appeals: ['appeal', 'appeals'],
};

/** `2 alerts, 1 failing webhook`, or the title if there is only one notification. */
export function subjectOf(told: readonly Told[]): string {
  const [first] = told;
  if (first !== undefined && told.length === 1) return first.title;
  const counts = new Map<ChannelTopic, number>();
  for (const { topic } of told) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return [...counts].map(([topic, count]) => `${count} ${NAMES[topic][count === 1 ? 0 : 1]}`).join(', ');
}

/** The newest last; if there are too many, the oldest are only counted. */
export function partsOf({ told }: Message, publicUrl: string | undefined): { parts: Part[]; left: number } {
  const shown = told.slice(-MOST_SHOWN);
  const parts = shown.map(({ title, detail, path, sections = [], times, words }) => ({
    title: times > 1 ? `${title} (${times} times, this is the latest)` : title,
    detail: words === undefined ? cut(detail) : `${cut(detail)} “${cut(words)}”`,
    link: linkTo(path, publicUrl),
    sections,
  }));
  return { parts, left: told.length - shown.length };
}

function cut(text: string): string {
  return text.length > MOST_DETAIL ? `${text.slice(0, MOST_DETAIL)}…` : text;
}

export function linkTo(path: string, publicUrl: string | undefined): string | undefined {
  return publicUrl === undefined ? undefined : `${publicUrl}${path}`;
}

export function footerOf({ channel, environment }: Message): string {
  return `Sent by Brickwork to the channel ${channel}${environment === 'test' ? ' (test environment)' : ''}.`;
}
