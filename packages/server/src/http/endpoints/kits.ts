import { bricksApi, kitsApi, testApi } from '@brickwork/contract';
import { memberOf } from '@brickwork/engine/core/member-of';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { checkInput } from '@brickwork/engine/kits/check-input';
import { describeKit } from '@brickwork/engine/kits/describe-kit';
import { exampleOutput } from '@brickwork/engine/kits/example-output';
import { kitJsonSchema } from '@brickwork/engine/kits/kit-json-schema';
import { kitTypes } from '@brickwork/engine/kits/kit-types';
import { pageOf, readCursor } from '../../core/cursor.ts';
import { isUuid } from '../../core/ids.ts';
import type { ManageGoldenSets } from '../../golden/manage-golden-sets.ts';
import { isGated, publishThroughGate, requireLiveForGate } from '../../golden/publish-gate.ts';
import { findBricks } from '../../kits/find-bricks.ts';
import { lostLearned } from '../../kits/lost-learned.ts';
import {
  archiveKit,
  compareVersions,
  getKit,
  getVersion,
  type ManageKits,
  requireLiveKey,
} from '../../kits/manage-kits.ts';
import { pushKit } from '../../kits/push-kit.ts';
import { kitReferences, lookUpKit, resolveKit } from '../../kits/resolve-kit.ts';
import type { KitReference, VersionChoice } from '../../kits/store/kit-store.ts';
import { keyIdOf } from '../actor-wire.ts';
import { toBrickWire, toDocumentWire, toKitWire, toPushedWire, toVersionWire } from '../kit-wire.ts';
import { ok, publicRoute, type Route, route } from '../route.ts';

export function kitRoutes(deps: ManageGoldenSets): Route[] {
  const { kits } = deps;
  return [...schemaRoutes(kits), ...versionRoutes(deps), ...listRoutes(kits)];
}

/** Endpoints for integrations: schemas, brick metadata, and a dry run. */
function schemaRoutes(kits: ManageKits): Route[] {
  const documentSchema = kitJsonSchema();
  return [
    route(kitsApi.getKitSchema, async ({ principal, params }) =>
      ok(describeKit(await lookUpKit(kits, principal.workspaceId, kitReferences(params.kitId)))),
    ),
    route(kitsApi.getKitTypes, async ({ principal, params }) => {
      const { kit, kitVersionId, version } = await lookUpKit(kits, principal.workspaceId, kitReferences(params.kitId));
      return ok({ kit_version_id: kitVersionId, version, typescript: kitTypes(kit) });
    }),
    route(kitsApi.findKitSchema, async ({ principal, query }) => {
      const reference = referenceOf(query);
      if (reference === undefined) throw new ServiceError('kit_code_or_kit_version_id_required');
      return ok(describeKit(await lookUpKit(kits, principal.workspaceId, [reference])));
    }),
    publicRoute(kitsApi.getKitDocumentSchema, async () => ok(documentSchema)),
    route(bricksApi.listBricks, async ({ principal, query }) => {
      const { bricks, missing } = await findBricks(kits, principal.workspaceId, query.ids);
      return ok({ data: bricks.map(toBrickWire), missing });
    }),
    route(testApi.testRun, async ({ principal, body }) => {
      const reference = referenceOf(body);
      if (reference === undefined) throw new ServiceError('kit_code_or_kit_version_id_required');
      const version = await resolveKit(kits, principal.workspaceId, reference, body.type);
      checkInput(version.kit, body.input);
      return ok({
        valid: true,
        type: body.type,
        ...describeKit(version),
        output: exampleOutput(version.kit, version),
      });
    }),
  ];
}

