/** The reference page: one HTML document generated from the OpenAPI document when it is first asked for. No script, no font, no network. */
type Json = Record<string, unknown>;

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: unknown[];
  'x-permission'?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Json; example?: unknown }> }>;
}

interface Entry extends Operation {
  method: string;
  path: string;
}

export function renderDocs(openapi: Json): string {
  const entries = Object.entries(openapi.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]): Entry => ({ ...operation, method: method.toUpperCase(), path }),
      ),
  );
  const schemas = (openapi.components as { schemas: Record<string, Json> }).schemas;
  const tags = (openapi.tags as { name: string }[]).map(({ name }) => name);
  const navigation = tags
    .map(
      (tag) =>
        `<h3>${escapeHtml(tag)}</h3><ul>${entries
          .filter((entry) => entry.tags.includes(tag))
          .map(link)
          .join('')}</ul>`,
    )
    .join('');
  const sections = tags
    .map(
      (tag) =>
        `<h2>${escapeHtml(tag)}</h2>${entries
          .filter((entry) => entry.tags.includes(tag))
          .map((entry) => section(entry, schemas))
          .join('')}`,
    )
    .join('');
  const events = Object.entries(openapi.webhooks as Record<string, { post: Operation }>);
  const info = openapi.info as { title: string; version: string; summary: string };
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(info.title)} API</title><style>${STYLE}</style></head><body><nav aria-label="Endpoints"><p class="brand">${escapeHtml(info.title)} <small>${escapeHtml(info.version)}</small></p>
<p><a href="/openapi.json">openapi.json</a></p>${navigation}<h3>Events</h3><ul><li><a href="#events">What webhooks receive</a></li></ul></nav><main><h1>${escapeHtml(info.title)} API</h1><p>${escapeHtml(info.summary)}</p>
<p>Every request carries <code>Authorization: Bearer &lt;api_key&gt;</code> unless it says otherwise. Errors are flat: <code>{ "error", "detail"?, "message"?, "retry_after_seconds"? }</code>; switch on <code>error</code>. Every response carries <code>X-Request-Id</code>.</p>${sections}${eventsSection(events, schemas)}</main></body></html>`;
}

/** All events have the same headers and body. */
function eventsSection(events: readonly [string, { post: Operation }][], schemas: Record<string, Json>): string {
  const [, first] = events[0] ?? [];
  if (first === undefined) return '';
  const { parameters: headers = [], requestBody, responses: answers } = first.post;
  const rows = headers.map(
    ({ name, description = '' }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${markdown(description)}</td></tr>`,
  );
  const body = requestBody?.content['application/json'];
  return `<h2 id="events">Events</h2><section><p>What your webhook receives, as a POST. Types: ${events.map(([type]) => `<code>${escapeHtml(type)}</code>`).join(' ')}.</p>
<h4>Headers</h4><table>${rows.join('')}</table>${body ? `<h4>Body</h4>${properties(body.schema, schemas)}` : ''}
<h4>Your answer</h4><p>${markdown(answers['200']?.description ?? '')}</p></section>`;
}

function link({ operationId, method, path }: Entry): string {
  return `<li><a href="#${operationId}"><span class="m ${method}">${method}</span> ${escapeHtml(path)}</a></li>`;
}

function section(entry: Entry, schemas: Record<string, Json>): string {
  const access =
    entry.security?.length === 0
      ? 'needs no key'
      : entry['x-permission']
        ? `needs <code>${escapeHtml(entry['x-permission'])}</code>`
        : 'needs a key';
  const body = entry.requestBody?.content['application/json'];
  return `<section id="${entry.operationId}"><h3><span class="m ${entry.method}">${entry.method}</span> <code>${escapeHtml(entry.path)}</code></h3>
<p><strong>${escapeHtml(entry.summary)}</strong> <small>${access}</small></p>${entry.description ? `<p>${markdown(entry.description)}</p>` : ''}${parameters(entry)}
${body ? `<h4>Body</h4>${properties(body.schema, schemas)}${example(body.example)}` : ''}<h4>Responses</h4>${responses(entry, schemas)}</section>`;
}

