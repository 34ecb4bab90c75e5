import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { AuditEntry, AuditVerification } from '@brickwork/client';
import { type Command, InvalidArgumentError } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { asOperator } from '../operator.ts';
import { parseCount } from '../parse-count.ts';
import { parseSince } from '../parse-since.ts';
import { oneLine, print, printJson, table, tell, writeOut } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface FilterOptions {
  actor?: string;
  action?: string;
  target?: string;
  since?: Date;
  until?: Date;
}

export function registerAudit(program: Command): void {
  const audit = program
    .command('audit')
    .description('Who did what: list, export and verify the audit log (needs a live admin key)')
    .addHelpText(
      'after',
      `
Examples:
  brickwork audit list --action key --since 7d
  brickwork audit list --target run_01jd3c5e8x9k2m4n6p8q0r2s4t
  brickwork audit export --out audit.jsonl
  brickwork audit verify`,
    );
  withFilter(audit.command('list').description('List entries, newest first'))
    .option('--limit <count>', 'maximum number of entries', parseCount, 50)
    .option('--json', 'print one JSON document')
    .action(async ({ limit, json, ...filter }: FilterOptions & { limit: number; json?: boolean }) => {
      const client = await connect();
      const entries: AuditEntry[] = [];
      for await (const entry of client.audit.list(toQuery(filter))) {
        entries.push(entry);
        if (entries.length >= limit) break;
      }
      if (json) printJson({ data: entries });
      else if (entries.length === 0) print('No entries.');
      else print(listTable(entries));
    });
  withFilter(audit.command('export').description('Stream the audit log as JSON lines, oldest first'))
    .option('--out <file>', 'where to write; standard output by default')
    .action(async ({ out, ...filter }: FilterOptions & { out?: string }) => {
      const client = await connect();
      await untilInterrupted('Interrupted: the export is incomplete.', async (signal) => {
        const lines = await client.audit.export(toQuery(filter), { signal });
        if (out === undefined) for await (const chunk of lines) await writeOut(chunk);
        else await pipeline(lines, createWriteStream(out, { mode: 0o600 }), { signal });
      });
    });
  audit
    .command('verify')
    .description('Check that no entry was removed, changed, inserted or moved; exits with 3 when one was')
    .option('--head <head>', 'also check a head from the service’s log: POSITION:HASH', parseHead)
    .option('--file <file>', 'check an export (without filters) instead, without the service')
    .option(
      '--secret-file <file...>',
      'with --file: the deployment’s secret, to check the MAC of every entry; give both for an export made during a rotation',
    )
    .option('--json', 'print one JSON document')
    .action(async ({ head, file, secretFile, json }: VerifyOptions) => {
      if (file !== undefined) return verifyFile(file, { head, secretFile, json });
      if (secretFile !== undefined) throw new UsageError('--secret-file needs --file.');
      const client = await connect();
      const found = await untilInterrupted('Interrupted: not all entries were checked.', (signal) =>
        client.audit.verify({ head }, { signal }),
      );
      if (json) printJson(found);
      else explain(found);
      if (!found.intact) process.exitCode = EXIT.faults;
    });
  audit
    .command('accept')
    .argument('<workspace>', 'the workspace, by name')
    .description('On the deployment’s machine: accept an audit log that differs from its known head, and continue it')
    .addHelpText(
      'after',
      '\nFor use after restoring an older copy of the database. An entry of the log records that; lost entries stay lost.',
    )
    .action(async (workspace: string) => {
      await asOperator(({ audit: chains }) => chains.accept(workspace));
      print('Accepted. The log continues from its last entry, and an entry records that.');
    });
}

interface VerifyOptions {
  head?: string | undefined;
  file?: string;
  secretFile?: string[] | undefined;
  json?: boolean | undefined;
}

async function verifyFile(file: string, { head, secretFile, json }: Omit<VerifyOptions, 'file'>): Promise<void> {
  const { readSecret, verifyExport } = await import('@brickwork/server/operator');
  const [position = '', hash = ''] = head?.split(':') ?? [];
  const { findings, isAuthenticated, ...found } = await verifyExport(createInterface(createReadStream(file)), {
    published: head === undefined ? undefined : { position: Number(position), hash: Buffer.from(hash, 'hex') },
    secrets: (secretFile ?? []).map(readSecret),
  });
  const intact = findings.length === 0 && found.checked > 0;
  if (json)
    printJson({
      intact,
      checked: found.checked,
      from_position: found.fromPosition,
      to_position: found.toPosition,
      head: found.head,
      unsealed: found.unsealed,
      macs_checked: isAuthenticated,
      findings: findings.map(({ entryId, ...finding }) => ({ ...finding, entry_id: entryId })),
    });
  else {
    for (const { kind, position, entryId, detail } of findings)
      tell(`${kind} at position ${position}${entryId === undefined ? '' : ` (${entryId})`}: ${detail}`);
    print(
      intact
        ? `Intact: ${found.checked} entries, positions ${found.fromPosition} to ${found.toPosition}.\nHead: ${found.head}`
        : `Not intact: ${findings.length} findings in ${found.checked} entries.`,
    );
    if (!isAuthenticated) tell('MACs were not checked: name the deployment’s secret with --secret-file.');
    if (head === undefined)
      tell('Not checked: whether entries are missing at the end. Name a published head with --head.');
  }
  if (!intact) process.exitCode = EXIT.faults;
}

function withFilter(command: Command): Command {
  return command
    .option('--actor <actor>', 'only what this actor did: an id or a part of the name')
    .option('--action <action>', 'only this action (key.created), or all of a kind (key)')
    .option('--target <target>', 'only what was done to this: an id, or a part of a name')
    .option('--since <when>', 'only entries since then: a date, or how long ago, such as 7d', parseSince)
    .option('--until <when>', 'only entries before', parseSince);
}

function toQuery({ since, until, ...filter }: FilterOptions) {
  return { ...filter, after: since?.toISOString(), before: until?.toISOString() };
}

function parseHead(text: string): string {
  if (!/^\d{1,15}:[0-9a-f]{64}$/.test(text))
    throw new InvalidArgumentError('Use POSITION:HASH, as in "head" in the service’s log.');
  return text;
}

function listTable(entries: readonly AuditEntry[]): string {
  return table(
    ['WHEN', 'WHO', 'ACTION', 'WHAT', 'FROM'],
    entries.map(({ at, actor, action, target, outcome, address }) => [
      at.slice(0, 19).replace('T', ' '),
      oneLine(actor.name, 30),
      outcome === 'refused' ? `${action} (refused)` : action,
      oneLine(target.name ?? (target.type === 'workspace' ? 'the workspace' : target.id), 40),
      address ?? '–',
    ]),
  );
}

function explain({ intact, checked, from_position, to_position, head, unsealed, findings }: AuditVerification): void {
  const waiting = unsealed === 0 ? '' : ` ${unsealed} more are waiting to be sealed.`;
  for (const { kind, position, entry_id, detail } of findings)
    tell(`${kind} at position ${position}${entry_id === undefined ? '' : ` (${entry_id})`}: ${detail}`);
  if (head === undefined) print(`There is nothing to check yet.${waiting}`);
  else if (intact)
    print(
      `Intact: ${checked} entries, positions ${from_position} to ${to_position}.${waiting}\nHead: ${head.position}:${head.hash}`,
    );
  else print(`Not intact: ${findings.length} findings in ${checked} entries.${waiting}`);
}
