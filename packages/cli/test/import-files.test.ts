/** `brickwork import-files` as somebody meets it who has a folder of everything. Killed, and watching a folder: `import-files.system.test.ts`. */
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { publishKit, TRANSCRIPT } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { wordDocument, zip } from '../../../test/support/word-document.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let directory: string;
let environment: NodeJS.ProcessEnv;
const file = (name: string) => join(directory, name);
const importFiles = (...args: string[]) => runCommand(['import-files', 'call_shape', ...args], environment);

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file(name)), { recursive: true });
  writeFileSync(file(name), content);
}

beforeEach(async () => {
  directory = temporaryDirectory();
  service = await startTestService();
  environment = { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey, HOME: directory };
  await publishKit(service);
});
afterEach(async () => {
  await service.stop();
  removeDirectory(directory);
});

interface ListedRun {
  external_id: string;
  occurred_at: string;
  metadata?: Record<string, string>;
}
const idOf = (run: ListedRun) => run.external_id;
const runs = async (): Promise<ListedRun[]> =>
  (await service.call('GET', '/v1/runs?limit=100', { key: service.adminKey })).body.data;

const talk = (topic: string) => TRANSCRIPT.replace('my card', topic);
const mail = (subject: string, body: string) =>
  `From: ann@a.example\nTo: support@n.example\nSubject: ${subject}\nDate: Tue, 01 Sep 2026 09:12:00 +0200\nMIME-Version: 1.0\nContent-Type: text/plain\n\n${body}\n`;

