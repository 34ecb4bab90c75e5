/**
 * SCIM 2.0 (RFC 7643, 7644) through SCIMMY, which knows schemas, filters, PATCH and lists; this file maps its users and groups to the
 * directory's. The library has one set of handlers per process, so each call passes its directory.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import SCIMMY from 'scimmy';
import type { DirectoryScope, DirectoryStore } from '../store/directory-store.ts';
import type { DirectoryGroup, DirectoryQuery, DirectoryUser } from './directory.ts';

export interface ScimContext {
  store: DirectoryStore;
  scope: DirectoryScope;
  now: Date;
}

export type ScimType = 'Users' | 'Groups';

export const SCIM_PATH = '/scim/v2';

type Resource = Record<string, unknown>;

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const missing = (id: string) => new SCIMMY.Types.Error(404, '', `There is no resource ${id}.`);

/** Filters that the database applies: a single `userName eq "…"` and similar. */
function queryOf(resource: { id?: string; filter?: unknown }, name: string): DirectoryQuery {
  if (resource.id !== undefined) return { id: isUuid(resource.id) ? resource.id : NOBODY };
  const [only, ...more] = Array.isArray(resource.filter) ? (resource.filter as Record<string, unknown[]>[]) : [];
  if (only === undefined || more.length > 0 || Object.keys(only).length !== 1) return {};
  const equalTo = (attribute: string) => {
    const [operator, value] = only[attribute] ?? [];
    return operator === 'eq' && typeof value === 'string' ? value : undefined;
  };
  return { name: equalTo(name), externalId: equalTo('externalId') };
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

function matching<Found>(resource: { filter?: unknown }, found: Found[]): Found[] {
  const filter = resource.filter as { match?(values: unknown[]): unknown[] } | undefined;
  return filter?.match === undefined ? found : (filter.match(found) as Found[]);
}

const metaOf = ({ createdAt, updatedAt }: DirectoryUser | DirectoryGroup) => ({
  created: createdAt,
  lastModified: updatedAt,
});

function toUser(user: DirectoryUser): Resource {
  const { id, userName, externalId, active, document, groups } = user;
  return {
    ...document,
    id,
    userName,
    ...(externalId !== undefined && { externalId }),
    active,
    groups: groups.map((group) => ({ value: group.id, display: group.displayName })),
    meta: metaOf(user),
  };
}

function toGroup(group: DirectoryGroup): Resource {
  const { id, displayName, externalId, users } = group;
  return {
    id,
    displayName,
    ...(externalId !== undefined && { externalId }),
    members: users.map((user) => ({ value: user.id, display: user.userName })),
    meta: metaOf(group),
  };
}

/** We do not store passwords, and the directory does not choose ids and groups. */
const NOT_STORED: ReadonlySet<string> = new Set([
  'id',
  'meta',
  'groups',
  'password',
  'schemas',
  'active',
  'userName',
  'externalId',
]);

/** The library would report any other error of a handler as “not found”, and a directory could believe it. */
class Passed extends SCIMMY.Types.Error {
  readonly original: unknown;
  constructor(original: unknown) {
    super(500, '', 'The request failed.');
    this.original = original;
  }
}

const passing =
  <Given extends unknown[], Made>(work: (...given: Given) => Promise<Made>) =>
  async (...given: Given): Promise<Made> => {
    try {
      return await work(...given);
    } catch (error) {
      throw error instanceof SCIMMY.Types.Error ? error : new Passed(error);
    }
  };

SCIMMY.Resources.declare(SCIMMY.Resources.User)
  .ingress(
    passing(async (resource: { id?: string }, data: unknown, context: ScimContext) => {
      const given = JSON.parse(JSON.stringify(data)) as Resource;
      const user = {
        userName: String(given.userName),
        externalId: typeof given.externalId === 'string' ? given.externalId : undefined,
        active: given.active !== false,
        document: Object.fromEntries(Object.entries(given).filter(([name]) => !NOT_STORED.has(name))),
      };
      const put = await context.store.putUser(context.scope, idOf(resource), user, context.now);
      if (put === undefined) throw missing(String(resource.id));
      return toUser(put) as never;
    }),
  )
  .egress(
    passing(async (resource: { id?: string; filter?: unknown }, context: ScimContext) => {
      const users = (await context.store.users(context.scope, queryOf(resource, 'userName'))).map(toUser);
      return one(resource, matching(resource, users)) as never;
    }),
  )
  .degress(
    passing(async (resource: { id?: string; filter?: unknown }, context: ScimContext) => {
      const id = idOf(resource) ?? NOBODY;
      if (!(await context.store.removeUser(context.scope, id, context.now))) throw missing(id);
    }),
  )
  .extend(SCIMMY.Schemas.EnterpriseUser, false)
  .basepath(SCIM_PATH);

SCIMMY.Resources.declare(SCIMMY.Resources.Group)
  .ingress(
    passing(async (resource: { id?: string }, data: unknown, context: ScimContext) => {
      const given = JSON.parse(JSON.stringify(data)) as Resource;
      const members = Array.isArray(given.members) ? (given.members as { value?: unknown }[]) : [];
      const group = {
        displayName: String(given.displayName),
        externalId: typeof given.externalId === 'string' ? given.externalId : undefined,
        userIds: members.map(({ value }) => String(value)).filter(isUuid),
      };
      const put = await context.store.putGroup(context.scope, idOf(resource), group, context.now);
      if (put === undefined) throw missing(String(resource.id));
      return toGroup(put) as never;
    }),
  )
  .egress(
    passing(async (resource: { id?: string; filter?: unknown }, context: ScimContext) => {
      const groups = (await context.store.groups(context.scope, queryOf(resource, 'displayName'))).map(toGroup);
      return one(resource, matching(resource, groups)) as never;
    }),
  )
  .degress(
    passing(async (resource: { id?: string; filter?: unknown }, context: ScimContext) => {
      const id = idOf(resource) ?? NOBODY;
      if (!(await context.store.removeGroup(context.scope, id, context.now))) throw missing(id);
    }),
  )
  .basepath(SCIM_PATH);

SCIMMY.Config.set({
  patch: true,
  filter: { supported: true, maxResults: 200 },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'An API key with the role directory.',
      primary: true,
    },
  ],
} as never);

