import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildOpenApi } from '@brickwork/contract';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type OpenApiDocument, readDocument } from './document.ts';
import { addressOf, exampleRequest } from './filled-request.ts';
import { sampleOf } from './samples.ts';

const PYTHON_CLIENT = join(import.meta.dirname, '..', '..', '..', '..', 'clients', 'python');
const ORIGIN = 'https://calls.example.com';
const reference = readDocument(buildOpenApi({ version: '1.0.0', serverUrl: '/' }) as unknown as OpenApiDocument);
const sampleFor = (language: Parameters<typeof sampleOf>[0], id: string) => {
  const operation = reference.operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return sampleOf(language, operation, exampleRequest(operation, reference), ORIGIN);
};

/** What the compiler says about modules that exist only as text. */
function faultsIn(files: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, version, ...more) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile.call(host, name, version, ...more)
      : ts.createSourceFile(name, text, version);
  };
  host.fileExists = (name) => files.has(name) || fileExists.call(host, name);
  host.readFile = (name) => files.get(name) ?? readFile.call(host, name);
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((name) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(name)),
      ...program.getSemanticDiagnostics(program.getSourceFile(name)),
    ].map(({ messageText }) => `${name.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  );
}

interface Sent {
  /** Instead of the others. */
  error?: string;
  method?: string;
  path?: string;
  body?: unknown;
}

/** The first request of each program. */
function sentByPython(programs: readonly string[]): Sent[] {
  const printed = execFileSync('python3', ['-m', 'tests.run_samples'], {
    cwd: PYTHON_CLIENT,
    input: JSON.stringify(programs),
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    timeout: 50_000,
  });
  return JSON.parse(printed.toString());
}

describe('samples of the API reference', () => {
  it('compile against the client, every one', () => {
    const files = new Map(
      reference.operations.map(({ id }) => [
        `${import.meta.dirname}/${id}.sample.ts`,
        `${sampleFor('TypeScript', id)}\nexport {};`,
      ]),
    );
    expect(faultsIn(files)).toEqual([]);
  }, 60_000);

  it('use the client wherever it has a method', () => {
    const plain = reference.operations.filter(({ id }) => sampleFor('TypeScript', id).startsWith('const response'));
    expect(plain.map(({ id }) => id)).toEqual([
      'streamQuestion',
      'receiveDelivery',
      'answerIntakeHandshake',
      'healthz',
      'metrics',
      'mcp',
    ]);
  });

  it('are programs for Python, every one', () => {
    const programs = reference.operations.map(({ id }) => sampleFor('Python', id));
    execFileSync('python3', ['-c', 'import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)'], {
      input: JSON.stringify(programs),
      timeout: 30_000,
    });
  });

  it('use the Python client wherever it has a method, and send what the endpoint takes', () => {
    const all = reference.operations.map((operation) => ({ operation, text: sampleFor('Python', operation.id) }));
    const plain = all.filter(({ text }) => text.includes('import requests'));
    expect(plain.map(({ operation }) => operation.id)).toEqual([
      'receiveDelivery',
      'answerIntakeHandshake',
      'healthz',
      'metrics',
      'mcp',
    ]);
    const called = all.filter(({ text }) => text.includes('brickwork_client'));
    const sent = sentByPython(called.map(({ text }) => text));
    expect(sent.flatMap(({ error }, index) => (error === undefined ? [] : [called[index]?.text, error]))).toEqual([]);
    for (const [index, { operation }] of called.entries()) {
      // It creates the recording that it uploads.
      if (operation.id === 'uploadRecording') {
        expect(sent[index]).toMatchObject({ path: '/v1/recordings', body: { size_bytes: 5 } });
        continue;
      }
      const { path, query, body } = exampleRequest(operation, reference);
      const address = addressOf(operation, { path, query: {}, header: query, body });
      expect([sent[index]?.method, sent[index]?.path], operation.id).toEqual([operation.method, address]);
      // A batch gets keys of its own.
      if (body !== undefined && operation.id !== 'createBatch')
        expect(sent[index]?.body, operation.id).toMatchObject(JSON.parse(body));
    }
  });

  it('name every parameter as the Python client does', () => {
    const programs = reference.operations.map((operation) => {
      const filled = exampleRequest(operation, reference);
      const asked = operation.parameters.filter(({ in: place, name }) => place === 'query' && name !== 'format');
      const query = Object.fromEntries(asked.map(({ name, schema }) => [name, String(schema.enum?.[0] ?? 5)]));
      return sampleOf('Python', operation, { ...filled, query: { ...query, ...filled.query } }, ORIGIN);
    });
    const called = programs.filter((text) => text.includes('brickwork_client'));
    const errors = sentByPython(called).flatMap(({ error }, index) =>
      error === undefined ? [] : [`${called[index]}: ${error}`],
    );
    expect(errors).toEqual([]);
  });

  it('are requests that people would write', () => {
    expect(sampleFor('curl', 'listRuns')).toBe(
      `curl ${ORIGIN}/v1/runs \\\n  -H "Authorization: Bearer $BRICKWORK_API_KEY"`,
    );
    expect(sampleFor('curl', 'uploadRecording')).toMatch(/\n {2}--data-binary @call\.wav$/);
    expect(sampleFor('TypeScript', 'createRun')).toContain('await client.runs.createAndWait({');
    expect(sampleFor('TypeScript', 'getRun')).toMatch(/await client\.runs\.get\('run_\w+'\);$/);
    expect(sampleFor('TypeScript', 'listRuns')).toContain('for await (const item of client.runs.list())');
    expect(sampleFor('Python', 'createRun')).toContain('run = client.runs.create_and_wait(\n    kit_code="');
    expect(sampleFor('Python', 'getRun')).toMatch(/\nanswer = client\.runs\.get\("run_\w+"\)\nprint\(answer\)$/);
    expect(sampleFor('Python', 'listRuns')).toContain('for item in client.runs.list():');
  });

  it('show what was typed where a number belongs and none was', () => {
    const operation = reference.operations.find(({ id }) => id === 'getQuality');
    if (operation === undefined) throw new Error('no getQuality');
    const filled = { ...exampleRequest(operation, reference), query: { threshold: 'high' } };
    expect(sampleOf('TypeScript', operation, filled, ORIGIN)).toContain("threshold: 'high'");
    expect(sampleOf('Python', operation, filled, ORIGIN)).toContain('threshold="high"');
  });

  it('say to curl exactly what is meant, quotes and line breaks included', () => {
    const operation = reference.operations.find(({ id }) => id === 'createRun');
    if (operation === undefined) throw new Error('createRun is gone');
    const body = JSON.stringify({ kit_code: 'it’s "so"', input: { transcript: "Agent: it's\nfine $HOME `x`" } });
    const text = sampleOf('curl', operation, { path: {}, query: {}, header: {}, body }, ORIGIN);
    const given = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${text}`], {
      env: { BRICKWORK_API_KEY: 'svc_live_x' },
      timeout: 30_000,
    });
    const args = given.toString().split('\0');
    expect(args).toContain('Authorization: Bearer svc_live_x');
    expect(args[args.indexOf('-d') + 1]).toBe(body);
  });
});