function parameters({ parameters: list = [] }: Entry): string {
  if (list.length === 0) return '';
  const rows = list.map(
    ({ name, in: place, required, description = '', schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${typeOf(schema)}</td><td>${markdown(description)}</td></tr>`,
  );
  return `<h4>Parameters</h4><table>${rows.join('')}</table>`;
}

function properties(schema: Json, schemas: Record<string, Json>): string {
  const resolved = resolve(schema, schemas);
  const required = new Set((resolved.required as string[] | undefined) ?? []);
  const rows = Object.entries((resolved.properties as Record<string, Json> | undefined) ?? {}).map(
    ([name, property]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${required.has(name) ? 'required' : ''}</td><td>${typeOf(property)}</td><td>${markdown(String(resolve(property, schemas).description ?? ''))}</td></tr>`,
  );
  return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`;
}

function responses(entry: Entry, schemas: Record<string, Json>): string {
  return Object.entries(entry.responses)
    .map(([status, response]) => {
      const content = Object.values(response.content ?? {})[0];
      const isError = Number(status) >= 400;
      const inside =
        isError || !content?.schema ? '' : `${properties(content.schema, schemas)}${example(content.example)}`;
      return `<details${isError ? '' : ' open'}><summary><b class="s${status[0]}">${status}</b> ${isError ? '' : markdown(response.description)}</summary>${
        isError ? `<p>${markdown(response.description)}</p>` : inside
      }</details>`;
    })
    .join('');
}

function resolve(schema: Json, schemas: Record<string, Json>): Json {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return name === undefined ? schema : (schemas[name] ?? {});
}

function typeOf(schema: Json): string {
  if (typeof schema.$ref === 'string') return escapeHtml(schema.$ref.split('/').at(-1) ?? '');
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  if (schema.const !== undefined) return `<code>${escapeHtml(String(schema.const))}</code>`;
  if (schema.type === 'array') return `array of ${typeOf((schema.items as Json | undefined) ?? {})}`;
  const alternatives = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (alternatives) return alternatives.map(typeOf).join(' or ');
  return escapeHtml(String(schema.format ?? schema.type ?? 'any'));
}

function example(value: unknown): string {
  return value === undefined ? '' : `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

/** The part of Markdown that our descriptions use: code and paragraphs. */
function markdown(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br>');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const STYLE = `:root{color-scheme:light dark;--bg:#fff;--fg:#1d2129;--soft:#5b6472;--line:#e3e6eb;--code:#f4f5f8;--accent:#b3431e;--ok:#1a7f4b}
@media(prefers-color-scheme:dark){:root{--bg:#14161a;--fg:#e7e9ee;--soft:#9aa3b2;--line:#2a2e36;--code:#1d2026;--accent:#ff9466;--ok:#5bd39a}}
*{box-sizing:border-box}body{margin:0;display:grid;grid-template-columns:19rem minmax(0,1fr);background:var(--bg);color:var(--fg);font:15px/1.55 system-ui,sans-serif}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem;border-right:1px solid var(--line);font-size:13px}nav ul{list-style:none;margin:0;padding:0}nav li{margin:.2rem 0}
nav h3{margin:1.2rem 0 .3rem;font-size:11px;letter-spacing:.08em;text-transform:uppercase;color:var(--soft)}.brand{font-size:1.2rem;font-weight:700;margin:0}
main{padding:2rem 3rem;max-width:60rem}a{color:inherit;text-decoration:none}a:hover,a:focus-visible{text-decoration:underline}small{color:var(--soft);font-weight:400}
section{border-top:1px solid var(--line);padding:1rem 0 2rem;scroll-margin-top:1rem}h2{margin-top:3rem}h4{margin:1.2rem 0 .4rem;font-size:12px;letter-spacing:.06em;text-transform:uppercase;color:var(--soft)}
table{border-collapse:collapse;width:100%;font-size:14px}td{border-top:1px solid var(--line);padding:.4rem .6rem .4rem 0;vertical-align:top}code{font:13px ui-monospace,monospace;background:var(--code);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--code);padding:1rem;border-radius:8px;overflow:auto;font:13px/1.5 ui-monospace,monospace}details{margin:.3rem 0}summary{cursor:pointer}
.m{display:inline-block;min-width:3.6em;font:700 11px ui-monospace,monospace;color:var(--accent)}.s2{color:var(--ok)}.s4,.s5{color:var(--accent)}
@media(max-width:50rem){table,tbody,tr,td{display:block}td{border:0;padding:.1rem 0}tr{border-top:1px solid var(--line);padding:.4rem 0}body{display:block}nav{position:static;height:auto;border:0;border-bottom:1px solid var(--line)}main{padding:1rem}}`;
