import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ledgerConsoleHttp } from '../ledger/console.http.ts';
import type { Route } from '../kernel/http.ts';
import { routes } from '../routes.ts';
import { openApiDocument, type OpenApiDocument, type OperationObject, templatedPath } from './document.ts';
import { omissions, operations, tags } from './operations.ts';
import { sharedInputs, sharedReplies } from './schemas.ts';

let document: OpenApiDocument;
beforeAll(() => {
  document = openApiDocument();
});

function operation(method: string, path: string): OperationObject {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`The document has no ${method} ${path}`);
  return found;
}

const named = ({ method, path }: Route): string => `${method} ${path}`;
const schema = (name: string) => document.components.schemas[name];

describe('the document', () => {
  test('conforms to the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone({ ...document }));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('has every route of the contracts once, or lists it as an omission', () => {
    const listed = [...operations.map(({ route }) => route), ...omissions.flatMap((omission) => omission.routes)];
    expect(listed.map(named).toSorted()).toEqual(routes.map(named).toSorted());
    expect(new Set(listed)).toEqual(new Set(routes));
    const written = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = operations.map(({ route }) => `${route.method} ${templatedPath(route.path)}`);
    expect(written.toSorted()).toEqual(expected.toSorted());
  });

  test('omits only local, browser, webhook and monitoring routes', () => {
    expect(omissions.flatMap((omission) => omission.routes.map(named)).toSorted()).toEqual([
      'GET /',
      'GET /api/docs/assets/:name',
      'GET /api/images/link/:name',
      'GET /dev/mail',
      'GET /dev/mail.css',
      'GET /dev/mail.json',
      'GET /dev/mail/:id',
      'GET /metrics',
      'GET /robots.txt',
      'GET /sitemap.xml',
      'GET /sitemaps/:name',
      'GET /speculation-rules.json',
      'POST /api/stripe/webhook',
      'POST /api/webhooks/providers/:name',
    ]);
  });

  test('gives every operation a unique id and a summary of one line without a full stop', () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, summary } of operations) {
      expect(id).toMatch(/^[a-z][A-Za-z]+$/);
      expect(summary).toMatch(/^[A-Z].{5,79}[^.]$/);
    }
  });

  test('describes every tag that it uses, and uses every tag that it describes', () => {
    expect(new Set(operations.map(({ tag }) => tag))).toEqual(new Set(Object.keys(tags)));
  });

  test('names every schema that several operations share', () => {
    const shared = new Set<unknown>([...Object.values(sharedReplies), ...Object.values(sharedInputs)]);
    const seen = new Map<unknown, string>();
    const unnamed: string[] = [];
    for (const { id, route } of operations) {
      for (const part of [route.body, route.reply]) {
        if (!part || shared.has(part)) continue;
        if (seen.has(part)) unnamed.push(`${id} and ${seen.get(part)}`);
        seen.set(part, id);
      }
    }
    expect(unnamed).toEqual([]);
  });

  test('resolves every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    const all = [...JSON.stringify(document).matchAll(/"\$ref":/g)];
    expect(references.length).toBe(all.length);
    const components = document.components as unknown as Record<string, Record<string, unknown>>;
    const missing = references.filter(([, kind = '', name = '']) => components[kind]?.[name] === undefined);
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  test('declares each placeholder of a path as a required parameter', () => {
    for (const { route } of operations) {
      const { parameters = [] } = operation(route.method.toLowerCase(), templatedPath(route.path));
      const inPath = parameters.flatMap((parameter) =>
        'name' in parameter && parameter.in === 'path' && parameter.required ? [parameter.name] : [],
      );
      expect(inPath).toEqual([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name));
      const { properties = {} } = route.params ? z.toJSONSchema(route.params, { io: 'input' }) : {};
      expect(Object.keys(properties).filter((name) => !inPath.includes(name))).toEqual([]);
    }
  });

  test('describes every body, and every query as parameters', () => {
    const unrepresented = operations.flatMap(({ id, route }) => {
      const { requestBody, parameters = [] } = operation(route.method.toLowerCase(), templatedPath(route.path));
      const hasQuery = parameters.some((parameter) => 'name' in parameter && parameter.in === 'query');
      return (route.body && !requestBody) || (route.query && !hasQuery) ? [id] : [];
    });
    expect(unrepresented).toEqual([]);
    const empty = Object.entries(document.components.schemas).filter(([, one]) => Object.keys(one).length === 0);
    expect(empty.map(([name]) => name)).toEqual([]);
  });

  test('lets replies gain fields', () => {
    const closed = Object.entries(document.components.schemas).filter(
      ([name, { additionalProperties }]) => name.endsWith('Reply') && additionalProperties === false,
    );
    expect(closed.map(([name]) => name)).toEqual([]);
  });

  test('is the same each time it is built', () => {
    expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(document));
  });
});

