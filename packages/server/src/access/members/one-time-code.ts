/** The second factor: codes of an authenticator app (TOTP, RFC 6238). A code works once, and a clock may be off by half a minute. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;

export interface CodeSetup {
  /** To type into the app if a camera cannot be used. */
  secret: string;
  /** `otpauth://…`, for the QR code. */
  uri: string;
}

export function setUpCodes(secret: Buffer, { workspace, email }: { workspace: string; email: string }): CodeSetup {
  const totp = totpOf(secret, `${email} (${workspace})`);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step that the code belongs to, or undefined if it is wrong or was used before. */
export function stepOfCode(secret: Buffer, code: string, now: Date, lastStep: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (delta === null) return undefined;
  const step = Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
  return step > lastStep ? step : undefined;
}

function totpOf(secret: Buffer, label = ''): TOTP {
  return new TOTP({
    issuer: 'Brickwork',
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    period: PERIOD_SECONDS,
  });
}