function versionRoutes(deps: ManageGoldenSets): Route[] {
  const { kits } = deps;
  return [
    route(kitsApi.pushKit, async ({ principal, query, body }) => {
      const publish = query.publish === 'true';
      const slug = memberOf(body, 'kit');
      if (publish && typeof slug === 'string')
        await requireLiveKey(kits, principal.workspaceId, { slug }, principal.environment);
      await deps.quota.requireRoom(principal);
      const known = typeof slug === 'string' ? await kits.store.findKit(principal.workspaceId, { slug }) : undefined;
      const hasGate =
        memberOf(body, 'gate') !== undefined ||
        (known !== undefined && (await isGated(kits, principal.workspaceId, known.kitId)));
      const throughGate = publish && hasGate;
      const { head, isNew, advice } = await pushKit(kits, principal.workspaceId, body, {
        publish: publish && !throughGate,
        by: principal.actor,
      });
      const shown = throughGate
        ? await publishThroughGate(deps, principal, head.kitId, { kitVersionId: head.kitVersionId }, {})
        : head;
      const versions = { live: known?.live?.kitVersionId, pushed: head.kitVersionId };
      const unlearned = await lostLearned(kits, principal.workspaceId, versions);
      const pushed = {
        ...toPushedWire(shown),
        ...(unlearned.length > 0 && { unlearned }),
        ...(advice.length > 0 && { advice }),
      };
      return { status: isNew ? 201 : 200, body: pushed };
    }),
    route(kitsApi.publishKit, async ({ principal, params, body }) => {
      const choice: VersionChoice =
        body.kit_version_id !== undefined
          ? { kitVersionId: body.kit_version_id }
          : body.version !== undefined
            ? { version: body.version }
            : 'newest';
      const { force } = body;
      return ok(toPushedWire(await publishThroughGate(deps, principal, params.kitId, choice, { force })));
    }),
    route(kitsApi.archiveKit, async ({ principal, params }) => {
      const { kitId } = await getKit(kits, principal.workspaceId, params.kitId);
      await requireLiveForGate(kits, principal, kitId);
      return ok(toKitWire(await archiveKit(kits, principal.workspaceId, kitId, principal.environment)));
    }),
    route(kitsApi.getKitVersion, async ({ principal: { workspaceId }, params }) => {
      const version = await getVersion(kits, workspaceId, params.kitId, choiceOf(params.version));
      const forced = await deps.golden.findForced(workspaceId, version.kitVersionId);
      return ok({
        ...toDocumentWire(version),
        ...(forced && { forced: { ...keyIdOf(forced.by), by: forced.by, created_at: forced.createdAt.toISOString() } }),
      });
    }),
    route(kitsApi.diffKit, async ({ principal, params, body }) =>
      ok(await compareVersions(kits, principal.workspaceId, params.kitId, body)),
    ),
  ];
}

function listRoutes(kits: ManageKits): Route[] {
  return [
    route(kitsApi.listKits, async ({ principal, query }) => {
      const before = query.cursor === undefined ? undefined : readCursor(query.cursor, parseKitId);
      const page = { archived: query.archived === 'true', before, limit: query.limit + 1 };
      const found = await kits.store.listKits(principal.workspaceId, page);
      return ok(toPage(found, query.limit, toKitWire, ({ kitId }) => kitId));
    }),
    route(kitsApi.listKitVersions, async ({ principal, params, query }) => {
      const { kitId, kitCode } = await getKit(kits, principal.workspaceId, params.kitId);
      const before = query.cursor === undefined ? undefined : readCursor(query.cursor, parseVersion);
      const page = { before, limit: query.limit + 1 };
      const found = await kits.store.listVersions(principal.workspaceId, kitId, page);
      const { data, ...more } = toPage(found, query.limit, toVersionWire, ({ version }) => String(version));
      return ok({ kit_id: kitId, kit_code: kitCode, data, ...more });
    }),
  ];
}

function toPage<Item, Wire>(
  found: readonly Item[],
  limit: number,
  toWire: (item: Item) => Wire,
  positionOf: (item: Item) => string,
): { data: Wire[]; has_more: boolean; next_cursor?: string } {
  const { items, nextCursor } = pageOf(found, limit, positionOf);
  return {
    data: items.map(toWire),
    has_more: nextCursor !== undefined,
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
  };
}

function parseKitId(text: string): string | undefined {
  return isUuid(text) ? text : undefined;
}

function parseVersion(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** An empty parameter counts as absent. */
function referenceOf(named: {
  kit_version_id?: string | undefined;
  kit_code?: string | undefined;
  kit_id?: string | undefined;
}): KitReference | undefined {
  if (named.kit_version_id) return { kitVersionId: named.kit_version_id };
  if (named.kit_code) return { kitCode: named.kit_code };
  return named.kit_id ? { kitId: named.kit_id } : undefined;
}

function choiceOf(version: string): VersionChoice {
  if (version === 'newest' || version === 'live') return version;
  return /^[1-9]\d*$/.test(version) ? { version: Number(version) } : { kitVersionId: version };
}
