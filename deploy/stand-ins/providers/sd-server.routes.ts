import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { SEED_MAX } from '@easel/contracts/generation/policy';
import { decode } from '@easel/imaging/derive/sharp.gateway';
import { breakCall, damaged, hangUp, sendCut } from './break-call.ts';
import { isCommon } from './faults.ts';
import { imagesOf, maskOf, readForm } from './multipart-form.ts';
import { seedOf, whereWhite, type Order } from './painter.ts';
import type { Parts } from './parts.ts';

// Follows leejet/stable-diffusion.cpp, examples/server/routes_openai.cpp, commit
// 0137f168e6831365c3cbc536b8578e84355249a7.

const SIDE_PX = 512;
const EXTRA_ARGS = /<sd_cpp_extra_args>(.*?)<\/sd_cpp_extra_args>/g;

/** The extra arguments that are used here. The server ignores unknown names. */
const extraArgs = z.object({
  seed: z.number().int().optional(),
  negative_prompt: z.string().optional(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  batch_count: z.number().int().positive().optional(),
});

/** Fields of JSON bodies and forms. The server ignores unknown fields, and replaces invalid ones with defaults. */
const asked = z.object({
  prompt: z.string().default(''),
  n: z.coerce.number().int().catch(1).default(1),
  size: z.string().default(''),
  output_format: z.string().default('png'),
});

interface Job extends Omit<Order, 'seed'> {
  seed: number | undefined;
  pictures: number;
}

class Refusal extends Error {}

/** Errors are a string; server errors also have a message. */
const errorBody = (status: number, message: string): object =>
  status >= 500 ? { error: 'server_error', message } : { error: message };

/** Serves the Images protocol like sd-server: without keys, `model`, `revised_prompt` and `usage`. */
export function serveSdServer(app: FastifyInstance, parts: Parts): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Refusal) return reply.code(400).send(errorBody(400, error.message));
    request.log.error({ err: error }, 'A call failed');
    return reply.code(500).send(errorBody(500, error.message));
  });

  app.get('/sd/v1/models', () => ({ data: [{ id: 'sd-cpp-local', object: 'model', owned_by: 'local' }] }));

  app.post('/sd/v1/images/generations', (request, reply) =>
    answer(reply, parts, async () => {
      const fields = asked.parse(request.body ?? {});
      if (fields.prompt === '') throw new Refusal('prompt required');
      return jobOf(fields, ['png', 'jpeg', 'webp']);
    }),
  );

  app.post('/sd/v1/images/edits', (request, reply) =>
    answer(reply, parts, async () => {
      if (!request.isMultipart()) throw new Refusal('Content-Type must be multipart/form-data');
      const form = await readForm(request);
      const fields = asked.parse(form.fields);
      const images = imagesOf(form);
      const [source] = images;
      if (fields.prompt === '') throw new Refusal('prompt required');
      if (!source) throw new Refusal('at least one image[] required');
      const { width, height } = await decode(source);
      const mask = maskOf(form);
      const job = jobOf(fields, ['png', 'jpeg'], { width, height });
      return {
        ...job,
        references: (mask ? images.slice(1) : images).map((file) => ({ file, takes: 'picture' as const })),
        ...(mask && { edit: { source, mask, isPainted: whereWhite } }),
      };
    }),
  );
}

function jobOf(
  fields: z.output<typeof asked>,
  formats: readonly Order['format'][],
  own = { width: SIDE_PX, height: SIDE_PX },
): Job {
  const format = formats.find((one) => one === fields.output_format.toLowerCase());
  if (!format) throw new Refusal(`invalid output_format, must be one of [${formats.join(', ')}]`);
  const [, width, height] = /^(\d+)x(\d+)$/.exec(fields.size) ?? [];
  const [[, tag] = []] = fields.prompt.matchAll(EXTRA_ARGS);
  const extra = argsIn(tag);
  return {
    prompt: fields.prompt.replaceAll(EXTRA_ARGS, ''),
    negativePrompt: extra.negative_prompt ?? '',
    seed: extra.seed !== undefined && extra.seed >= 0 ? extra.seed : undefined,
    pictures: Math.max(1, extra.batch_count ?? fields.n),
    size: { width: extra.width ?? Number(width ?? own.width), height: extra.height ?? Number(height ?? own.height) },
    format,
  };
}

function argsIn(tag: string | undefined): z.output<typeof extraArgs> {
  if (tag === undefined) return {};
  try {
    return extraArgs.parse(JSON.parse(tag));
  } catch {
    throw new Refusal('invalid sd_cpp_extra_args');
  }
}

async function answer(reply: FastifyReply, parts: Parts, read: () => Promise<Job>): Promise<FastifyReply> {
  const { faults, ledger, painter } = parts;
  ledger.count('sd-server', 'ask');
  const fault = faults.take('sd-server', 'ask');
  const { delayMs, retryAfterSeconds } = faults.settings('sd-server');
  const { seed: first, pictures, ...order } = await read();
  if (fault && isCommon(fault) && fault !== 'cut') return breakCall(reply, fault, { errorBody, retryAfterSeconds });
  if (fault === 'moderated') throw new Refusal('generate_image returned no results');
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  const start = first ?? seedOf(order.prompt, ledger.counts['sd-server'].pictures);
  ledger.charge({ protocol: 'sd-server', task: null, prompt: order.prompt, pictures });
  const data: { b64_json: string }[] = [];
  for (let index = 0; index < pictures; index += 1) {
    const file = await painter.paint({ ...order, seed: (start + index) % (SEED_MAX + 1) });
    data.push({ b64_json: damaged(file, fault).toString('base64') });
  }
  if (fault === 'lost') return hangUp(reply);
  const body = { created: Math.floor(Date.now() / 1000), data, output_format: order.format };
  if (fault === 'cut') return sendCut(reply, 'application/json', Buffer.from(JSON.stringify(body)));
  return reply.send(body);
}
