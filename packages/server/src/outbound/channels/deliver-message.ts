/** Sends a started message. The same message has the same id on every attempt. */
import type { Scope } from '../../core/scope.ts';
import type { Sent } from '../outbox/deliver.ts';
import { APPEAL_KEY } from './make-notifications.ts';
import type { Told } from './send/message.ts';
import { type SendMessage, sendMessage } from './send/send-message.ts';
import type { BegunMessage } from './store/message-store.ts';

export interface DeliverMessage extends SendMessage {
  /** Agents' texts of appeals, by appeal id, without erased ones. */
  appealTexts(scope: Scope, appealIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export async function deliverMessage(deps: DeliverMessage, begun: BegunMessage, signal: AbortSignal): Promise<Sent> {
  const { channel, deliveryId, subject, seriesStartedAt: createdAt } = begun;
  const told = channel.settings.include_text ? await withWords(deps, begun) : begun.told;
  const { workspaceId, environment, name } = channel;
  const message = { deliveryId, workspaceId, environment, channel: name, subject, told, createdAt };
  return sendMessage(deps, channel, message, signal);
}

/** Read at the moment of sending, and stored nowhere else, so erasing a run covers them. */
async function withWords({ appealTexts }: DeliverMessage, { channel, told }: BegunMessage): Promise<Told[]> {
  const ids = told.flatMap(({ subjectKey }) => appealOf(subjectKey) ?? []);
  if (ids.length === 0) return told;
  const texts = await appealTexts(channel, ids);
  return told.map((each) => ({ ...each, words: texts.get(appealOf(each.subjectKey) ?? '') }));
}

function appealOf(subjectKey: string): string | undefined {
  return subjectKey.startsWith(APPEAL_KEY) ? subjectKey.slice(APPEAL_KEY.length) : undefined;
}
