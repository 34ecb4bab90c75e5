/** Where Debian puts what a pair of PostgreSQL servers needs. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Programs {
  etcd: string;
  patroni: string;
  haproxy: string;
  pgbouncer: string;
  /** Directory with `postgres`, `initdb`, `pg_rewind` … of one version. */
  postgresBin: string;
  /** Patroni older than 3.1 is safe over etcd's v2 interface only: see deploy/ha/patroni.yml. */
  etcdApi: 'etcd' | 'etcd3';
}

const PACKAGES = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy', pgbouncer: 'pgbouncer' } as const;

const DIRECTORIES = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/usr/local/bin'];

/** Or the Debian packages that are missing. */
export function findPrograms(
  directories: readonly string[] = DIRECTORIES,
  postgresRoot = '/usr/lib/postgresql',
): Programs | { missing: string[] } {
  const missing: string[] = [];
  const look = (name: keyof typeof PACKAGES): string => {
    const found = directories.map((directory) => join(directory, name)).find(isExecutable);
    if (found === undefined) missing.push(PACKAGES[name]);
    return found ?? '';
  };
  const programs = {
    etcd: look('etcd'),
    patroni: look('patroni'),
    haproxy: look('haproxy'),
    pgbouncer: look('pgbouncer'),
    postgresBin: newestPostgres(postgresRoot) ?? '',
  };
  if (programs.postgresBin === '') missing.unshift('postgresql');
  return missing.length > 0 ? { missing } : { ...programs, etcdApi: etcdApiOf(programs.patroni) };
}

function etcdApiOf(patroni: string): Programs['etcdApi'] {
  const { stdout } = spawnSync(patroni, ['--version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 1) ? 'etcd3' : 'etcd';
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The newest; 14 is the oldest that the service supports. */
export function newestPostgres(root = '/usr/lib/postgresql'): string | undefined {
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root)
    .map(Number)
    .filter((version) => version >= 14 && isExecutable(join(root, String(version), 'bin', 'pg_rewind')));
  return versions.length === 0 ? undefined : join(root, String(Math.max(...versions)), 'bin');
}
