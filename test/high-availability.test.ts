/** The files for a database pair and what the document says of them; `npm run ha` is what proves that they work. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '@brickwork/server/main/settings';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FAULTS } from '../bench/ha/faults.ts';
import { environmentOf, fillIn } from '../bench/ha/fill-in.ts';
import { findPrograms } from '../bench/ha/programs.ts';
import { REHEARSED } from '../bench/ha/rehearse.ts';
import { ROOT } from './support/run-brickwork.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const files = readdirSync(join(ROOT, 'deploy', 'ha'));
const page = read('docs/operations/scaling.md');

describe('docs/operations/scaling.md', () => {
  it('names every file, and quotes only settings that are in them', () => {
    for (const file of files) expect(page).toContain(`\`${file}\``);
    const quoted = [...page.matchAll(/^\| `([a-z.]+)` \| `([^`]+)` \|/gm)];
    expect(quoted.length).toBeGreaterThan(8);
    for (const [, file = '', setting = ''] of quoted) expect(read(`deploy/ha/${file}`), file).toContain(setting);
  });

  it('has a figure for every fault', () => {
    for (const { what } of Object.values(FAULTS))
      expect(page).toMatch(new RegExp(`\\| ${escaped(what)} +\\| +[0-9.]+ s`));
  });
});

describe('the rehearsal', () => {
  it('has a figure for every fault in docs/operations/scaling.md', () => {
    for (const { what } of Object.values(REHEARSED))
      expect(page).toMatch(new RegExp(`\\| ${escaped(what)} +\\| +[0-9.]+ s`));
  });
});

describe('deploy/ha', () => {
  it('sets only variables of the service that exist', () => {
    const variables = new Set<string>(Object.values(SETTINGS).map(({ env }) => env));
    for (const file of files.filter((name) => name.startsWith('brickwork')))
      for (const name of Object.keys(environmentOf(read(`deploy/ha/${file}`)))) expect(variables, file).toContain(name);
  });

  it('has consistent time limits', () => {
    // The one name that stands where YAML wants a key.
    const text = read('deploy/ha/patroni.yml').replace(/\$\{ETCD_API\}/, 'etcd');
    const { ttl, loop_wait, retry_timeout } = parse(text).bootstrap.dcs;
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
    const [, seconds] = /^query_timeout = (\d+)$/m.exec(read('deploy/ha/pgbouncer.ini')) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(Number(SETTINGS.statementTimeoutMs.fallback) + 5_000);
  });

  it('is filled in as envsubst would, with no variable left', () => {
    const values = {
      BRICKWORK_PASSWORD: 'p',
      PROXY_ADDRESS: 'h',
      PRIMARY_PORT: 1,
      STANDBY_PORT: 2,
      BRICKWORK_SECRET: 's',
    };
    expect(environmentOf(fillIn('brickwork.env', values)).DATABASE_URL).toBe('postgresql://brickwork:p@h:1/brickwork');
    expect(() => fillIn('brickwork.env', { ...values, PRIMARY_PORT: undefined } as never)).toThrow('PRIMARY_PORT');
  });
});

describe('npm run ha', () => {
  it('knows which packages are missing', () => {
    expect(findPrograms([], '/nowhere')).toEqual({
      missing: ['postgresql', 'etcd-server', 'patroni', 'haproxy', 'pgbouncer'],
    });
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
