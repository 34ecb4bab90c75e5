import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import { HOSTILE_URLS } from '../../../../../../test/support/hostile-urls.ts';
import { createAddressRules, parseAddressRange } from './address-rules.ts';
import { parseWebhookUrl } from './parse-webhook-url.ts';

const ranges = (...texts: string[]) =>
  texts.flatMap((text) => [parseAddressRange(text) ?? []]).filter((r) => r.length > 0);
const rulesWith = (allow: string[] = [], isHttpAllowed = false) => ({
  addresses: createAddressRules(ranges(...allow) as Parameters<typeof createAddressRules>[0]),
  ports: [] as number[],
  isHttpAllowed,
});
const codeOf = (url: string, rules = rulesWith()): string => {
  try {
    parseWebhookUrl(url, rules);
    return 'taken';
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error);
  }
};

describe('parseWebhookUrl', () => {
  it.each(HOSTILE_URLS.map((url) => [JSON.stringify(url), url]))('refuses %s', (_shown, url) => {
    expect(['invalid_webhook_url', 'webhook_url_not_public']).toContain(codeOf(url));
  });

  it('knows more than eighty of them', () => {
    expect(new Set(HOSTILE_URLS).size).toBeGreaterThan(100);
  });

  it.each([
    'https://example.com',
    'https://example.com/',
    'https://example.com:443/hook?a=b&c=%20d#part',
    'https://hooks.example.com:8443/a/b',
    'https://EXAMPLE.com/Path',
    'https://example.com./',
    'https://bücher.example/',
    'https://under_score.example.com/',
    'https://127.0.0.1.example.com/',
    'https://internal.example.com/',
    'https://example.com:1024/',
    'https://example.com:65535/',
    'https://8.8.8.8/',
    'https://8.8.8.8:9443/hook',
    'https://[2606:4700:4700::1111]/',
    'https://[2606:4700:4700::1111]:8443/',
  ])('takes %s', (url) => {
    expect(codeOf(url)).toBe('taken');
  });

  it.each([
    ['https://10.1.2.3/', 'webhook_url_not_public'],
    ['https://localhost/', 'webhook_url_not_public'],
    ['https://134744072/', 'invalid_webhook_url'],
    ['http://8.8.8.8/', 'invalid_webhook_url'],
    ['http://example.com/', 'invalid_webhook_url'],
    ['https://example.com:22/', 'invalid_webhook_url'],
    ['https://example.com:5432/', 'invalid_webhook_url'],
    ['https://8.8.8.8:6379/', 'invalid_webhook_url'],
  ])('tells %s apart: %s', (url, code) => {
    expect(codeOf(url)).toBe(code);
  });

  it('takes only the ports that the operator named, where some are', () => {
    const narrow = { ...rulesWith(), ports: [443, 8443] };
    expect(codeOf('https://example.com/', narrow)).toBe('taken');
    expect(codeOf('https://8.8.8.8:8443/', narrow)).toBe('taken');
    expect(codeOf('https://example.com:5432/', { ...rulesWith(), ports: [5432] })).toBe('taken');
    expect(codeOf('https://example.com:9443/', narrow)).toBe('invalid_webhook_url');
    expect(codeOf('https://8.8.8.8:9443/', narrow)).toBe('invalid_webhook_url');
  });

  it('opens what the operator listed, and that alone', () => {
    const open = rulesWith(['127.0.0.0/8', '::1'], true);
    expect(codeOf('http://127.0.0.1:9000/', open)).toBe('taken');
    expect(codeOf('https://[::1]:9000/', open)).toBe('taken');
    expect(codeOf('http://0x7f.1:9000/', open)).toBe('invalid_webhook_url');
    expect(codeOf('http://10.0.0.1/', open)).toBe('webhook_url_not_public');
    expect(codeOf('http://[::ffff:127.0.0.1]/', open)).toBe('webhook_url_not_public');
    expect(codeOf('http://example.com/', open)).toBe('invalid_webhook_url');
    expect(codeOf('http://localhost:9000/', open)).toBe('invalid_webhook_url');
    expect(codeOf('http://127.0.0.1:9000/', rulesWith(['127.0.0.0/8']))).toBe('invalid_webhook_url');
  });
});