function idOf({ id }: { id?: string }): string | undefined {
  return id === undefined ? undefined : isUuid(id) ? id : NOBODY;
}

function one(resource: { id?: string }, found: Resource[]): Resource | Resource[] {
  if (resource.id === undefined) return found;
  const [only] = found;
  if (only === undefined) throw missing(resource.id);
  return only;
}

interface ScimResource {
  read(context?: ScimContext): Promise<unknown>;
  write(body: unknown, context: ScimContext): Promise<unknown>;
  patch(body: unknown, context: ScimContext): Promise<unknown>;
  dispose(context: ScimContext): Promise<unknown>;
}

/** One resource (`about` is its id), or a list (`about` is the query). */
export function scimResource(type: ScimType, about?: string | Record<string, unknown>): ScimResource {
  const Type = (type === 'Users' ? SCIMMY.Resources.User : SCIMMY.Resources.Group) as unknown as new (
    about?: string | Record<string, unknown>,
    query?: Record<string, unknown>,
  ) => ScimResource;
  return typeof about === 'string' ? new Type(about, {}) : new Type(about);
}

/** What a client can ask about this service itself: it needs no data. */
export function scimDiscovery(
  kind: 'ServiceProviderConfig' | 'ResourceTypes' | 'Schemas',
  id?: string,
): Promise<unknown> {
  const { ServiceProviderConfig, ResourceType, Schema } = SCIMMY.Resources;
  const Type = { ServiceProviderConfig, ResourceTypes: ResourceType, Schemas: Schema }[kind] as unknown as new (
    about?: unknown,
  ) => ScimResource;
  return new Type(id).read();
}

/** Entra ID sends booleans as texts ("False"). */
export function withBooleans(body: unknown): unknown {
  const { Operations } = (typeof body === 'object' && body !== null ? body : {}) as { Operations?: unknown };
  if (!Array.isArray(Operations)) return body;
  const boolean = (value: unknown) =>
    typeof value === 'string' && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;
  return {
    ...(body as object),
    Operations: (Operations as { path?: unknown; value?: unknown }[]).map((operation) => {
      if (operation?.path === 'active') return { ...operation, value: boolean(operation.value) };
      const { value } = operation ?? {};
      if (typeof value !== 'object' || value === null || !('active' in value)) return operation;
      return { ...operation, value: { ...value, active: boolean(value.active) } };
    }),
  };
}

/** In SCIM's error format; other errors are returned as they were thrown. */
export function toScimError(thrown: unknown): { status: number; body: unknown } | { other: unknown } {
  const error = thrown instanceof Passed ? thrown.original : thrown;
  const scim =
    error instanceof ServiceError && error.code === 'conflict'
      ? new SCIMMY.Types.Error(409, 'uniqueness', error.detail ?? error.message)
      : error;
  if (!(scim instanceof SCIMMY.Types.Error)) return { other: error };
  const body = new SCIMMY.Messages.Error(scim);
  return { status: Number(body.status), body };
}
