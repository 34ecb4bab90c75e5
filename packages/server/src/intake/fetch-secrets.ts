/**
 * The secrets of fetch steps: sealed together with the intake, and never known to the process of expressions. There, unguessable
 * placeholders stand for them, so that a payload containing "{secret:…}" gets nothing.
 */
import { randomBytes } from 'node:crypto';
import type { IntakeDocument } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Scope } from '../core/scope.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Intake, OwnedIntake } from './intake.ts';
import type { FetchRequest } from './plan-fetch.ts';

/** Replaces the placeholders with the secrets. */
export type FetchSecrets = (request: FetchRequest) => FetchRequest;

const SECRET = /\{secret:([a-z][a-z0-9_]*)\}/g;

export function hideSecrets(
  document: IntakeDocument,
  secrets: Readonly<Record<string, string>>,
): { document: IntakeDocument; reveal: FetchSecrets } {
  const marks = Object.entries(secrets).map(([name, value]) => ({
    name,
    value,
    mark: `s${randomBytes(16).toString('hex')}`,
  }));
  const hide = (template: string) =>
    template.replace(SECRET, (whole, name: string) => marks.find((each) => each.name === name)?.mark ?? whole);
  const fill = (text: string, encode: (value: string) => string) =>
    marks.reduce((filled, { mark, value }) => filled.replaceAll(mark, () => encode(value)), text);
  const fetch = document.fetch?.map((step) => ({
    ...step,
    ...(step.headers !== undefined && { headers: mapValues(step.headers, hide) }),
    ...(step.body !== undefined && { body: hide(step.body) }),
  }));
  const { recording } = document;
  const headers = recording?.headers && mapValues(recording.headers, hide);
  return {
    document: {
      ...document,
      ...(fetch !== undefined && { fetch }),
      ...(recording !== undefined && { recording: { ...recording, headers } }),
    },
    reveal(request) {
      const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
      const encode = isForm ? encodeURIComponent : (value: string) => JSON.stringify(value).slice(1, -1);
      return {
        ...request,
        headers: mapValues(request.headers, (text) => fill(text, (value) => value)),
        body: request.body === undefined ? undefined : fill(request.body, encode),
      };
    },
  };
}

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** The names that a definition uses. */
export function secretsIn(document: IntakeDocument): Set<string> {
  return new Set(audiencesIn(document).keys());
}

/** The names that a definition uses, each with the hosts that it is sent to. */
function audiencesIn({ fetch = [], recording }: IntakeDocument): Map<string, Set<string>> {
  const audiences = new Map<string, Set<string>>();
  const steps = recording === undefined ? fetch : [...fetch, { ...recording, body: undefined }];
  for (const { url, headers = {}, body = '' } of steps) {
    const names = [...Object.values(headers), body].flatMap((template) => [...template.matchAll(SECRET)]);
    for (const [, name = ''] of names)
      audiences.set(name, (audiences.get(name) ?? new Set()).add(URL.parse(url)?.origin ?? url));
  }
  return audiences;
}

export function openFetchSecrets(box: SecretBox, { intake, ...scope }: OwnedIntake): Record<string, string> {
  return open(box, scope, intake.name, intake.fetchSecrets);
}

/**
 * The secrets to store when some are given: those that the definition uses. Returns the same buffer if nothing changes. A stored secret is
 * sent only to the hosts that it was given for: somebody who changes a definition without knowing the secret cannot send it elsewhere.
 */
export function putFetchSecrets(
  box: SecretBox,
  scope: Scope,
  name: string,
  document: IntakeDocument,
  given: Readonly<Record<string, string>>,
): (stored: Pick<Intake, 'document' | 'fetchSecrets'> | undefined) => Buffer | undefined {
  return (before) => {
    const stored = before?.fetchSecrets;
    const known = open(box, scope, name, stored);
    const audiences = audiencesIn(document);
    const earlier = before === undefined ? undefined : audiencesIn(before.document);
    const isForOthers = (each: string) =>
      [...(audiences.get(each) ?? [])].some((host) => !earlier?.get(each)?.has(host));
    const wanted = [...audiences.keys()].sort();
    const kept = Object.fromEntries(Object.entries(known).filter(([each]) => !isForOthers(each)));
    const all: Record<string, string> = { ...kept, ...given };
    const missing = wanted.filter((each) => all[each] === undefined);
    if (missing.length > 0) {
      const [again, where] = missing.some((each) => known[each] !== undefined)
        ? [' again', ' to another host now']
        : ['', ''];
      const pronoun = missing.length === 1 ? 'it' : 'them';
      throw new ServiceError('intake_invalid', {
        detail: `secrets: ${missing.join(', ')} must be given${again}, since fetch sends ${pronoun}${where}.`,
      });
    }
    const isSame = wanted.length === Object.keys(known).length && wanted.every((each) => known[each] === all[each]);
    if (isSame) return stored;
    const sealed = Object.fromEntries(wanted.map((each) => [each, all[each] ?? '']));
    return wanted.length === 0 ? undefined : box.seal(Buffer.from(JSON.stringify(sealed)), bindingOf(scope, name));
  };
}

function open(box: SecretBox, scope: Scope, name: string, sealed: Buffer | undefined): Record<string, string> {
  const opened = sealed && box.open(sealed, bindingOf(scope, name));
  return opened === undefined ? {} : (JSON.parse(opened.toString('utf8')) as Record<string, string>);
}

/** What sealed secrets of fetch steps are bound to. */
export function bindingOf({ workspaceId, environment }: Scope, name: string): string {
  return `${workspaceId}/${environment}/${name}/fetch`;
}
