import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { aspectRatioKeys, engines, models, resolutions, sizeOf } from '@easel/contracts/generation/policy';
import { seedOf, type Reference } from './painter.ts';
import { hasKey, type Parts } from './parts.ts';
import { base64Picture, nameIn } from './request-parts.ts';
import { TaskCalls } from './task-calls.ts';
import type { Task } from './tasks.ts';

const NO_SUCH_RATIOS = ['ultrawide_21_9', 'ultratall_9_21', 'poster_5_3'] as const;
const PERCENT = 100;

const percent = z.int().min(0).max(PERCENT);
const asked = z.object({
  prompt: z.string().min(1).max(4000),
  webhook_url: z.url({ protocol: /^https?$/ }).optional(),
  resolution: z.enum(resolutions).default('2k'),
  aspect_ratio: z.enum(aspectRatioKeys).exclude(NO_SUCH_RATIOS).default('square_1_1'),
  model: z.enum(models).exclude(['auto']).default('realism'),
  engine: z.enum(engines).default('automatic'),
  creative_detailing: percent.default(33),
  fixed_generation: z.boolean().default(false),
  filter_nsfw: z.boolean().default(true),
  structure_reference: base64Picture.optional(),
  structure_strength: percent.default(50),
  style_reference: base64Picture.optional(),
  adherence: percent.default(50),
  hdr: percent.default(50),
  styling: z.object({}).optional(),
});
type Asked = z.output<typeof asked>;

const errorBody = (_status: number, message: string) => ({ message });

/** Serves Mystic: a task that is polled, and whose end a webhook reports. */
export function serveMystic(app: FastifyInstance, parts: Parts): void {
  const calls = new TaskCalls(parts, 'mystic', errorBody);
  void app.register(async (part) => {
    part.get('/mystic/results/:name', (request, reply) => calls.sendFile(reply, nameIn(request)));
  });
  void app.register(async (part) => {
    part.addHook('onRequest', async (request, reply) => {
      if (hasKey(request, parts.key, 'x-freepik-api-key', 'x-magnific-api-key')) return;
      return reply.code(401).send(errorBody(401, 'Invalid API key'));
    });
    part.post('/mystic/v1/ai/mystic', (request, reply) => ask(reply, calls, parts, request.body));
    part.get('/mystic/v1/ai/mystic/:name', (request, reply) => {
      const { fault, broken } = calls.begin(reply, 'poll');
      if (broken) return broken;
      const task = fault === 'gone' ? undefined : parts.tasks.find('mystic', nameIn(request));
      if (!task) return reply.code(404).send(errorBody(404, 'Not found'));
      const data = standingOf(task, calls);
      if (task.failsFirst) task.failsFirst = false;
      return calls.send(reply, fault, { data });
    });
  });
}

async function ask(reply: FastifyReply, calls: TaskCalls, parts: Parts, body: unknown): Promise<FastifyReply> {
  const { fault, broken } = calls.begin(reply, 'ask');
  if (broken) return broken;
  const read = asked.safeParse(body ?? {});
  if (!read.success) {
    const invalid_params = read.error.issues.map(({ path, message }) => ({ field: path.join('.'), reason: message }));
    return reply.code(400).send({ message: 'Validation error', invalid_params });
  }
  const { prompt, aspect_ratio, resolution, fixed_generation, webhook_url } = read.data;
  const made = fixed_generation ? 0 : parts.ledger.counts.mystic.pictures;
  const order = {
    prompt,
    seed: seedOf(`${prompt} ${read.data.model} ${read.data.engine}`, made),
    size: sizeOf(aspect_ratio, resolution),
    references: referencesOf(read.data),
    format: 'jpeg' as const,
  };
  const { task, ended } = parts.tasks.start({ protocol: 'mystic', order, fault });
  const created = { task_id: task.id, status: 'CREATED', generated: [], has_nsfw: [] };
  const reported = ended.then(() => report(task, calls, parts, webhook_url));
  if (fault === 'early') await reported;
  return calls.send(reply, fault, { data: created });
}

const referencesOf = ({ structure_reference, structure_strength, style_reference }: Asked): Reference[] => [
  ...(structure_reference
    ? [{ file: structure_reference, share: structure_strength / PERCENT, takes: 'picture' as const }]
    : []),
  ...(style_reference ? [{ file: style_reference, takes: 'colours' as const }] : []),
];

/** Returns the task's status; a moderated one has `has_nsfw`. */
function standingOf(task: Task, calls: TaskCalls) {
  const base = { task_id: task.id, generated: [] as string[], has_nsfw: [] as boolean[] };
  if (task.failsFirst || task.state === 'failed') return { ...base, status: 'FAILED' };
  if (task.state === 'moderated') return { ...base, status: 'COMPLETED', has_nsfw: [true] };
  const url = calls.fileUrl(task);
  if (url === undefined) return { ...base, status: 'IN_PROGRESS' };
  return { ...base, status: 'COMPLETED', generated: [url], has_nsfw: [false] };
}

async function report(task: Task, calls: TaskCalls, { webhooks }: Parts, url: string | undefined): Promise<void> {
  if (url === undefined || task.fault === 'unsent') return;
  // A forged webhook reports this same task, with a wrong signature.
  if (task.fault === 'forged') {
    await webhooks.send(url, { task_id: task.id, status: 'FAILED', generated: [], has_nsfw: [] }, { forged: true });
  }
  await webhooks.send(url, standingOf(task, calls), { times: task.fault === 'duplicate' ? 2 : 1 });
}
