import { lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../../test/support/run-brickwork.ts';
import { type Place, prepareCluster } from './cluster.ts';
import { StartError } from './start-error.ts';

const NO_BINARIES = { directory: '/nonexistent', initdb: '/nonexistent', postgres: '/nonexistent' };

describe('prepareCluster', () => {
  it('follows no link that another user put in the place of the socket directory', () => {
    const home = temporaryDirectory();
    const victim = join(home, 'victim');
    mkdirSync(victim, { mode: 0o755 });
    const before = statSync(victim);
    const socketDir = join(home, 'sockets');
    symlinkSync(victim, socketDir);
    const uid = process.getuid?.() ?? 0;
    const place: Place = {
      home,
      clusterDir: join(home, 'postgres'),
      socketDir,
      runAs: uid === 0 ? { uid: 65534, gid: 65534 } : undefined,
    };
    expect(() => prepareCluster(home, place, NO_BINARIES)).toThrow(StartError);
    const after = statSync(victim);
    expect([after.uid, after.gid, after.mode]).toEqual([before.uid, before.gid, before.mode]);
    expect(lstatSync(socketDir).isSymbolicLink()).toBe(true);
  });

  it('says where the server is after the directory was moved or copied', () => {
    const home = temporaryDirectory();
    const place: Place = { home, clusterDir: join(home, 'postgres'), socketDir: join(home, 'run'), runAs: undefined };
    mkdirSync(place.clusterDir, { mode: 0o700 });
    writeFileSync(join(place.clusterDir, 'PG_VERSION'), '18\n');
    const kept = { host: '/somewhere/else/run', port: 5432, user: 'brickwork', password: 'p', database: 'postgres' };
    writeFileSync(join(home, 'database.json'), JSON.stringify(kept));
    const connection = prepareCluster(home, place, NO_BINARIES);
    expect(connection).toEqual({ ...kept, host: place.socketDir });
    expect(JSON.parse(readFileSync(join(home, 'database.json'), 'utf8'))).toEqual(connection);
  });
});
