import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type OpenAI from 'openai';
import { z } from 'zod';
import type { Size } from '@easel/contracts/generation/policy';
import { decode } from '@easel/imaging/derive/sharp.gateway';
import { breakCall, damaged, hangUp, sendCut } from './break-call.ts';
import { isCommon, type FaultKind } from './faults.ts';
import { imagesOf, maskOf, readForm } from './multipart-form.ts';
import { seedOf, whereTransparent, type Order } from './painter.ts';
import { hasKey, type Parts } from './parts.ts';

const IMAGES_MAX = 16;
const SIDE_MAX_PX = 3840;
const SIDE_STEP_PX = 16;
/** Long sides of the previews in pixels, coarse to fine. */
const PREVIEW_PX = [64, 128, 256];
const TOKENS_PER_PIXEL = 1 / 250;

const whole = z.coerce.number().int();
const asked = z.strictObject({
  model: z.string().min(1),
  prompt: z.string().min(1).max(32_000),
  n: whole.min(1).max(10).default(1),
  size: z.string().default('auto'),
  quality: z.enum(['low', 'medium', 'high', 'auto']).default('auto'),
  background: z.enum(['transparent', 'opaque', 'auto']).default('auto'),
  output_format: z.enum(['png', 'jpeg', 'webp']).default('png'),
  output_compression: whole.min(0).max(100).optional(),
  moderation: z.enum(['low', 'auto']).optional(),
  input_fidelity: z.enum(['low', 'high']).optional(),
  partial_images: whole.min(0).max(3).default(0),
  stream: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).default(false),
  user: z.string().optional(),
});
type Asked = z.output<typeof asked>;

/** A refusal, with the wording and fields of OpenAI's errors. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;

  constructor(status: number, message: string, code: string | null, param: string | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

interface Job extends Asked {
  kind: 'image_generation' | 'image_edit';
  pixels: Size;
  images: readonly Buffer[];
  mask: Buffer | undefined;
}

const errorBody = (status: number, message: string, code: string | null = null, param: string | null = null) => ({
  error: { message, type: typeOf(status, code), code: code ?? codes[status] ?? null, param },
});
const codes: Record<number, string> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' };

function typeOf(status: number, code: string | null): string {
  if (code === 'moderation_blocked') return 'image_generation_user_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** Serves the parts of OpenAI's Images API that the product uses. */
export function serveOpenai(app: FastifyInstance, parts: Parts): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasKey(request, `Bearer ${parts.key}`, 'authorization')) return;
    return reply.code(401).send(errorBody(401, 'Incorrect API key provided.'));
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Refusal) {
      return reply.code(error.status).send(errorBody(error.status, error.message, error.code, error.param));
    }
    const { statusCode: status = 500 } = error;
    if (status < 500) return reply.code(status).send(errorBody(status, 'The request cannot be read.'));
    request.log.error({ err: error }, 'A call failed');
    return reply.code(500).send(errorBody(500, 'The server had an error while processing your request.'));
  });

  app.post('/openai/v1/images/generations', (request, reply) =>
    answer(reply, parts, async () => {
      const fields = fieldsOf(request.body);
      return { ...fields, kind: 'image_generation', pixels: sizeOf(fields.size), images: [], mask: undefined };
    }),
  );
  app.post('/openai/v1/images/edits', (request, reply) => answer(reply, parts, () => editOf(request)));
}

async function editOf(request: FastifyRequest): Promise<Job> {
  const form = await readForm(request);
  const fields = fieldsOf(form.fields);
  const images = imagesOf(form);
  const [first] = images;
  if (!first) throw new Refusal(400, "Missing required parameter: 'image'.", 'missing_required_parameter', 'image');
  if (images.length > IMAGES_MAX) throw new Refusal(400, `At most ${IMAGES_MAX} images are taken.`, null, 'image');
  for (const image of images) await picture(image, 'image');
  const mask = maskOf(form);
  if (mask) await requireMask(mask, first);
  return { ...fields, kind: 'image_edit', pixels: sizeOf(fields.size), images, mask };
}

async function requireMask(mask: Buffer, image: Buffer): Promise<void> {
  const [marks, marked] = await Promise.all([picture(mask, 'mask'), picture(image, 'image')]);
  if (marks.channels !== 4) throw new Refusal(400, 'The mask must have an alpha channel.', 'invalid_mask', 'mask');
  if (marks.width !== marked.width || marks.height !== marked.height) {
    throw new Refusal(400, 'The mask must have the size of the image.', 'invalid_mask', 'mask');
  }
}

async function picture(file: Buffer, param: string) {
  try {
    return await decode(file);
  } catch {
    throw new Refusal(400, 'Invalid image file or mode.', 'invalid_image_file', param);
  }
}

function fieldsOf(body: unknown): Asked {
  const result = asked.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys;
    throw new Refusal(400, `Unknown parameter: '${name}'.`, 'unknown_parameter', name);
  }
  const param = issue?.path.join('.') ?? '';
  throw new Refusal(400, `Invalid value for '${param}': ${issue?.message ?? ''}`, 'invalid_value', param);
}

function sizeOf(text: string): Size {
  if (text === 'auto') return { width: 1024, height: 1024 };
  const [, width = 0, height = 0] = (/^(\d{2,5})x(\d{2,5})$/.exec(text) ?? []).map(Number);
  const isMade = [width, height].every((side) => side > 0 && side <= SIDE_MAX_PX && side % SIDE_STEP_PX === 0);
  if (!isMade) throw new Refusal(400, `Invalid value: '${text}'.`, 'invalid_value', 'size');
  return { width, height };
}

