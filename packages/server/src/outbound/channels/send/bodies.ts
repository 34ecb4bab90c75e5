/** A message in the format of each kind of receiver. Text is escaped, so that it cannot become links, mentions or formatting. */
import { footerOf, linkTo, type Message, type MessageSection, type Part, partsOf } from './message.ts';

export function mailText(message: Message, publicUrl: string | undefined): string {
  const { parts, left } = partsOf(message, publicUrl);
  const lines = parts.map(({ title, detail, link, sections }) =>
    [[title, detail, link].filter(Boolean).join('\n'), sectionsText(sections, publicUrl)].filter(Boolean).join('\n\n'),
  );
  return [...more(left), ...lines, `-- \n${footerOf(message)}`].join('\n\n');
}

/** As plain text. */
export function sectionsText(sections: readonly MessageSection[], publicUrl: string | undefined): string {
  return sections
    .map(({ heading, path, lines }) =>
      [heading, '-'.repeat(heading.length), ...lines.map(plainLines), linkTo(path, publicUrl)]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n');
}

function plainLines({ label, texts }: MessageSection['lines'][number]): string {
  return texts.length === 1 ? `${label}: ${texts[0]}` : [`${label}:`, ...texts.map((text) => `  - ${text}`)].join('\n');
}

/** Simple enough for every mail program: headings, paragraphs, lists and links. */
export function mailHtml(message: Message, publicUrl: string | undefined): string {
  const { parts, left } = partsOf(message, publicUrl);
  const body = [
    ...more(left).map((text) => `<p>${escapeHtml(text)}</p>`),
    ...parts.map((part) => partHtml(part, publicUrl)),
    `<p style="color:#666;font-size:12px">${escapeHtml(footerOf(message))}</p>`,
  ];
  const title = escapeHtml(message.subject);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body style="font-family:sans-serif;line-height:1.5;max-width:640px">${body.join('')}</body></html>`;
}

function partHtml({ title, detail, link, sections }: Part, publicUrl: string | undefined): string {
  const more = sections.map(
    ({ heading, path, lines }) =>
      `<h3 style="margin-bottom:0">${linked(heading, linkTo(path, publicUrl))}</h3>${lines.map(htmlLines).join('')}`,
  );
  return `<h2 style="font-size:18px">${linked(title, link)}</h2>${detail === '' ? '' : `<p>${escapeHtml(detail)}</p>`}${more.join('')}`;
}

function htmlLines({ label, texts }: MessageSection['lines'][number]): string {
  const name = `<strong>${escapeHtml(label)}:</strong>`;
  if (texts.length === 1) return `<p style="margin:4px 0">${name} ${escapeHtml(texts[0] ?? '')}</p>`;
  const items = texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  return `<p style="margin:4px 0">${name}</p><ul style="margin:0">${items}</ul>`;
}

function linked(text: string, link: string | undefined): string {
  return link === undefined ? escapeHtml(text) : `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** An incoming webhook of Slack. https://api.slack.com/messaging/webhooks */
export function slackBody(message: Message, publicUrl: string | undefined): string {
  const { parts, left } = partsOf(message, publicUrl);
  const lines = parts.map(({ title, detail, link, sections }) =>
    [slackTitle(title, link), escapeSlack(detail), ...sections.map((section) => slackSection(section, publicUrl))]
      .filter(Boolean)
      .join('\n'),
  );
  const text = [...more(left), ...lines, `_${escapeSlack(footerOf(message))}_`].join('\n\n');
  return JSON.stringify({ text, unfurl_links: false, unfurl_media: false });
}

function slackTitle(title: string, link: string | undefined): string {
  const shown = escapeSlack(title);
  return link === undefined ? `*${shown}*` : `*<${link}|${shown}>*`;
}

function slackSection({ heading, path, lines }: MessageSection, publicUrl: string | undefined): string {
  const told = lines.map(({ label, texts }) =>
    texts.length === 1
      ? `${escapeSlack(label)}: ${escapeSlack(texts[0] ?? '')}`
      : [`${escapeSlack(label)}:`, ...texts.map((text) => `• ${escapeSlack(text)}`)].join('\n'),
  );
  return [`\n${slackTitle(heading, linkTo(path, publicUrl))}`, ...told].join('\n');
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An adaptive card, as accepted by the incoming webhooks of Teams. Rich text blocks show their text unchanged, without Markdown. */
export function teamsBody(message: Message, publicUrl: string | undefined): string {
  const { parts, left } = partsOf(message, publicUrl);
  const block = (text: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  });
  const bold = (text: string, link: string | undefined) =>
    block(text, {
      weight: 'bolder',
      ...(link !== undefined && { selectAction: { type: 'Action.OpenUrl', url: link } }),
    });
  const told = parts.flatMap(({ title, detail, link, sections }) => [
    bold(title, link),
    ...(detail === '' ? [] : [block(detail)]),
    ...sections.flatMap(({ heading, path, lines }) => [
      bold(heading, linkTo(path, publicUrl)),
      ...lines.map(({ label, texts }) => block(`${label}: ${texts.join('; ')}`)),
    ]),
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

/** For programs: the notifications one by one. */
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
    notifications: told.map(({ topic, title, detail, words, path, sections, times, at }) => ({
      topic,
      title,
      detail,
      text: words,
      path,
      sections,
      times,
      at: at.toISOString(),
    })),
  });
}

function more(left: number): string[] {
  return left > 0 ? [`${left} older ones are left out; see the console.`] : [];
}
