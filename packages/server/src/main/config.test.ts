import { describe, expect, it } from 'vitest';
import { describeConfig, readConfig } from './config.ts';

describe('readConfig', () => {
  it('has a default for everything a first start needs', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      dataDir: '.brickwork',
      role: 'all',
      keyPrefix: 'svc',
      headerPrefix: 'Service',
    });
    expect(config.databaseUrl).toBeUndefined();
    expect(Object.keys(config.plans)).toEqual(['free', 'team', 'scale', 'unlimited']);
  });

  it('takes what is given before what is set, and leaves the rest', () => {
    const environment = { HOST: '0.0.0.0', PORT: '9000' };
    expect(readConfig(environment, { HOST: undefined, PORT: '9001' })).toMatchObject({ host: '0.0.0.0', port: 9001 });
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', BRICKWORK_METRICS_TOKEN: '' })).toEqual(readConfig({}));
  });

  it('takes an identity provider over http on this machine only, and binds agents to what they cannot change', () => {
    const of = (issuer: string) =>
      readConfig({
        BRICKWORK_PUBLIC_URL: 'https://calls.example.com',
        BRICKWORK_OIDC_ISSUER: issuer,
        BRICKWORK_OIDC_CLIENT_ID: 'brickwork',
        BRICKWORK_OIDC_GROUPS: '[{"group":"phone","workspace":"default","role":"agent"}]',
      });
    for (const issuer of ['http://127.0.0.1:8080', 'http://localhost:8080/realms/x', 'http://[::1]:8080'])
      expect(of(issuer).oidcIssuer).toBe(issuer);
    for (const issuer of ['http://login.example.com', 'http://127.0.0.1.example.com', 'http://localhost.example.com'])
      expect(() => of(issuer)).toThrow('BRICKWORK_OIDC_ISSUER: must begin with https://');
    expect(of('https://login.example.com').oidcGroups).toMatchObject([{ agentClaim: 'email' }]);
  });

  it('lists every fault at once', () => {
    const read = () =>
      readConfig({
        PORT: '99999',
        BRICKWORK_ROLE: 'king',
        BRICKWORK_SECRET: 'short',
        BRICKWORK_PLANS: '{',
        LOG_LEVEL: 'loud',
      });
    for (const env of ['PORT', 'BRICKWORK_ROLE', 'BRICKWORK_SECRET', 'BRICKWORK_PLANS', 'LOG_LEVEL'])
      expect(read).toThrow(`${env}`);
    expect(read).toThrow('5 faults');
  });

  it('requires a secret with an external database', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgresql://db/x' })).toThrow(
      'BRICKWORK_SECRET: required with DATABASE_URL',
    );
    expect(readConfig({ DATABASE_URL: 'postgresql://db/x', BRICKWORK_SECRET: 'ab'.repeat(32) }).secret).toHaveLength(
      32,
    );
    expect(readConfig({ BRICKWORK_SECRET: Buffer.alloc(32, 1).toString('base64') }).secret).toEqual(
      Buffer.alloc(32, 1),
    );
  });

  it('adds and changes plans', () => {
    const plan = { run_creations_per_minute: 1, reads_per_minute: null, runs_at_once: 2, sync_waits_at_once: 3 };
    const { plans } = readConfig({ BRICKWORK_PLANS: JSON.stringify({ tiny: plan }) });
    expect(plans.tiny).toEqual({
      runCreationsPerMinute: 1,
      readsPerMinute: null,
      runsAtOnce: 2,
      syncWaitsAtOnce: 3,
      storedRuns: null,
      storedBytes: null,
    });
    expect(plans.free?.runsAtOnce).toBe(5);
  });
});

describe('describeConfig', () => {
  it('masks every secret', () => {
    const shown = describeConfig({
      DATABASE_URL: 'postgresql://user:hunter2@db.example.com:5433/prod',
      BRICKWORK_SECRET: 'ab'.repeat(32),
      BRICKWORK_METRICS_TOKEN: 'a-long-enough-token',
      PORT: '9000',
    });
    const text = JSON.stringify(shown);
    for (const secret of ['hunter2', 'abab', 'a-long-enough']) expect(text).not.toContain(secret);
    expect(shown).toContainEqual({
      env: 'DATABASE_URL',
      value: 'postgresql://***@db.example.com:5433/prod',
      source: 'environment',
    });
    expect(shown).toContainEqual({ env: 'PORT', value: '9000', source: 'environment' });
  });
});
