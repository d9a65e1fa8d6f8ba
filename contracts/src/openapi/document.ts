import * as z from 'zod/mini';
import { brand } from '../brand.ts';
import { listQuery } from '../kernel/console.ts';
import type { Access, Route } from '../kernel/http.ts';
import { problems, type Problem } from '../kernel/problem.ts';
import { operations as allOperations, tags, type Operation } from './operations.ts';
import { fieldTexts, hiddenFields, sharedInputs, sharedReplies } from './schemas.ts';

type Schema = z.core.JSONSchema.BaseSchema;

interface Reference {
  $ref: string;
}
interface Media {
  schema: Schema;
  examples?: Record<string, { value: unknown }>;
}
type Content = Record<string, Media>;
interface Header {
  description: string;
  schema: Schema;
}
interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Content;
}
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}
export interface OperationObject {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response | Reference>;
  /** Calls per window of seconds. */
  'x-rate-limit'?: { calls: number; seconds: number };
  /** Operator roles that may call. */
  'x-roles'?: readonly string[];
}
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, Record<string, string>>;
  };
}

const JSON_TYPE = 'application/json';
const schemaAddress = (name: string): string => `#/components/schemas/${name}`;
const schemaRef = (name: string): Schema => ({ $ref: schemaAddress(name) });
const responseRef = (name: string): Reference => ({ $ref: `#/components/responses/${name}` });
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const isEnum = (schema: z.core.$ZodType): schema is z.core.$ZodEnum => schema._zod.def.type === 'enum';

/** Options of zod's own generator; `override` is its hook for what it cannot know. */
const optionsOf = (io: 'input' | 'output') =>
  ({
    io,
    // Transforms have no JSON Schema. They occur where a value is normalized.
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // The patterns of dates and UUIDs are hundreds of characters long and say no more than the format.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      const text = fieldTexts.get(zodSchema);
      if (text !== undefined) jsonSchema.description = text;
      for (const name of hiddenFields.get(zodSchema) ?? []) delete jsonSchema.properties?.[name];
      const { def } = zodSchema._zod;
      // Replies can gain fields, so clients must not reject unknown ones.
      if (io === 'output' && def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
      // zod leaves out defaults in front of transforms, as they need not be valid input. These are.
      if (io === 'input' && def.type === 'default' && jsonSchema.default === undefined) {
        if (z.safeParse(def.innerType, def.defaultValue).success) jsonSchema.default = def.defaultValue;
      }
      // Text that is normalized before it is compared with an enum.
      if (io === 'input' && def.type === 'pipe' && isEnum(def.out) && jsonSchema.type === 'string') {
        delete jsonSchema.maxLength;
        jsonSchema.enum = Object.values(def.out._zod.def.entries);
      }
    },
  }) satisfies z.core.ToJSONSchemaParams;

type Registry = z.core.$ZodRegistry<{ id: string }>;

/** Generates all schemas of a registry at once: a registered schema refers to other registered ones by name. */
function generated(registry: Registry, io: 'input' | 'output'): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(registry, { ...optionsOf(io), uri: schemaAddress });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  return schemas;
}

/** Names the schemas of bodies and replies, each once. */
function namedSchemas(operations: readonly Operation[]) {
  const inputs: Registry = z.registry();
  const outputs: Registry = z.registry();
  for (const [id, schema] of Object.entries(sharedInputs)) inputs.add(schema, { id });
  for (const [id, schema] of Object.entries(sharedReplies)) outputs.add(schema, { id });
  for (const { id, route } of operations) {
    const { body, reply } = route;
    if (body && !inputs.has(body)) inputs.add(body, { id: `${capitalized(id)}Request` });
    if (reply && !outputs.has(reply)) outputs.add(reply, { id: `${capitalized(id)}Reply` });
  }
  const nameIn = (registry: Registry) => (schema: z.core.$ZodType) => {
    const name = registry.get(schema)?.id;
    if (name === undefined) throw new Error('A schema of the document has no name');
    return schemaRef(name);
  };
  return {
    schemas: { ...generated(outputs, 'output'), ...generated(inputs, 'input') },
    inputRef: nameIn(inputs),
    replyRef: nameIn(outputs),
  };
}

const parameterTexts: Readonly<Record<string, string>> = {
  page: 'Page number, starting at 1.',
  limit: 'Items per page.',
  cursor: '`nextCursor` or `next` of the previous page.',
};

const listTexts: Readonly<Record<string, string>> = {
  sort: 'JSON array of a field and a direction, for example `["created_at","DESC"]`.',
  range: 'JSON array of the first and last row, both included, for example `[0,24]`.',
  filter: 'JSON object of fields and values.',
};

