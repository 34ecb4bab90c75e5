/**
 * The stored form of a password in PostgreSQL (SCRAM-SHA-256, RFC 5802 and 7677). We compute it, so that the password itself is never sent
 * and can never be in a server's statement log.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4_096; // PostgreSQL's default. The password has 192 random bits: it cannot be guessed even with fewer iterations.

/** The password must be ASCII, because other characters would have to be normalised first. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