/** Twelve kinds, as exports lay them out. */
function writeExport(): void {
  write('in/north/Dana Weber/2026-09-01_call.txt', talk('my bag'));
  write(
    'in/north/Dana Weber/meeting.vtt',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Lena>How can I help you?</v>\n\n00:03.000 --> 00:04.000\n<v Mr. Bo>I lost my hat.</v>\n',
  );
  write(
    'in/north/talk.srt',
    '1\n00:00:01,000 --> 00:00:02,000\nAgent: Hello.\n\n2\n00:00:03,000 --> 00:00:04,000\nCustomer: Hi.\n',
  );
  write(
    'in/word.docx',
    Buffer.from(
      wordDocument(
        ['Agent: Hello.', 'Customer: I lost my tie.'].map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`),
      ),
      'base64',
    ),
  );
  write('in/mail/one.eml', mail('Lamp', 'It is broken.'));
  write(
    'in/mail/all.mbox',
    ['Late', 'Price']
      .map((subject) => `From a@b.example Mon Sep  7 10:00:00 2026\n${mail(subject, 'Please answer.')}\n`)
      .join(''),
  );
  write(
    'in/chats/table.csv',
    `ticket,created_at,agent,customer,transcript\n${[1, 2].map((id) => `${id},2026-05-0${id}T10:00:00Z,Tom,c-471${id},"${talk(`ticket ${id}`)}"`).join('\n')}\n`,
  );
  write(
    'in/chats/turns.csv',
    'ConversationId,ParticipantRole,Content\nc1,agent,Hello\nc1,customer,Hi\nc2,agent,Good day\nc2,customer,Hey\n',
  );
  write(
    'in/chats/lines.jsonl',
    [3, 4]
      .map((id) =>
        JSON.stringify({
          id: `j${id}`,
          customer: 'c-4711',
          occurred_at: `2026-06-0${id}T10:00:00Z`,
          transcript: talk(`line ${id}`),
        }),
      )
      .join('\n'),
  );
  write(
    'in/chats/list.json',
    JSON.stringify({
      conversations: [5, 6].map((id) => ({
        id,
        messages: [
          { from: 'Visitor', message: `Item ${id}?` },
          { from: 'Agent Tom', message: 'How can I help?' },
        ],
      })),
    }),
  );
  write('in/zip/more.zip', zip({ 'old/2026-07-09.txt': talk('a zip'), 'old/copy.txt': talk('my bag') }));
  write('in/recording.mp3', Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0]));
  write('in/users.csv', 'id,name\n1,Ann\n');
  write('in/.DS_Store', 'x');
}

describe('brickwork import-files', () => {
  it('says what it recognised, with what is doubtful and refused, and imports nothing without being told', async () => {
    writeExport();
    const asked = await importFiles(file('in'));
    expect(asked.code).toBe(EXIT.usage);
    expect(asked.stderr).toContain('Nothing was imported. Add --yes to import');
    expect(asked.stdout).toContain('13 files, 16 conversations to import');
    expect(asked.stdout).toMatch(/Formats {2}labelled 6, .*mime 3/);
    expect(asked.stdout).toMatch(
      /Dates {4}2026-05-01 to 2026-09-01: 3 in the conversation, 4 in a column or field, 2 in the name, 7 without/,
    );
    expect(asked.stdout).toMatch(/Metadata .*customer from “customer” 4/);
    expect(asked.stdout).toMatch(/People .* agents \(.*Tom 2.*customers, as named in metadata, or else as speakers/);
    expect(asked.stdout).toMatch(/\n +7 {2}No date: .*--date-from modified/);
    expect(asked.stdout).toMatch(/is a recording: transcribe it first.*\n +recording\.mp3/);
    expect(asked.stdout).toContain('is a table without a column of conversations or turns (columns: id, name)');
    expect(asked.stdout).toMatch(
      /Duplicates, imported once\n.*\n +zip\/more\.zip\/old\/copy\.txt = north\/Dana Weber\/2026-09-01_call\.txt/,
    );
    const dry = await importFiles(file('in'), '--dry-run', '--json');
    expect(dry.code).toBe(EXIT.unsuccessful);
    expect(JSON.parse(dry.stdout).summary).toMatchObject({ files: 13, conversations: 16, dates: { none: 7 } });
    expect(await runs()).toEqual([]);
  });

  it('imports each conversation once: again, renamed, elsewhere, with other metadata and from another zip', async () => {
    writeExport();
    const first = await importFiles(file('in'), '--yes', '--json', '--map', 'agent={folder}');
    expect(first).toMatchObject({ code: EXIT.unsuccessful, stderr: '' });
    expect(JSON.parse(first.stdout).outcome).toMatchObject({ created: 16, existing: 0, failed: 0 });
    const stored = await runs();
    expect(stored).toHaveLength(16);
    const byId = Object.fromEntries(stored.map((run) => [run.external_id, run]));
    expect(byId['1']).toMatchObject({ occurred_at: '2026-05-01T10:00:00.000Z', metadata: { agent: 'chats' } });
    expect(byId.j3).toMatchObject({ occurred_at: '2026-06-03T10:00:00.000Z' });
    const ofCustomer = await service.call('GET', '/v1/runs?customer=c-4711', { key: service.adminKey });
    expect(ofCustomer.body.data.map(idOf).sort()).toEqual(['1', 'j3', 'j4']);
    expect(byId['mail/one.eml']).toMatchObject({ occurred_at: '2026-09-01T07:12:00.000Z' });
    expect(Object.keys(byId)).toContain('zip/more.zip/old/2026-07-09.txt');

    renameSync(file('in/north/Dana Weber'), file('in/Ines'));
    write('other/again.zip', zip({ 'deep/er/x.txt': talk('my bag'), 'new.txt': talk('something new') }));
    const second = await importFiles(file('in'), file('other'), '--yes', '--json', '--date-from', 'modified');
    expect(JSON.parse(second.stdout).outcome).toMatchObject({ created: 1, existing: 16 });
    expect(await runs()).toHaveLength(17);
  });

  it('does not bring back what was erased, and takes dates and sides as it is told', async () => {
    write('in/a.txt', 'Lena: Hello.\nBo: I lost my key.\n');
    utimesSync(file('in/a.txt'), 1_788_422_400, 1_788_422_400);
    expect((await importFiles(file('in'), '--yes', '--date-from', 'modified', '--agent', 'Lena')).code).toBe(0);
    const [run] = (await service.call('GET', '/v1/runs?limit=1', { key: service.adminKey })).body.data;
    expect(run.occurred_at).toBe('2026-09-03T08:00:00.000Z');
    await service.call('DELETE', `/v1/runs/${run.run_id}`, { key: service.adminKey });
    const again = await importFiles(file('in'), '--yes', '--date-from', 'modified', '--agent', 'Lena');
    expect(again.stdout).toContain('0 runs created, 1 imported before, 0 failed.');
  });
});
