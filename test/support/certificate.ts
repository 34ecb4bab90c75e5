/** A certificate for a host, signed by itself, that this process trusts until told otherwise. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';

const REQUEST = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';

export function trustedCertificate(host: string): { key: Buffer; cert: string; distrust(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'brickwork-tls-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const given = [...REQUEST.split(' '), ...names, '-keyout', key, '-out', cert];
  execFileSync('openssl', given, { stdio: 'ignore', timeout: 60_000 });
  const made = { key: readFileSync(key), cert: readFileSync(cert, 'utf8') };
  rmSync(directory, { recursive: true });
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, made.cert]);
  return { ...made, distrust: () => tls.setDefaultCACertificates(trusted) };
}