function queryParameters(query: z.ZodMiniType): Parameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, optionsOf('input'));
  return Object.entries(properties).map(([name, schema]) => {
    const description =
      parameterTexts[name] ?? (query === listQuery || name === 'filter' ? listTexts[name] : undefined);
    return {
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema: typeof schema === 'boolean' ? {} : schema,
    };
  });
}

/** A path's parameters; one that the contract does not describe is any text. */
function pathParameters({ path, params }: Route): Parameter[] {
  const { properties = {} } = params ? z.toJSONSchema(params, optionsOf('input')) : {};
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const schema = properties[name];
    return { name, in: 'path', required: true, schema: typeof schema === 'object' ? schema : { type: 'string' } };
  });
}

function parametersOf({ route, headers = {} }: Operation): (Parameter | Reference)[] {
  return [
    ...pathParameters(route),
    ...(route.query ? queryParameters(route.query) : []),
    ...Object.entries(headers).map(([name, description]): Parameter => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
    ...(route.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function requestBodyOf({ body, form, file }: Route, inputRef: (schema: z.core.$ZodType) => Schema) {
  if (file) return { required: true, content: { 'application/octet-stream': mediaOf('application/octet-stream') } };
  if (!body) return undefined;
  return {
    // A missing body is read as an empty object.
    required: !z.safeParse(body, {}).success,
    content: {
      [JSON_TYPE]: { schema: inputRef(body) },
      // The fields of a form are not read.
      ...(form && { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } }),
    } satisfies Content,
  };
}

const isText = (type: string): boolean => /^text\/|json$/.test(type);

const mediaOf = (type: string): Media => ({
  // JSON Schema has no word for bytes; generators of clients know this format.
  schema: type === JSON_TYPE ? {} : { type: 'string', ...(!isText(type) && { format: 'binary' }) },
});

function successOf(
  { route, types = [], redirects, status = [200] }: Operation,
  replyRef: (schema: z.core.$ZodType) => Schema,
): Record<string, Response> {
  if (redirects) {
    const Location = { description: 'Address of the page.', schema: { type: 'string' } } as const;
    return { 302: { description: 'Redirect', headers: { Location } } };
  }
  const content: Content = {
    ...(route.reply && { [JSON_TYPE]: { schema: replyRef(route.reply) } }),
    ...Object.fromEntries(types.map((type) => [type, mediaOf(type)])),
  };
  const headers =
    route.query === listQuery ? { 'Content-Range': { $ref: '#/components/headers/ContentRange' } } : undefined;
  const descriptions: Readonly<Record<number, string>> = { 200: 'Success', 201: 'Created', 202: 'Accepted' };
  return Object.fromEntries(
    status
      .filter((code) => code !== undefined)
      .map((code) => [code, { description: descriptions[code] ?? 'Success', ...(headers && { headers }), content }]),
  );
}

/** Problems that any operation of a kind can reply with, as responses of the document. */
const commonProblems = {
  InvalidRequest: [problems.invalid, problems.malformed],
  Unauthenticated: [problems.signedOut, problems.sessionExpired],
  Forbidden: [problems.forbidden],
  KeyReused: [problems.keyReused],
  TooManyRequests: [problems.tooMany],
} as const satisfies Record<string, readonly Problem[]>;
type CommonProblem = keyof typeof commonProblems;

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

function problemResponse(status: number, listed: readonly Problem[]): Response {
  const codes = [...new Set(listed.map(({ code }) => code))];
  return {
    description: listed.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
    ...((status === 429 || status === 503) && { headers: retryAfter }),
    content: {
      [JSON_TYPE]: {
        schema: {
          allOf: [schemaRef('Problem'), { type: 'object', properties: { code: { type: 'string', enum: codes } } }],
        },
        examples: Object.fromEntries(
          listed.map(({ code, message }) => [
            code,
            { value: { success: false, message, code, requestId: '7d9f3a52-5c52-4d0e-9c1f-0f6c1b1c2a3e' } },
          ]),
        ),
      },
    },
  };
}

function commonProblemsOf({ access, params, query, body, idempotent, limit }: Route): CommonProblem[] {
  return [
    ...(params || query || body || idempotent ? (['InvalidRequest'] as const) : []),
    ...(access === 'anyone' ? [] : (['Unauthenticated'] as const)),
    ...(typeof access === 'string' ? [] : (['Forbidden'] as const)),
    ...(idempotent ? (['KeyReused'] as const) : []),
    ...(limit ? (['TooManyRequests'] as const) : []),
  ];
}

function problemResponsesOf(route: Route): Record<string, Response | Reference> {
  const responses: Record<string, Response | Reference> = {};
  const own = Map.groupBy(route.errors ?? [], ({ status }) => status);
  for (const name of commonProblemsOf(route)) {
    const [{ status }] = commonProblems[name];
    const beside = own.get(status);
    responses[status] = beside ? problemResponse(status, [...beside, ...commonProblems[name]]) : responseRef(name);
    own.delete(status);
  }
  for (const [status, listed] of own) responses[status] = problemResponse(status, listed);
  return { ...responses, default: responseRef('Problem') };
}

/** A public route reads a member's token where one is sent; `{}` marks it as optional. */
function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'anyone') return [{}, { memberToken: [] }];
  if (access === 'member') return [{ memberToken: [] }];
  if (access === 'member-or-cookie') return [{ memberToken: [] }, { imageCookie: [] }];
  if (access === 'secret') throw new Error('A route that asks for a secret of the installation is not documented');
  return [{ operatorToken: [] }];
}

const units: readonly (readonly [seconds: number, name: string])[] = [
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

function windowText(seconds: number): string {
  const [length, name] = units.find(([unit]) => seconds % unit === 0) ?? [1, 'second'];
  return seconds === length ? name : `${seconds / length} ${name}s`;
}

function descriptionOf({ route, description }: Operation): string {
  const { access, limit } = route;
  return [
    description,
    typeof access === 'string' ? undefined : `Roles: ${access.operators.join(', ')}.`,
    limit && `Limited to ${limit.calls.toLocaleString('en')} calls per ${windowText(limit.seconds)}.`,
  ]
    .filter((text) => text !== undefined)
    .join('\n\n');
}

const INTRODUCTION = `HTTP API of ${brand.name}.

**Authentication.** Sign in with \`POST /api/auth/login\` and send the returned token as \`Authorization: Bearer {token}\`. \
Operators sign in with \`POST /api/admin/login\`; their tokens are separate from those of members.

**Idempotency.** Operations that cost or create something accept an \`Idempotency-Key\` header. Retry with the same key \
and the same body: the effect occurs once.

**Errors.** Every error is JSON with \`success: false\`, a stable \`code\`, a \`message\` for people and a \`requestId\`. \
Validation errors list the fields in \`errors\`.

**Rate limits.** Limits count per member, or per address for callers without a token. A refused call replies with 429 \
and \`Retry-After\` in seconds.`;

const headers: Record<string, Header> = {
  RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  ContentRange: {
    description: 'Rows of this page and, where it is known, their total, for example `messages 0-24/319`.',
    schema: { type: 'string' },
  },
};

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A unique value of your choice, for example a UUID. Requests with the same key and body take effect once.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
};

const securitySchemes: Record<string, Record<string, string>> = {
  memberToken: { type: 'http', scheme: 'bearer', description: 'Token from `POST /api/auth/login` or `/register`.' },
  operatorToken: { type: 'http', scheme: 'bearer', description: 'Token from `POST /api/admin/login`.' },
  imageCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'easel_images',
    description: 'Set at sign-in, so that `<img>` elements can load private images.',
  },
};

