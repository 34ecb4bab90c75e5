/**
 * A server that stands for HubSpot, Salesforce, Zendesk and Intercom. It checks requests as strictly as their documentation describes them and
 * answers in their words; records remember what was written to them.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CrmRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export const HUBSPOT_TOKEN = 'pat-eu1-11111111-2222-3333-4444-555555555555';
export const INTERCOM_TOKEN = 'dG9rOjEyMzQ1Njc4';
export const ZENDESK = { email: 'brickwork@acme.example', token: '6wiIBWbGkBMo1mRDMuVwkw1EPsNkeUj95PIz2akv' };
export const SALESFORCE = { client_id: '3MVG9lKcPoNINVBIPJjdw1J9LLM82Hn', client_secret: '1955279925675241571' };

/** What the vendors know; everything else is not found. */
const RECORDS = ['501', 'jane@example.com', '500Aa00000XyZ', 'C-17', '4711', '9911'];

export async function startCrm() {
  const got: CrmRequest[] = [];
  const next: Reply[] = [];
  const written: Record<string, Record<string, unknown>> = {};
  const notes: { record: string; text: string }[] = [];
  const tokens: string[] = [];
  const write = (record: string, values: Record<string, unknown>) => {
    written[record] = { ...written[record], ...values };
  };
  const crm = { write, notes, tokens };
  const server = createServer(async (request, response) => {
    const asked: CrmRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    };
    got.push(asked);
    const isToken = asked.path === '/services/oauth2/token';
    const reply = isToken ? (answerOf(crm, asked) ?? NOT_FOUND) : (next.shift() ?? answerOf(crm, asked) ?? NOT_FOUND);
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    /** By record and field. */
    written,
    notes,
    /** Those that Salesforce gave out; the last one is valid. */
    tokens,
    /** How the next requests are answered, each once; tokens are given all the same. */
    answerWith: (...replies: Reply[]) => void next.push(...replies),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Crm = Awaited<ReturnType<typeof startCrm>>;
type Store = { write(record: string, values: Record<string, unknown>): void } & Pick<Crm, 'notes' | 'tokens'>;

const NOT_FOUND: Reply = { status: 404, body: { message: 'no such endpoint' } };

function answerOf(crm: Store, asked: CrmRequest): Reply | undefined {
  const url = new URL(asked.path, 'http://crm');
  if (url.pathname.startsWith('/crm/v3/objects/')) return hubspot(crm, asked, url);
  if (url.pathname.startsWith('/services/')) return salesforce(crm, asked, url);
  if (url.pathname.startsWith('/api/v2/tickets/')) return zendesk(crm, asked, url);
  if (url.pathname.startsWith('/conversations/')) return intercom(crm, asked, url);
  return undefined;
}

function jsonOf({ headers, body }: CrmRequest): Record<string, unknown> | undefined {
  if (headers['content-type'] !== 'application/json') return undefined;
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
}

function hasOnly(value: object, ...names: string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

function hubspot(crm: Store, asked: CrmRequest, url: URL): Reply {
  const refuse = (status: number, message: string): Reply => ({
    status,
    body: {
      status: 'error',
      message,
      correlationId: 'c1',
      category: status === 404 ? 'OBJECT_NOT_FOUND' : 'VALIDATION_ERROR',
    },
  });
  if (asked.headers.authorization !== `Bearer ${HUBSPOT_TOKEN}`)
    return refuse(401, 'Authentication credentials not found.');
  const body = jsonOf(asked);
  const properties = body?.properties as Record<string, unknown> | undefined;
  if (body === undefined || properties === undefined) return refuse(400, 'Invalid input JSON');
  const wrong = Object.entries(properties).find(([, value]) => typeof value !== 'string');
  if (wrong !== undefined) return refuse(400, `Invalid input JSON: ${wrong[0]} must be a string`);
  if (asked.method === 'POST' && url.pathname === '/crm/v3/objects/notes') {
    const [association] = body.associations as { to: { id: string }; types: object[] }[];
    if (!hasOnly(body, 'properties', 'associations') || Number.isNaN(Date.parse(String(properties.hs_timestamp))))
      return refuse(400, 'hs_timestamp is required');
    const type = JSON.stringify(association?.types);
    if (type !== '[{"associationCategory":"HUBSPOT_DEFINED","associationTypeId":202}]') return refuse(400, type);
    if (!RECORDS.includes(association?.to.id ?? '')) return refuse(404, 'resource not found');
    crm.notes.push({ record: association?.to.id ?? '', text: String(properties.hs_note_body) });
    return { status: 201, body: { id: 'n1' } };
  }
  const [, record] = /^\/crm\/v3\/objects\/contacts\/([^/]+)$/.exec(url.pathname) ?? [];
  if (asked.method !== 'PATCH' || record === undefined || !hasOnly(body, 'properties')) return refuse(405, 'Method');
  const id = decodeURIComponent(record);
  if (id.includes('@') && url.search !== '?idProperty=email') return refuse(404, 'resource not found');
  if (!RECORDS.includes(id)) return refuse(404, `Object not found. objectId are usually numeric: ${id}`);
  if (properties.mood === 'furious')
    return refuse(
      400,
      `Property values were not valid: [{"isValid":false,"message":"furious was not one of the allowed options"}]`,
    );
  crm.write(id, properties);
  return { status: 200, body: { id, properties, updatedAt: '2026-11-17T22:00:00Z' } };
}

function salesforce(crm: Store, asked: CrmRequest, url: URL): Reply {
  if (url.pathname === '/services/oauth2/token') return salesforceToken(crm, asked);
  const refuse = (status: number, errorCode: string, message: string): Reply => ({
    status,
    body: [{ message, errorCode }],
  });
  if (asked.headers.authorization !== `Bearer ${crm.tokens.at(-1)}`)
    return refuse(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
  const body = jsonOf(asked);
  const byExternalId = /^\/services\/data\/v62\.0\/sobjects\/Case\/Call_Id__c\/([^/]+)$/.exec(url.pathname);
  const byId = /^\/services\/data\/v62\.0\/sobjects\/Case\/([^/]+)$/.exec(url.pathname);
  const record = decodeURIComponent((byExternalId ?? byId)?.[1] ?? '');
  if (asked.method !== 'PATCH' || body === undefined || record === '') return refuse(405, 'METHOD_NOT_ALLOWED', '');
  if (byExternalId !== null && url.search !== '?updateOnly=true') return { status: 201, body: { created: true } };
  if (byExternalId === null && url.search !== '') return refuse(400, 'MALFORMED', url.search);
  if ('Id' in body || 'Call_Id__c' in body) return refuse(400, 'INVALID_FIELD', 'Do not send the id in the body');
  if (!RECORDS.includes(record)) return refuse(404, 'NOT_FOUND', 'The requested resource does not exist');
  const unknown = Object.keys(body).find((name) => !name.endsWith('__c'));
  if (unknown !== undefined) return refuse(400, 'INVALID_FIELD', `No such column '${unknown}' on sobject of type Case`);
  crm.write(record, body);
  return { status: 204 };
}

function salesforceToken(crm: Store, asked: CrmRequest): Reply {
  const form = Object.fromEntries(new URLSearchParams(asked.body));
  const isForm = asked.headers['content-type'] === 'application/x-www-form-urlencoded' && asked.method === 'POST';
  const isRight =
    form.client_id === SALESFORCE.client_id &&
    form.client_secret === SALESFORCE.client_secret &&
    (form.grant_type === 'client_credentials' ||
      (form.grant_type === 'refresh_token' && form.refresh_token === '5Aep861'));
  if (!isForm || !isRight)
    return { status: 400, body: { error: 'invalid_client', error_description: 'invalid client credentials' } };
  crm.tokens.push(`00Dxx0000001gPL!token${crm.tokens.length}`);
  return {
    status: 200,
    body: {
      access_token: crm.tokens.at(-1),
      instance_url: 'https://elsewhere.example',
      token_type: 'Bearer',
      issued_at: '1',
    },
  };
}

function zendesk(crm: Store, asked: CrmRequest, url: URL): Reply {
  const expected = Buffer.from(`${ZENDESK.email}/token:${ZENDESK.token}`).toString('base64');
  if (asked.headers.authorization !== `Basic ${expected}`)
    return { status: 401, body: { error: "Couldn't authenticate you" } };
  const record = url.pathname.slice('/api/v2/tickets/'.length);
  const body = jsonOf(asked);
  const ticket = body?.ticket as
    | { custom_fields?: { id: unknown; value: unknown }[]; comment?: { body: string; public: boolean } }
    | undefined;
  if (
    asked.method !== 'PUT' ||
    ticket === undefined ||
    !hasOnly(ticket, 'custom_fields', 'comment') ||
    url.search !== ''
  )
    return { status: 400, body: { error: 'RecordInvalid', description: 'Record validation errors' } };
  if (!Array.isArray(ticket.custom_fields) || !ticket.custom_fields.every(({ id }) => Number.isInteger(id)))
    return { status: 422, body: { error: 'RecordInvalid', description: 'custom_fields' } };
  if (!RECORDS.includes(record)) return { status: 404, body: { error: 'RecordNotFound', description: 'Not found' } };
  crm.write(record, Object.fromEntries(ticket.custom_fields.map(({ id, value }) => [String(id), value])));
  if (ticket.comment !== undefined) {
    if (ticket.comment.public !== false) return { status: 422, body: { error: 'the comment would be public' } };
    crm.notes.push({ record, text: ticket.comment.body });
  }
  return { status: 200, body: { ticket: { id: Number(record) } } };
}

function intercom(crm: Store, asked: CrmRequest, url: URL): Reply {
  const refuse = (status: number, code: string, message: string): Reply => ({
    status,
    body: { type: 'error.list', request_id: 'r1', errors: [{ code, message }] },
  });
  if (asked.headers.authorization !== `Bearer ${INTERCOM_TOKEN}`)
    return refuse(401, 'token_unauthorized', 'Access Token Invalid');
  if (!/^2\.\d+$/.test(String(asked.headers['intercom-version'])))
    return refuse(400, 'intercom_version_invalid', 'Version');
  const [, record = '', action] = /^\/conversations\/([^/]+)(\/reply)?$/.exec(url.pathname) ?? [];
  const body = jsonOf(asked) ?? {};
  if (!RECORDS.includes(record)) return refuse(404, 'not_found', 'Resource Not Found');
  if (action === '/reply') {
    const isNote = body.message_type === 'note' && body.type === 'admin' && body.admin_id === '991267459';
    if (asked.method !== 'POST' || !isNote || typeof body.body !== 'string')
      return refuse(400, 'parameter_invalid', 'note');
    crm.notes.push({ record, text: body.body });
    return { status: 200, body: { type: 'conversation', id: record } };
  }
  const attributes = body.custom_attributes as Record<string, unknown> | undefined;
  if (asked.method !== 'PUT' || attributes === undefined || !hasOnly(body, 'custom_attributes'))
    return refuse(400, 'parameter_invalid', 'custom_attributes');
  if (Object.values(attributes).some((value) => typeof value === 'object' && value !== null))
    return refuse(400, 'parameter_invalid', 'Custom attribute must be a string, a number or a boolean');
  crm.write(record, attributes);
  return { status: 200, body: { type: 'conversation', id: record, custom_attributes: attributes } };
}
