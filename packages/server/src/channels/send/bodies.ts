/** A message in the form that each kind of receiver wants. Text is escaped, so that nothing in it turns into links, mentions or format. */
import { footerOf, type Message, partsOf } from './message.ts';

export function mailText(message: Message, publicUrl: string | undefined): string {
  const { parts, left } = partsOf(message, publicUrl);
  const lines = parts.map(({ title, detail, link }) => [title, detail, link].filter(Boolean).join('\n'));
  return [...more(left), ...lines, `-- \n${footerOf(message)}`].join('\n\n');
}

/** An incoming webhook of Slack. https://api.slack.com/messaging/webhooks */
export function slackBody(message: Message, publicUrl: string | undefined): string {
  const { parts, left } = partsOf(message, publicUrl);
  const lines = parts.map(({ title, detail, link }) => {
    const shown = escapeSlack(title);
    return [link === undefined ? `*${shown}*` : `*<${link}|${shown}>*`, escapeSlack(detail)].filter(Boolean).join('\n');
  });
  const text = [...more(left), ...lines, `_${escapeSlack(footerOf(message))}_`].join('\n\n');
  return JSON.stringify({ text, unfurl_links: false, unfurl_media: false });
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An adaptive card, as the incoming webhooks of Teams take it. Rich text blocks show their text as it is, without Markdown. */
export function teamsBody(message: Message, publicUrl: string | undefined): string {
  const { parts, left } = partsOf(message, publicUrl);
  const block = (text: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  });
  const told = parts.flatMap(({ title, detail, link }) => [
    block(title, {
      weight: 'bolder',
      ...(link !== undefined && { selectAction: { type: 'Action.OpenUrl', url: link } }),
    }),
    ...(detail === '' ? [] : [block(detail)]),
  ]);
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: message.subject,
    body: [
      ...more(left).map((text) => block(text)),
      ...told,
      block(footerOf(message), { isSubtle: true, size: 'small' }),
    ],
  };
  return JSON.stringify({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  });
}

/** For programs: what is told, one by one. */
export function webhookBody(message: Message, publicUrl: string | undefined): string {
  const { parts, left } = partsOf(message, publicUrl);
  const told = message.told.slice(-parts.length);
  return JSON.stringify({
    id: message.deliveryId,
    type: 'channel.message',
    created_at: message.createdAt.toISOString(),
    workspace_id: message.workspaceId,
    environment: message.environment,
    channel: message.channel,
    subject: message.subject,
    left_out: left,
    notifications: told.map(({ topic, title, detail, path, times, at }) => ({
      topic,
      title,
      detail,
      path,
      times,
      at: at.toISOString(),
    })),
  });
}

function more(left: number): string[] {
  return left > 0 ? [`${left} older ones are left out; the console has them.`] : [];
}
