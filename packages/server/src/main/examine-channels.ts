/** Checks the mail server, and whether channels can be used: part of `brickwork doctor`. */

import { encodeId } from '../core/ids.ts';
import { createSecretBox } from '../core/secret-box.ts';
import { SECRET_PURPOSE } from '../outbound/channels/channel.ts';
import { faultOfMailServer } from '../outbound/channels/send/mailer.ts';
import { bindingOf } from '../outbound/outbox/target.ts';
import type { Config } from './config.ts';
import type { Finding } from './finding.ts';
import type { Storage } from './open-storage.ts';

interface Row {
  workspace_id: string;
  environment: 'live' | 'test';
  id: string;
  name: string;
  workspace: string;
  kind: string;
  secret: Buffer | null;
  dead: number;
}

export async function examineMail({ smtpUrl }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) return [];
  const fault = await faultOfMailServer(smtpUrl);
  const { host } = new URL(smtpUrl);
  return [
    fault === undefined
      ? { level: 'ok', name: 'mail server', text: `${host} accepts this service` }
      : { level: 'fault', name: 'mail server', text: `${host}: ${fault}; check BRICKWORK_SMTP_URL` },
  ];
}

export async function examineChannels({ smtpUrl }: Config, storage: Storage): Promise<Finding[]> {
  const { rows } = await storage.database.query<Row>(
    `SELECT c.workspace_id, c.environment, c.id, c.name, w.name AS workspace, c.settings->>'kind' AS kind, c.secret,
       (SELECT count(*)::int FROM channel_deliveries d WHERE d.workspace_id = c.workspace_id AND d.environment = c.environment
          AND d.channel_id = c.id AND d.status = 'dead' AND NOT d.is_test AND d.updated_at > now() - interval '24 hours') AS dead
     FROM channels c JOIN workspaces w ON w.id = c.workspace_id WHERE c.enabled ORDER BY w.name, c.environment, c.name`,
  );
  const box = createSecretBox(storage.secrets, SECRET_PURPOSE);
  const findings = rows.flatMap((row): Finding[] => {
    const name = `channel ${row.name} of ${row.workspace} (${row.environment})`;
    const binding = { workspaceId: encodeId('ws', row.workspace_id), environment: row.environment, targetId: row.id };
    const isSealed = row.secret !== null && box.open(row.secret, bindingOf(binding)) === undefined;
    const sealed = 'its URL was encrypted with another BRICKWORK_SECRET; restore that one, or store the URL again';
    const mail = 'it sends mail, and BRICKWORK_SMTP_URL is not set here; set it on every node that executes work';
    const dead = `${row.dead} messages did not arrive in the last 24 hours; see "brickwork channels log ${row.name}"`;
    return [
      ...(isSealed ? [{ level: 'fault', name, text: sealed } as const] : []),
      ...(row.kind === 'email' && smtpUrl === undefined ? [{ level: 'warning', name, text: mail } as const] : []),
      ...(row.dead > 0 ? [{ level: 'warning', name, text: dead } as const] : []),
    ];
  });
  if (findings.length > 0) return findings;
  return [{ level: 'ok', name: 'channels', text: `${rows.length} enabled, no problems` }];
}
