// A webhook receiver in plain Node: verify, deduplicate, answer fast. WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64');
const seen = new Set(); // In production: a table with a unique key on the event id.

function isGenuine(headers, body) {
  const id = headers['service-event-id'] ?? '';
  const timestamp = headers['service-timestamp'] ?? '';
  const wanted = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest();
  // For 24 hours after a rotation, the old secret's signature is in the second header: either match is enough.
  return ['service-signature', 'service-signature-previous'].some((name) => {
    const given = Buffer.from((headers[name] ?? '').replace(/^v1=/, ''), 'hex');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // The raw bytes: parsed and printed again, they might differ.
  if (secret.length === 0 || !isGenuine(request.headers, body)) return response.writeHead(401).end();
  const event = JSON.parse(body);
  if (!seen.has(event.id)) {
    seen.add(event.id);
    process.stdout.write(`${event.type} ${event.data.run_id ?? ''}\n`); // Put it into your own queue instead.
  }
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 3000, '127.0.0.1');
