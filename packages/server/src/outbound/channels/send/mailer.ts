/**
 * Sends mail through the operator's mail server, which is trusted and often inside the internal network: the outbound guard is for
 * addresses chosen by users. The library is loaded with the first mail.
 */
import { createHash } from 'node:crypto';
import type { NodemailerError, SMTPTransportOptions } from 'nodemailer';
import type { Sent } from '../../outbox/deliver.ts';

export interface Mail {
  /** The same on every attempt: mail programs show a repeated one once. */
  id: string;
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
}

/** The outcome is `succeeded`, `some_recipients_refused`, `smtp_550`, `smtp_auth_failed`, `connection_refused`, `timeout` … */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<Sent>;

export interface MailServer {
  url: string;
  from: string;
}

const WAIT_MS = 10_000;

/** Credentials are only sent encrypted. */
function optionsOf(url: string): SMTPTransportOptions {
  return {
    url,
    requireTLS: new URL(url).username !== '',
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export function createSendMail({ url, from }: MailServer): SendMail {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'brickwork.invalid';
  return async ({ id, to, subject, text, html }, signal) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(optionsOf(url));
    const messageId = `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${domain}>`;
    const mail = { from, to: [...to], subject, text, html, messageId, headers: { 'Auto-Submitted': 'auto-generated' } };
    try {
      const { rejected } = await Promise.race([transport.sendMail(mail), rejectOn(signal)]);
      const outcome = rejected.length > 0 ? 'some_recipients_refused' : 'succeeded';
      return { outcome, end: 'succeeded' };
    } catch (error) {
      const { permanent = false } = error as NodemailerError;
      return { outcome: signal.aborted ? 'timeout' : outcomeOf(error), isFinal: permanent };
    } finally {
      transport.close();
    }
  };
}

/** For `brickwork doctor`: connects, signs in and sends nothing. Undefined if it works. */
export async function faultOfMailServer(url: string): Promise<string | undefined> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(optionsOf(url));
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return outcomeOf(error);
  } finally {
    transport.close();
  }
}

const OUTCOMES: Readonly<Record<string, string>> = {
  EAUTH: 'smtp_auth_failed',
  ENOAUTH: 'smtp_auth_failed',
  EDNS: 'host_not_found',
  ETLS: 'tls_failed',
  ETIMEDOUT: 'timeout',
  ECONNECTION: 'connection_reset',
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'host_not_found',
  ECONNRESET: 'connection_reset',
  EPROTOCOL: 'invalid_response',
};

/** One of our own codes: the text of an error may quote what the server sent. */
function outcomeOf(error: unknown): string {
  const { code = '', originalCode = '', responseCode } = error as NodemailerError;
  const known = OUTCOMES[originalCode] ?? OUTCOMES[code];
  if (known !== undefined) return known;
  return responseCode === undefined ? 'smtp_failed' : `smtp_${responseCode}`;
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