function operationObject(operation: Operation, refs: ReturnType<typeof namedSchemas>): OperationObject {
  const { route, id, tag, summary } = operation;
  const { access, limit } = route;
  const description = descriptionOf(operation);
  const parameters = parametersOf(operation);
  const requestBody = requestBodyOf(route, refs.inputRef);
  return {
    operationId: id,
    summary,
    ...(description !== '' && { description }),
    tags: [tag],
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successOf(operation, refs.replyRef), ...problemResponsesOf(route) },
    ...(limit && { 'x-rate-limit': { calls: limit.calls, seconds: limit.seconds } }),
    ...(typeof access !== 'string' && { 'x-roles': access.operators }),
  };
}

/** Returns the path as OpenAPI writes it: `/api/generation/{id}`. */
export const templatedPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** Builds the OpenAPI document of the given operations. It is the same for every reader. */
export function openApiDocument(operations: readonly Operation[] = allOperations): OpenApiDocument {
  const refs = namedSchemas(operations);
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    const { method, path } = operation.route;
    (paths[templatedPath(path)] ??= {})[method.toLowerCase()] = operationObject(operation, refs);
  }
  const common = Object.entries<readonly Problem[]>(commonProblems).map(([name, listed]): [string, Response] => [
    name,
    problemResponse(listed[0]?.status ?? 500, listed),
  ]);
  return {
    openapi: '3.1.1',
    info: { title: `${brand.name} API`, version: '1.0.0', description: INTRODUCTION },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: refs.schemas,
      responses: {
        ...Object.fromEntries(common),
        Problem: {
          description: 'Any other error',
          content: { [JSON_TYPE]: { schema: schemaRef('Problem') } },
        },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      securitySchemes,
    },
  };
}