describe('an operation', () => {
  test('describes image generation with its settings, idempotency key, limit and problems', () => {
    const generate = operation('post', '/api/generation/generate');
    expect(generate).toMatchObject({
      operationId: 'generateImage',
      tags: ['Image generation'],
      security: [{ memberToken: [] }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/GenerateImageRequest' } } },
      },
      'x-rate-limit': { calls: 120, seconds: 60 },
    });
    expect(generate.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(generate.parameters).toContainEqual(expect.objectContaining({ name: 'Prefer', in: 'header' }));
    expect(Object.keys(generate.responses)).toEqual(
      expect.arrayContaining(['200', '202', '400', '401', '402', '403', '404', '409', '422', '429', 'default']),
    );
    expect(generate.responses['422']).toMatchObject({
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Problem' },
              {
                properties: {
                  code: {
                    enum: [
                      'generation.unsettable_characters',
                      'providers.impossible',
                      'generation.failed',
                      'request.key_reused',
                    ],
                  },
                },
              },
            ],
          },
        },
      },
    });
    expect(schema('GenerateImageRequest')).toEqual({ $ref: '#/components/schemas/GenerationSettings' });
    expect(schema('GenerationSettings')).toMatchObject({
      required: ['prompt'],
      properties: {
        prompt: { type: 'string', minLength: 1, maxLength: 4000 },
        model: { default: 'realism', enum: expect.arrayContaining(['realism']) },
        resolution: { type: 'string', enum: ['1k', '2k', '4k'] },
        remix_of: { type: 'string', format: 'uuid' },
      },
    });
    expect(schema('GenerateImageReply')).toMatchObject({
      properties: { generation: { anyOf: [{ $ref: '#/components/schemas/Generation' }, { type: 'object' }] } },
    });
  });

  test('describes a purchase with its price check and the problems of each status', () => {
    const purchase = operation('post', '/api/images/purchase');
    expect(purchase).toMatchObject({ operationId: 'purchaseImage', security: [{ memberToken: [] }] });
    expect(purchase.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
    expect(purchase.responses['402']).toMatchObject({
      content: {
        'application/json': {
          examples: {
            'account.insufficient_credits': {
              value: { success: false, code: 'account.insufficient_credits', message: 'Insufficient credits' },
            },
          },
        },
      },
    });
    expect(schema('PurchaseImageRequest')).toMatchObject({
      required: ['imageId', 'size'],
      properties: {
        imageId: { type: 'string', format: 'uuid' },
        size: { enum: ['1K', '2K', '4K', '8K'] },
        paymentMethod: { default: 'credits', enum: ['credits', 'dollars'] },
      },
    });
    expect(schema('PurchaseImageReply')).toMatchObject({
      properties: { purchaseId: { type: 'string', format: 'uuid' } },
    });
  });

  test('describes a ledger export as CSV or NDJSON for the roles that may take it', () => {
    const exported = operation('get', '/api/admin/ledger/export');
    expect(exported).toMatchObject({
      operationId: 'exportLedger',
      security: [{ operatorToken: [] }],
      'x-roles': ledgerConsoleHttp.export.access.operators,
      responses: {
        200: { content: { 'text/csv': { schema: { type: 'string' } }, 'application/x-ndjson': {} } },
        403: { $ref: '#/components/responses/Forbidden' },
        429: { $ref: '#/components/responses/TooManyRequests' },
      },
    });
    expect(exported.responses['200']).not.toHaveProperty(['content', 'application/json']);
    expect(exported.parameters).toEqual([
      { name: 'format', in: 'query', schema: { default: 'csv', type: 'string', enum: ['csv', 'ndjson'] } },
      expect.objectContaining({ name: 'filter', in: 'query', description: expect.stringContaining('JSON object') }),
    ]);
  });

  test('marks a token as optional on a public route', () => {
    expect(operation('get', '/api/gallery/public').security).toEqual([{}, { memberToken: [] }]);
  });

  test('declares images as binary and event streams as text', () => {
    expect(operation('get', '/api/images/{name}').responses['200']).toMatchObject({
      content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
    });
    expect(operation('get', '/api/live').responses['200']).toMatchObject({
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    });
  });

  test('omits the traps for bots from the contact form', () => {
    const { properties } = schema('SubmitMessageRequest') ?? {};
    expect(Object.keys(properties ?? {})).toContain('message_content');
    expect(properties).not.toHaveProperty('website');
  });
});
