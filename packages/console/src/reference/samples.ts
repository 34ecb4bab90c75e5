/** One request, written for curl and for the clients of TypeScript and Python. */
import type { Operation } from './document.ts';
import { addressOf, type Filled, parsedBody } from './filled-request.ts';
import { inPython, inTypeScript } from './literals.ts';
import { pythonCall } from './python-calls.ts';
import { callWith, IMPORTS } from './sdk-calls.ts';

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

export function sampleOf(language: Language, operation: Operation, filled: Filled, origin: string): string {
  if (language === 'curl') return curl(operation, filled, origin);
  return language === 'Python' ? python(operation, filled, origin) : typescript(operation, filled, origin);
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl(operation: Operation, filled: Filled, origin: string): string {
  const address = `${origin}${addressOf(operation, filled)}`;
  const lines = [
    `curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${/[?&']/.test(address) ? quoted(address) : address}`,
    ...(operation.isPublic ? [] : ['-H "Authorization: Bearer $BRICKWORK_API_KEY"']),
    ...headersOf(filled).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...bodyOf(operation, filled),
  ];
  return lines.join(' \\\n  ');
}

function bodyOf({ id }: Operation, { body }: Filled): string[] {
  if (id === 'uploadRecording') return ['--data-binary @call.wav'];
  if (id === 'playRecording') return ['-o call.wav'];
  return body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`];
}

const headersOf = ({ header }: Filled) => Object.entries(header).filter(([, value]) => value !== '');

function typescript(operation: Operation, filled: Filled, origin: string): string {
  const call = callWith(operation, filled);
  if (call === undefined) return fetchSample(operation, filled, origin);
  return `${IMPORTS[operation.id] ?? ''}import { createClient } from '@brickwork/client';

const client = createClient({
  apiKey: process.env.BRICKWORK_API_KEY ?? '',
  baseUrl: '${origin}',
});

${call}`;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: text of a sample.
const BEARER = '`Bearer ${process.env.BRICKWORK_API_KEY}`';

/** For what the client has no method for. */
function fetchSample(operation: Operation, filled: Filled, origin: string): string {
  const headers = {
    ...(operation.isPublic ? {} : { Authorization: 'KEY' }),
    ...Object.fromEntries(headersOf(filled)),
    ...(filled.body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const options = [
    ...(operation.method === 'GET' ? [] : [`  method: '${operation.method}',`]),
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${inTypeScript(headers, 1).replace("'KEY'", BEARER)},`]),
    ...(filled.body === undefined ? [] : [`  body: JSON.stringify(${inTypeScript(parsedBody(filled) ?? {}, 1)}),`]),
  ];
  const address = `'${origin}${addressOf(operation, filled)}'`;
  const given = options.length === 0 ? address : `${address}, {\n${options.join('\n')}\n}`;
  return `const response = await fetch(${given});\nconsole.log(response.status, await response.text());`;
}

function python(operation: Operation, filled: Filled, origin: string): string {
  const call = pythonCall(operation, filled);
  if (call === undefined) return requestsSample(operation, filled, origin);
  return `from brickwork_client import Client

client = Client(base_url="${origin}")  # and BRICKWORK_API_KEY

${call}`;
}

/** For what the client has no method for. */
function requestsSample(operation: Operation, filled: Filled, origin: string): string {
  const query = Object.fromEntries(Object.entries(filled.query).filter(([, value]) => value !== ''));
  const headers = Object.fromEntries(headersOf(filled));
  const secret = operation.isPublic ? [] : [`"Authorization": f"Bearer {os.environ['BRICKWORK_API_KEY']}"`];
  const given = [...secret, ...Object.entries(headers).map(([name, value]) => `${inPython(name)}: ${inPython(value)}`)];
  const isJson = Object.values(operation.responses).some(({ content = {} }) => 'application/json' in content);
  const lines = [
    `    "${origin}${addressOf(operation, { ...filled, query: {} })}",`,
    ...(given.length === 0 ? [] : [`    headers={${given.join(', ')}},`]),
    ...(Object.keys(query).length === 0 ? [] : [`    params=${inPython(query, 1)},`]),
    ...(filled.body === undefined ? [] : [`    json=${inPython(parsedBody(filled) ?? {}, 1)},`]),
  ];
  return `${operation.isPublic ? '' : 'import os\n\n'}import requests

response = requests.${operation.method.toLowerCase()}(
${lines.join('\n')}
)
response.raise_for_status()
print(response.${isJson ? 'json()' : 'text'})`;
}
