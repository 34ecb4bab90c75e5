/** Parsers for the values of settings that are more than a word or a number. */
import { PERSON_ROLES } from '@brickwork/contract';
import { list, whole } from '@brickwork/engine/core/setting';
import { z } from 'zod';
import { isLoopbackHttp } from '../access/members/fetch-from-issuer.ts';
import { parseAddressRange } from '../outbound/webhooks/guard/address-rules.ts';

export const secretBytes = z
  .string()
  .transform((value) => (/^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')))
  .refine((bytes) => bytes.length === 32, 'must be 32 bytes in hex or base64; create one with "openssl rand -hex 32"');

export const addressRanges = list.transform((ranges, context) =>
  ranges.flatMap((text) => {
    const range = parseAddressRange(text);
    if (range === undefined)
      context.addIssue({ code: 'custom', message: `"${text}" is not an address range such as 127.0.0.0/8` });
    return range === undefined ? [] : [range];
  }),
);

export const portList = list.pipe(z.array(whole(1, 65_535)));

export const retryDelays = list.pipe(
  z
    .array(
      z
        .string()
        .regex(/^\d+(\.\d+)?$/, 'must be seconds')
        .transform(Number)
        .pipe(z.number().max(3_600, 'must be at most 3600')),
    )
    .length(9, 'must be nine delays'),
);

const jsonOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const price = z.number().nonnegative().max(1_000_000);
export const prices = jsonOf(
  z.record(
    z.string(),
    z
      .strictObject({ input: price, cached_input: price.optional(), output: price })
      .transform(({ input, cached_input, output }) => ({ input, cachedInput: cached_input ?? input, output })),
  ),
);

export const creditPrice = z.string().transform((text, context) => {
  if (text === '') return undefined;
  const [, amount, currency] = /^(\d{1,6}(?:\.\d{1,9})?) ([A-Z]{3})$/.exec(text) ?? [];
  if (amount !== undefined && currency !== undefined && Number(amount) > 0) return { amount: Number(amount), currency };
  context.addIssue({ code: 'custom', message: 'must be an amount and a currency, such as 0.01 EUR' });
  return z.NEVER;
});

const limit = z.number().int().positive().nullable();
export const plans = jsonOf(
  z.record(
    z.string().regex(/^[a-z][a-z0-9_]{0,30}$/),
    z
      .strictObject({
        run_creations_per_minute: limit,
        reads_per_minute: limit,
        runs_at_once: limit,
        sync_waits_at_once: z.number().int().positive(),
        stored_runs: limit.default(null),
        stored_bytes: limit.default(null),
      })
      .transform((plan) => ({
        runCreationsPerMinute: plan.run_creations_per_minute,
        readsPerMinute: plan.reads_per_minute,
        runsAtOnce: plan.runs_at_once,
        syncWaitsAtOnce: plan.sync_waits_at_once,
        storedRuns: plan.stored_runs,
        storedBytes: plan.stored_bytes,
      })),
  ),
);

export const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://calls.example.com' })
  .transform((url) => url.replace(/\/+$/, ''));

export const issuer = publicUrl.refine((url) => url.startsWith('https:') || isLoopbackHttp(url), {
  error: 'must begin with https://; http:// is accepted on this machine only (localhost, 127.0.0.1)',
});

export const groupRules = jsonOf(
  z.array(
    z
      .strictObject({
        group: z.string().min(1),
        workspace: z.string().min(1),
        role: z.enum(PERSON_ROLES),
        agent_claim: z.string().min(1).default('email'),
      })
      .transform(({ agent_claim, ...rule }) => ({ ...rule, agentClaim: agent_claim })),
  ),
);

export const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'must start with smtps:// or smtp://' });

export const hostAndPort = z.string().transform((text, context) => {
  const [, host, port] = /^(\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]|localhost):(\d{1,5})$/i.exec(text) ?? [];
  if (host !== undefined && Number(port) > 0 && Number(port) < 65_536)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  context.addIssue({ code: 'custom', message: 'must be an address and a port, such as 127.0.0.1:5433' });
  return z.NEVER;
});

export const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgresql://');
