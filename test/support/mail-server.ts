/** A real SMTP server on loopback that keeps what it gets, and refuses what the test says. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole mail as it was sent, headers first. */
  source: string;
}

export interface MailServer {
  url: string;
  got: ReceivedMail[];
  /** Answers every recipient with this code from now on; undefined accepts them again. */
  refuse(code: number | undefined): void;
  until(count: number): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const got: ReceivedMail[] = [];
  let code: number | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, callback) {
      callback(code === undefined ? null : Object.assign(new Error('refused'), { responseCode: code }));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        got.push({ from, to, source: Buffer.concat(chunks).toString('utf8') });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    got,
    refuse(next) {
      code = next;
    },
    async until(count) {
      await expect.poll(() => got.length, { timeout: 20_000, interval: 20 }).toBeGreaterThanOrEqual(count);
      return got;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
