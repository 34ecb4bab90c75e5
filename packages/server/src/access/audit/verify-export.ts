/** Checks an export of the audit log without the service: the file itself, a published head, and MACs if the secret is given. */
import { z } from 'zod';
import { auditKeyOf, type StoredEntry } from './audit-entry.ts';
import { type CheckEntries, checkEnd, checkSealed, checkUnsealed, type Finding } from './check-entries.ts';

const hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .transform((text) => Buffer.from(text, 'hex'));
const exportedLine = z.object({
  workspace_id: z.string(),
  id: z.string(),
  at: z.iso.datetime().transform((text) => new Date(text)),
  environment: z.enum(['live', 'test']).optional(),
  actor: z.object({ kind: z.enum(['key', 'person', 'system']), id: z.string(), name: z.string() }),
  address: z.string().optional(),
  request_id: z.string().optional(),
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string(), name: z.string().optional() }),
  outcome: z.enum(['done', 'refused']),
  details: z.record(z.string(), z.unknown()).optional(),
  position: z.number().int().optional(),
  previous_hash: hex.optional(),
  hash: hex.optional(),
  mac: hex.optional(),
});

export interface VerifiedExport {
  checked: number;
  fromPosition: number;
  toPosition: number;
  /** `POSITION:HASH` of the last entry. */
  head: string | undefined;
  unsealed: number;
  isAuthenticated: boolean;
  findings: Finding[];
}

export interface VerifyExport {
  published: CheckEntries['published'];
  /** The deployment's secrets: with them, MACs are checked. An export from a rotation has MACs of two secrets. */
  secrets: readonly Buffer[];
}

export async function verifyExport(
  lines: AsyncIterable<string>,
  { published, secrets }: VerifyExport,
): Promise<VerifiedExport> {
  const entries: StoredEntry[] = [];
  const findings: Finding[] = [];
  let workspaceId = '';
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const read = exportedLine.safeParse(parsed(line));
    if (!read.success) findings.push({ kind: 'changed', position: 0, detail: `Line ${number} is not an entry.` });
    else {
      workspaceId ||= read.data.workspace_id;
      entries.push(entryOf(read.data));
    }
  }
  const sealed = entries
    .filter((entry) => entry.sealed !== undefined)
    .toSorted((a, b) => (a.sealed?.position ?? 0) - (b.sealed?.position ?? 0));
  const unsealed = entries.filter((entry) => entry.sealed === undefined);
  const hashes = new Set(sealed.map((entry) => entry.sealed?.hash.toString('hex')));
  const check: CheckEntries = {
    workspaceId,
    auditKeys: secrets.map(auditKeyOf),
    // Entries from before MACs existed come first.
    macFrom: sealed.find(({ mac }) => mac !== undefined)?.sealed?.position ?? 1,
    hasHash: async (hash) => hashes.has(hash.toString('hex')),
    published,
  };
  const first = sealed[0]?.sealed;
  const at = { position: (first?.position ?? 1) - 1, hash: first?.previousHash ?? Buffer.alloc(32), latest: 0 };
  for (const entry of sealed) findings.push(...(await checkSealed(check, at, entry, Number.MAX_SAFE_INTEGER)));
  for (const entry of unsealed) findings.push(...checkUnsealed(check, entry, at.position));
  findings.push(...checkEnd(at, undefined, published));
  return {
    checked: sealed.length,
    fromPosition: first?.position ?? 1,
    toPosition: at.position,
    head: first && `${at.position}:${at.hash.toString('hex')}`,
    unsealed: unsealed.length,
    isAuthenticated: secrets.length > 0,
    findings,
  };
}

function entryOf(line: z.output<typeof exportedLine>): StoredEntry {
  const { position, hash, previous_hash: previousHash, request_id: requestId, details, action, ...entry } = line;
  return {
    ...entry,
    environment: entry.environment,
    address: entry.address,
    requestId,
    action: action as StoredEntry['action'],
    details: details && JSON.stringify(details),
    mac: entry.mac,
    sealed:
      position === undefined || hash === undefined || previousHash === undefined
        ? undefined
        : { position, hash, previousHash },
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
