/** A tool that is one call of the API, from the endpoint's definition: parameters of the path, of the query and fields of the body are arguments. */
import type { Endpoint, serviceApi } from '@brickwork/contract';
import { z } from 'zod';
import { brief, firstSentence, type Json } from './brief-schema.ts';
import type { Tool } from './tool.ts';

export interface EndpointTool {
  endpoint: Endpoint;
  toolset: serviceApi.McpToolset;
  /** Instead of the summary. */
  about?: string;
  /** The argument that is the whole body, where that is a list. */
  bodyAs?: string;
  /** Changes nothing although it is not a GET. */
  isRead?: true;
  /** Ends or replaces something. */
  isDestructive?: true;
  /** Parameters and fields that assistants do without. */
  without?: readonly string[];
}

type Members = Record<string, Json & { enum?: readonly string[] }>;

const WHERE = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description:
    'Conditions such as {"answer.resolved": "false", "answer.score": "lt:60", "confidence.resolved": "lt:0.7", "metadata.team": "emea"}; those on answers need a kit',
};
const DIMENSIONS = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Values of dimensions, such as {"team": "Porto", "agent": "Ann"}',
};

const schemaOf = (schema: z.ZodType | undefined): { properties: Members; required: string[]; $defs: Json } => {
  if (schema === undefined) return { properties: {}, required: [], $defs: {} };
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json & {
    $defs?: Json;
  };
  const named = typeof root.$ref === 'string' ? ($defs[root.$ref.replace('#/$defs/', '')] as Json) : root;
  return {
    properties: (named.properties ?? {}) as Members,
    required: (named.required ?? []) as string[],
    $defs,
  };
};

/** `runId` is `run_id`; kits have several names, so theirs is `kit`. */
const argumentName = (parameter: string) =>
  parameter === 'kitId' ? 'kit' : parameter.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isSwitch = ({ enum: choices }: Members[string]) =>
  ['0,1', 'false,true'].includes([...(choices ?? [])].sort().join());

/** Where the contract says `1`, or more than a sentence. */
const ABOUT: Record<string, string> = {
  mask: 'Replace people’s names, numbers and addresses with placeholders such as <PERSON_1>',
  as: '`reviewed`: the answers with reviewers’ corrections and everything that follows from them',
};

function asked(name: string, member: Members[string]): Json {
  const description = ABOUT[name] ?? member.description;
  return isSwitch(member)
    ? { type: 'boolean', description }
    : { ...member, ...(description !== undefined && { description }) };
}

export function endpointTool(name: string, tool: EndpointTool): Tool {
  const { endpoint, toolset, about, bodyAs, isRead, isDestructive, without = [] } = tool;
  const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter);
  const query = schemaOf(endpoint.query);
  const body = schemaOf(bodyAs === undefined ? endpoint.body : z.object({ [bodyAs]: endpoint.body ?? z.never() }));
  const properties = Object.fromEntries(
    [
      ...params.map((parameter) => [argumentName(parameter), { type: 'string' }] as const),
      ...Object.entries(query.properties).map(([key, member]) => [key, asked(key, member)] as const),
      ...Object.entries(body.properties),
      ...(endpoint.queryPatterns === undefined ? [] : [['where', WHERE] as const]),
      ...(endpoint.takesDimensions ? [['dimensions', DIMENSIONS] as const] : []),
    ].filter(([key]) => !without.includes(key)),
  );
  const required = [
    ...new Set([...params.map(argumentName), ...query.required, ...body.required, ...(endpoint.required ?? [])]),
  ];
  const isQuiet = endpoint.method === 'GET' || isRead === true;
  return {
    name,
    toolset,
    description: about ?? `${endpoint.summary}. ${firstSentence(endpoint.description ?? '')}`.trim(),
    inputSchema: brief({ properties, required, $defs: { ...query.$defs, ...body.$defs } }),
    annotations: {
      readOnlyHint: isQuiet,
      ...(!isQuiet && { destructiveHint: isDestructive === true }),
    },
    call(args, { client, signal }) {
      refuse(name, args, Object.keys(properties), required);
      const conditions = {
        ...(endpoint.queryPatterns !== undefined && (args.where as Record<string, string> | undefined)),
        ...(endpoint.takesDimensions && (args.dimensions as Record<string, string> | undefined)),
      };
      const given = (members: Members) =>
        Object.fromEntries(Object.keys(members).flatMap((key) => (args[key] === undefined ? [] : [[key, args[key]]])));
      const fields = given(body.properties);
      const request = {
        method: endpoint.method,
        path: endpoint.path.replaceAll(/:(\w+)/g, (_all, parameter: string) =>
          encodeURIComponent(String(args[argumentName(parameter)])),
        ),
        query: { ...conditions, ...texts(given(query.properties), query.properties) },
        ...(endpoint.body !== undefined && { body: bodyAs === undefined ? fields : fields[bodyAs] }),
        ...(endpoint.repeatable && { isRepeatable: true }),
      };
      return client.service.request<object>(request, { signal });
    },
  };
}

/** Parameters are texts: a list is joined by commas, a switch is sent as the endpoint reads it. */
function texts(given: Json, members: Members): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const choices = members[key]?.enum ?? [];
      return [key, typeof value === 'boolean' && choices.includes('1') ? (value ? '1' : '0') : String(value)];
    }),
  );
}

/** An argument that a tool does not have would be dropped without a word: `list_runs` with a filter of another tool would list all runs. */
function refuse(name: string, args: Json, known: readonly string[], required: readonly string[]): void {
  const unknown = Object.keys(args).filter((key) => !known.includes(key));
  if (unknown.length > 0)
    throw new Error(`${name} has no argument “${unknown.join('”, “')}”; it has ${known.join(', ') || 'none'}.`);
  const missing = required.filter((key) => args[key] === undefined);
  if (missing.length > 0) throw new Error(`${name} needs the argument “${missing.join('”, “')}”.`);
}
