import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { AuditEntry, AuditVerification } from '@brickwork/client';
import { type Command, InvalidArgumentError } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { parseCount } from '../parse-count.ts';
import { parseSince } from '../parse-since.ts';
import { oneLine, print, printJson, table, tell, writeOut } from '../terminal.ts';

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
    .option('--limit <count>', 'how many at most', parseCount, 50)
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
    .option('--json', 'print one JSON document')
    .action(async ({ head, json }: { head?: string; json?: boolean }) => {
      const client = await connect();
      const found = await untilInterrupted('Interrupted: not all entries were checked.', (signal) =>
        client.audit.verify({ head }, { signal }),
      );
      if (json) printJson(found);
      else explain(found);
      if (!found.intact) process.exitCode = EXIT.faults;
    });
}

function withFilter(command: Command): Command {
  return command
    .option('--actor <actor>', 'only what this actor did: an id or the exact name')
    .option('--action <action>', 'only this action (key.created), or all of a kind (key)')
    .option('--target <target>', 'only what was done to this: an id, or a name')
    .option('--since <when>', 'only entries since: a date or a time ago such as 7d', parseSince)
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
