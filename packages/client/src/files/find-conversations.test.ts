/** What is found in files of many kinds, with a service that knows turns of `speaker` and `text`, messages, and labelled text. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findConversations } from './find-conversations.ts';
import { mapPath, parseFieldMap } from './map-fields.ts';
import type { Found, FoundConversation } from './source-file.ts';
import type { Reading } from './split-json.ts';

const TALK = 'Agent: Hello.\nCustomer: Hi, I lost my card.\nAgent: I have blocked it.';
const TURNS = [
  { speaker: 'agent', text: 'Hello.' },
  { speaker: 'customer', text: 'Hi.' },
];

function reading(value: unknown): Reading {
  if (typeof value === 'string') return /^Agent:/.test(value) ? 'conversation' : value === '' ? 'refused' : 'text';
  const isKnown = Array.isArray(value)
    ? value.length > 1 && value.every((turn) => ('speaker' in turn && 'text' in turn) || 'role' in turn)
    : typeof value === 'object' && value !== null && 'known_export' in value;
  return isKnown ? 'conversation' : 'refused';
}

async function find(path: string, content: string | Uint8Array<ArrayBuffer>, column?: string) {
  const options = {
    conversationField: 'transcript',
    fields: ['transcript', 'plan'],
    column,
    probe: async (values: readonly unknown[]) => values.map(reading),
  };
  const all: Found[] = [];
  for await (const each of findConversations({ path, blob: new Blob([content]) }, options)) all.push(each);
  return all;
}
const found = async (path: string, content: unknown) =>
  (await find(path, typeof content === 'string' ? content : JSON.stringify(content))) as FoundConversation[];

describe('findConversations', () => {
  it('leaves a text as it is, whatever wrote it', async () => {
    expect(await found('a.txt', TALK)).toMatchObject([{ path: 'a.txt', value: TALK }]);
    expect(await find('a.txt', Uint8Array.from(Buffer.from(`\uFEFF${TALK}`, 'utf16le')))).toMatchObject([
      { value: TALK },
    ]);
    expect(await find('a.txt', Uint8Array.from(Buffer.from('Agent: Gr\u00fc\u00dfe.', 'latin1')))).toMatchObject([
      { value: 'Agent: Grüße.' },
    ]);
    expect(await find('a.txt.gz', Uint8Array.from(gzipSync(TALK)))).toMatchObject([{ path: 'a.txt.gz', value: TALK }]);
    expect(await found('a.txt', `Date: 2026-08-03 14:05\n\n${TALK}`)).toMatchObject([{ date: '2026-08-03 14:05' }]);
  });

  it('takes lists apart: of records, below a name, in a map, and of turns with the id of their conversation', async () => {
    const records = [1, 2].map((id) => ({ id, date: `2026-01-0${id}`, agent: 'Dana', plan: 'pro', transcript: TALK }));
    const expected = [1, 2].map((id) => ({
      value: TALK,
      externalId: String(id),
      date: `2026-01-0${id}`,
      metadata: { agent: 'Dana' },
      fields: { plan: 'pro' },
    }));
    expect(await found('a.json', records)).toMatchObject(expected);
    expect(await found('a.json', { data: { calls: records }, next: null })).toMatchObject(expected);
    expect(await found('a.jsonl', records.map((record) => JSON.stringify(record)).join('\n'))).toMatchObject(expected);
    expect(await found('a.json', { c1: TURNS, c2: TURNS })).toMatchObject([
      { value: TURNS, externalId: 'c1' },
      { value: TURNS, externalId: 'c2' },
    ]);
    const turns = ['x', 'y'].flatMap((call_id) => TURNS.map((turn) => ({ call_id, ...turn })));
    expect((await found('a.json', turns)).map(({ externalId }) => externalId)).toEqual(['x', 'y']);
  });

  it('refuses empty records only, and takes texts of one line', async () => {
    const line = (id: number, transcript: unknown) => ({
      external_id: `t${id}`,
      occurred_at: '2026-10-05T10:00:00Z',
      metadata: { agent: 'Dana' },
      transcript,
    });
    const lines = (texts: readonly unknown[]) =>
      found('a.jsonl', texts.map((text, index) => JSON.stringify(line(index, text))).join('\n'));
    const valuesOf = async (texts: readonly unknown[]) =>
      (await lines(texts)).map((each) => ('value' in each ? each.value : (each as { refused: string }).refused));
    const voicemail = 'Voicemail: nobody there.';
    const nine = Array.from({ length: 9 }, () => TALK);
    const ten = Array.from({ length: 10 }, () => '');
    const empty = ten.map(() => 'is empty');
    expect(await lines(['', TALK])).toEqual([
      { path: 'a.jsonl › t0', refused: 'is empty' },
      expect.objectContaining({ value: TALK, externalId: 't1', metadata: { agent: 'Dana' } }),
    ]);
    expect(await valuesOf(['', ...nine])).toEqual(['is empty', ...nine]);
    expect(await valuesOf([null, [], ...nine])).toEqual(['is empty', 'is empty', ...nine]);
    expect(await valuesOf([voicemail, ...nine])).toEqual([voicemail, ...nine]);
    expect(await valuesOf([...ten, ...nine, ...nine])).toEqual([...empty, ...nine, ...nine]);
    expect(await valuesOf([voicemail, 'Hello?'])).toEqual([voicemail, 'Hello?']);
    expect(await valuesOf(ten)).toEqual(empty);
    expect(await found('a.json', [line(1, voicemail), line(2, '')])).toMatchObject([
      { value: voicemail },
      { refused: 'is empty' },
    ]);
    expect(await found('a.json', line(1, voicemail))).toMatchObject([{ value: voicemail }]);
    const mixed = [line(1, TALK), { external_id: 't2', turns: TURNS }, { external_id: 't3' }];
    expect(await found('a.jsonl', mixed.map((each) => JSON.stringify(each)).join('\n'))).toMatchObject([
      { value: TALK },
      { value: TURNS },
      { refused: 'has no conversation' },
    ]);
    // Sentences of one recording are no conversations.
    const sentences = { title: 'x', parts: [{ text: 'Hello.' }, { text: 'Bye.' }] };
    expect(await found('a.json', sentences)).toMatchObject([{ value: sentences }]);
  });

  it('leaves one conversation whole: an export that is read as it is, and turns', async () => {
    const known = { known_export: true, results: [{ alternatives: [{ transcript: 'x' }] }, { alternatives: [] }] };
    expect(await found('a.json', known)).toMatchObject([{ value: known }]);
    expect(await found('a.json', TURNS)).toMatchObject([{ value: TURNS }]);
    expect(await found('a.jsonl', TURNS.map((turn) => JSON.stringify(turn)).join('\n'))).toMatchObject([
      { value: TURNS },
    ]);
  });

  it('renames turns that are called something else', async () => {
    const foreign = [
      { from: { name: 'Mia' }, message: 'Hello?' },
      { from: { name: 'Tom' }, message: 'Hi Mia.' },
    ];
    const renamed = [
      { speaker: 'Mia', text: 'Hello?' },
      { speaker: 'Tom', text: 'Hi Mia.' },
    ];
    expect(await found('a.json', foreign)).toMatchObject([{ value: renamed }]);
    expect(await found('a.json', { chats: [{ id: 1, messages: foreign }] })).toMatchObject([{ value: renamed }]);
  });

  it('reads tables of turns and of conversations, with any separator', async () => {
    const rows =
      'CallId;Speaker;Text\r\n1;agent;Hello\r\n1;caller;"Hi; I said ""no"""\r\n2;agent;Good day\r\n2;caller;Hello\r\n';
    expect(await found('a.csv', rows)).toMatchObject([
      { externalId: '1', value: 'CallId,Speaker,Text\n1,agent,Hello\n1,caller,"Hi; I said ""no"""\n' },
      { externalId: '2' },
    ]);
    const table = `Ticket,Created at,Agent,Conversation\n7,2026-05-06 10:00,Dana,"${TALK}"\n`;
    expect(await found('a.csv', table)).toMatchObject([
      { externalId: '7', value: TALK, date: '2026-05-06 10:00', metadata: { agent: 'Dana' } },
    ]);
    expect(await found('a.csv', 'id,name\n1,Ann\n')).toMatchObject([
      { refused: expect.stringContaining('columns: id, name') },
    ]);
  });

  it('keeps agent, team, channel and customer as metadata, whatever holds them', async () => {
    const facts = { agent: 'Dana', team: 'Porto', channel: 'call', customer: 'c-4711' };
    const names = ['id', 'occurred_at', 'team', 'agent', 'customer', 'channel'];
    const row = '1,2026-10-05T10:00:00Z,Porto,Dana,c-4711,call';
    const turns = TURNS.map(({ speaker, text }) => `${row},${speaker},${text}\n`).join('');
    // An export may write the customer in some rows of a conversation only.
    const sparse = 'call_id,customer,speaker,text\n1,,agent,Hello.\n1,c-4711,customer,Hi.\n';
    const record = { id: 1, ...facts, customer: 4711 };
    const read = { ...facts, customer: '4711' };
    const json = async (name: string, ...values: unknown[]) =>
      (await found(name, values.map((value) => JSON.stringify(value)).join('\n')))[0]?.metadata;
    const csv = async (text: string) => (await found('a.csv', text))[0]?.metadata;
    expect(await csv(`${names.join(',')},transcript\n${row},"${TALK}"\n`)).toEqual(facts);
    expect(await csv(`${names.join(',')},speaker,text\n${turns}`)).toEqual(facts);
    expect(await csv(sparse)).toEqual({ customer: 'c-4711' });
    expect(await csv(`Kundennummer;Mitarbeiter;Transcript\n4711;Dana;"${TALK}"\n`)).toEqual({
      agent: 'Dana',
      customer: '4711',
    });
    expect(await json('a.jsonl', { ...record, transcript: TALK })).toEqual(read);
    // Read as it is, without its conversation being taken out.
    expect(await json('a.jsonl', { ...record, known_export: true })).toEqual(read);
    expect(await json('a.json', { ...record, known_export: true })).toEqual(read);
    expect(await json('a.jsonl', ...TURNS.map((turn) => ({ call_id: 1, ...facts, ...turn })))).toEqual(facts);
    const ours = { external_id: 'x', metadata: { customer: 4711, queue: 'late' }, customer: 'other' };
    const pairs = { customer: '4711', queue: 'late' };
    expect(await json('a.jsonl', { ...ours, transcript: TALK })).toEqual(pairs);
    expect(await json('a.jsonl', { ...ours, known_export: true })).toEqual(pairs);
    expect(await json('a.jsonl', { metadata: { queue: 'late' }, known_export: true })).toBeUndefined();
  });

  it('knows the order of day and month from the dates of a column', async () => {
    const orders = async (...dates: string[]) =>
      (await found('a.csv', `date,transcript\n${dates.map((date) => `${date},"${TALK}"\n`).join('')}`)).map(
        ({ dateOrder }) => dateOrder,
      );
    expect(await orders('13/10/2026', '03/04/2026')).toEqual(['day_first', 'day_first']);
    expect(await orders('13/10/2026', '10/13/2026')).toEqual(['mixed', 'mixed']);
    expect(await orders('03/04/2026')).toEqual([undefined]);
  });

  it.each(['Gespräch', 'Transkript', 'Conversación', 'Retranscription', 'Trascrizione', 'Gesprek', 'Transcrição'])(
    'knows the column %s',
    async (name) => {
      expect(await found('a.csv', `Datum;${name}\n05.10.2026;"${TALK}"\n`)).toMatchObject([
        { value: TALK, date: '05.10.2026' },
      ]);
    },
  );

  it('takes the conversation from the column or field that is named', async () => {
    const csv = `id,Inhalt,text\n1,"${TALK}",note\n`;
    expect(await find('a.csv', csv, 'Inhalt')).toMatchObject([{ value: TALK, externalId: '1' }]);
    expect(await find('a.csv', csv, 'Inhalte')).toMatchObject([
      { refused: 'is a table without the column “Inhalte” (columns: id, Inhalt, text)' },
    ]);
    const lines = JSON.stringify({ id: 1, Inhalt: 'Nobody there.', text: 'note' });
    expect(await find('a.jsonl', lines, 'Inhalt')).toMatchObject([{ value: 'Nobody there.' }]);
  });

  it('says what columns and fields become', async () => {
    const uses = {
      id: 'external_id',
      date: 'occurred_at',
      plan: 'input',
      customer: 'metadata customer',
      mood: undefined,
    };
    const table = `id,date,plan,customer,mood,empty,transcript\n1,2026-10-05,pro,c-1,good,,"${TALK}"\n`;
    expect((await found('a.csv', table))[0]?.uses).toEqual(uses);
    const record = { id: 1, date: '2026-10-05', plan: 'pro', customer: 'c-1', mood: 'good', empty: '' };
    expect(
      (await found('a.jsonl', { ...record, metadata: { queue: 'q', list: [1] }, transcript: TALK }))[0]?.uses,
    ).toEqual({
      ...uses,
      transcript: 'conversation',
      'metadata.queue': 'metadata queue',
      'metadata.list': undefined,
    });
    expect((await found('a.jsonl', { ...record, known_export: true }))[0]?.uses).toEqual({
      customer: 'metadata customer',
    });
  });

  it('takes a mailbox apart by thread', async () => {
    const mail = (id: string, subject: string, reply?: string) =>
      `From a@b.example Mon Sep  7 10:00:00 2026\nMessage-ID: <${id}>\nSubject: ${subject}\n${reply ? `In-Reply-To: <${reply}>\n` : ''}\nWords.\n\n`;
    const threads = await found(
      'a.mbox',
      mail('1', 'Lamp') + mail('2', 'Late') + mail('3', 'Re: Lamp', '1') + mail('4', 'Re: Lamp', '3'),
    );
    expect(threads.map(({ value }) => String(value).match(/Message-ID: <\d>/g))).toEqual([
      ['Message-ID: <1>', 'Message-ID: <3>', 'Message-ID: <4>'],
      ['Message-ID: <2>'],
    ]);
  });

  it('says what it cannot read and what to do, and is silent about litter', async () => {
    const refused = async (path: string, content: string | Uint8Array<ArrayBuffer>) => find(path, content);
    expect(await refused('a.mp3', Uint8Array.from([0x49, 0x44, 0x33, 4]))).toMatchObject([
      { refused: expect.stringContaining('transcribe') },
    ]);
    expect(await refused('a.pdf', '%PDF-1.7')).toMatchObject([{ refused: expect.stringContaining('is a PDF') }]);
    expect(await refused('a.json', '[{"speaker":')).toMatchObject([
      { refused: expect.stringContaining('not valid JSON') },
    ]);
    expect(await refused('a.txt', ' \n')).toMatchObject([{ refused: 'is empty' }]);
    expect(await refused('a.jsonl', `${JSON.stringify(TURNS)}\n{"cut`)).toMatchObject([
      { value: TURNS },
      { refused: 'is not JSON in line 2' },
    ]);
    expect(await refused('x/.DS_Store', 'x')).toEqual([]);
    expect(await refused('__MACOSX/a.txt', 'x')).toEqual([]);
  });
});

describe('mapPath', () => {
  const maps = (...texts: string[]) =>
    texts.map((text) => {
      const map = parseFieldMap(text);
      if (typeof map === 'string') throw new Error(map);
      return map;
    });

  it('takes folders and parts of the name; an archive is no folder', () => {
    const wanted = maps('agent={folder}', 'team={folder.1}', 'id={name.2}', 'where=desk {name.1}', 'none={folder.4}');
    expect(mapPath('export.zip/north/Dana Weber/0903_4711.txt', wanted)).toEqual({
      agent: 'Dana Weber',
      team: 'north',
      id: '4711',
      where: 'desk 0903',
    });
  });

  it.each(['agent', '=x', 'agent={agent}', 'agent={folder', 'agent='])('refuses %s', (text) => {
    expect(parseFieldMap(text)).toContain('is not KEY=TEMPLATE');
  });
});