async function answer(reply: FastifyReply, parts: Parts, read: () => Promise<Job>): Promise<FastifyReply> {
  const { faults, ledger } = parts;
  ledger.count('openai', 'ask');
  const fault = faults.take('openai', 'ask');
  const { delayMs, retryAfterSeconds } = faults.settings('openai');
  // Read the whole form first, or the client sees a broken connection instead of the answer.
  const job = await read();
  if (fault && isCommon(fault) && fault !== 'cut') return breakCall(reply, fault, { errorBody, retryAfterSeconds });
  if (fault === 'moderated') {
    const message = 'Your request was rejected by the safety system.';
    throw new Refusal(400, message, 'moderation_blocked', null);
  }
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  if (job.stream) return stream(reply, parts, job, fault);
  const files = await filesOf(parts, job);
  if (fault === 'lost') return hangUp(reply);
  const body = responseOf(
    job,
    files.map((file) => damaged(file, fault)),
  );
  if (fault === 'cut') return sendCut(reply, 'application/json', Buffer.from(JSON.stringify(body)));
  return reply.send(body);
}

/** Draws all pictures of a request. The request is charged from here on, whatever happens to its answer. */
async function filesOf({ ledger, painter }: Parts, job: Job): Promise<Buffer[]> {
  const orders = ordersOf(job, ledger.counts.openai.pictures);
  ledger.charge({ protocol: 'openai', task: null, prompt: job.prompt, pictures: job.n });
  const files: Buffer[] = [];
  for (const order of orders) files.push(await painter.paint(order));
  return files;
}

function ordersOf({ n, prompt, pixels: size, images, mask, output_format: format, background }: Job, made: number) {
  const [source] = images;
  const edit = mask && source ? { source, mask, isPainted: whereTransparent } : undefined;
  const references = (edit ? images.slice(1) : images).map((file) => ({ file, takes: 'picture' as const }));
  const transparent = background === 'transparent' && format !== 'jpeg';
  return Array.from({ length: n }, (_, index): Order => {
    return { prompt, seed: seedOf(prompt, made + index), size, transparent, references, edit, format };
  });
}

const secondsNow = (): number => Math.floor(Date.now() / 1000);
const shownSize = ({ width, height }: Size): string => `${width}x${height}`;

const shared = ({ background, output_format, quality, pixels }: Job) => ({
  background: background === 'transparent' ? ('transparent' as const) : ('opaque' as const),
  output_format,
  quality: quality === 'auto' ? ('high' as const) : quality,
  size: shownSize(pixels),
});

function usageOf({ prompt, images, pixels }: Job, pictures: number) {
  const inputs = { text_tokens: Math.ceil(prompt.length / 4), image_tokens: images.length * 300 };
  const output_tokens = Math.round(pixels.width * pixels.height * TOKENS_PER_PIXEL) * pictures;
  const input_tokens = inputs.text_tokens + inputs.image_tokens;
  return { input_tokens, input_tokens_details: inputs, output_tokens, total_tokens: input_tokens + output_tokens };
}

const revised = (prompt: string): string => `${prompt.trim()}, in soft daylight with fine detail`;

const responseOf = (job: Job, files: readonly Buffer[]) =>
  ({
    created: secondsNow(),
    ...shared(job),
    data: files.map((file) => ({ b64_json: file.toString('base64'), revised_prompt: revised(job.prompt) })),
    usage: usageOf(job, files.length),
  }) satisfies OpenAI.ImagesResponse;

/** Streams previews, and then each picture. */
async function stream(
  reply: FastifyReply,
  parts: Parts,
  job: Job,
  fault: FaultKind | undefined,
): Promise<FastifyReply> {
  const orders = ordersOf(job, parts.ledger.counts.openai.pictures);
  parts.ledger.charge({ protocol: 'openai', task: null, prompt: job.prompt, pictures: job.n });
  if (fault === 'lost') return hangUp(reply);
  void reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  const send = (event: OpenAI.ImageGenStreamEvent | OpenAI.ImageEditStreamEvent): void =>
    void reply.raw.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  for (const order of orders) {
    const previews = job.partial_images > 0 ? PREVIEW_PX.slice(-job.partial_images) : [];
    for (const [index, drawPx] of previews.entries())
      send(partialOf(job, await parts.painter.paint(order, drawPx), index));
    const last = completedOf(job, damaged(await parts.painter.paint(order), fault));
    if (fault === 'cut') {
      await new Promise((done) => reply.raw.write(`event: ${last.type}\ndata: {`, done));
      return hangUp(reply);
    }
    send(last);
  }
  reply.raw.end();
  return reply;
}

function partialOf(job: Job, file: Buffer, partial_image_index: number) {
  const event = { ...shared(job), b64_json: file.toString('base64'), created_at: secondsNow(), partial_image_index };
  return job.kind === 'image_edit'
    ? ({ type: 'image_edit.partial_image', ...event } satisfies OpenAI.ImageEditPartialImageEvent)
    : ({ type: 'image_generation.partial_image', ...event } satisfies OpenAI.ImageGenPartialImageEvent);
}

function completedOf(job: Job, file: Buffer) {
  const event = {
    ...shared(job),
    b64_json: file.toString('base64'),
    created_at: secondsNow(),
    usage: usageOf(job, 1),
  };
  return job.kind === 'image_edit'
    ? ({ type: 'image_edit.completed', ...event } satisfies OpenAI.ImageEditCompletedEvent)
    : ({ type: 'image_generation.completed', ...event } satisfies OpenAI.ImageGenCompletedEvent);
}
