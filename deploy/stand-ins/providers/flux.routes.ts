import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { SEED_MAX } from '@easel/contracts/generation/policy';
import { seedOf } from './painter.ts';
import { hasKey, type Parts } from './parts.ts';
import { base64Picture, nameIn } from './request-parts.ts';
import { TaskCalls } from './task-calls.ts';
import type { Task } from './tasks.ts';

const SIDE_PX = 1024;
const SIDE_STEP_PX = 16;
const PIXELS_MAX = 4_194_304;
const AT_ONCE = 24;
const MEGAPIXEL = 1_048_576;
const CENTS = { first: 3, further: 1.5 };

const side = z.int().min(64).multipleOf(SIDE_STEP_PX).default(SIDE_PX);
const picture = base64Picture.nullish();
/** Unknown fields are ignored, as is a webhook. */
const asked = z
  .object({
    prompt: z.string().min(1),
    width: side,
    height: side,
    seed: z.int().min(0).nullish(),
    safety_tolerance: z.int().min(0).max(5).default(2),
    output_format: z.enum(['jpeg', 'png']).default('jpeg'),
    input_image: picture,
    input_image_2: picture,
    input_image_3: picture,
    input_image_4: picture,
    input_image_5: picture,
    input_image_6: picture,
    input_image_7: picture,
    input_image_8: picture,
  })
  .refine(({ width, height }) => width * height <= PIXELS_MAX, {
    path: ['width'],
    message: 'width * height must be at most 4 megapixels',
  });
type Asked = z.output<typeof asked>;

const errorBody = (_status: number, detail: string) => ({ detail });

/** Serves FLUX.2 like Black Forest Labs: a task, its polling address, and the address of its picture. */
export function serveFlux(app: FastifyInstance, parts: Parts): void {
  const calls = new TaskCalls(parts, 'flux', errorBody);
  void app.register(async (part) => {
    part.get('/flux/results/:name', (request, reply) => calls.sendFile(reply, nameIn(request)));
  });
  void app.register(async (part) => {
    part.addHook('onRequest', async (request, reply) => {
      if (!hasKey(request, parts.key, 'x-key')) return reply.code(401).send(errorBody(401, 'Not authenticated'));
    });
    part.post('/flux/v1/:name', (request, reply) => {
      if (!/^flux-[a-z0-9.-]+$/.test(nameIn(request))) return reply.code(404).send(errorBody(404, 'Not Found'));
      return ask(reply, calls, parts, request.body);
    });
    part.get('/flux/v1/get_result', (request, reply) => {
      const { id = '' } = request.query as { id?: string };
      const { fault, broken } = calls.begin(reply, 'poll');
      if (broken) return broken;
      const task = fault === 'gone' ? undefined : parts.tasks.find('flux', id);
      return task
        ? calls.send(reply, fault, resultOf(task, calls))
        : reply.code(404).send({ id, status: 'Task not found', result: null });
    });
  });
}

function ask(reply: FastifyReply, calls: TaskCalls, parts: Parts, body: unknown): FastifyReply {
  const { fault, broken } = calls.begin(reply, 'ask');
  if (broken) return broken;
  const read = asked.safeParse(body);
  if (!read.success) return reply.code(422).send({ detail: detailOf(read.error) });
  if (parts.tasks.working('flux') >= AT_ONCE) {
    return reply.code(429).send(errorBody(429, `Active tasks limit of ${AT_ONCE} reached`));
  }
  const { prompt, width, height, output_format: format, seed } = read.data;
  const references = picturesOf(read.data).map((file) => ({ file, takes: 'picture' as const }));
  const order = {
    prompt,
    seed: (seed ?? seedOf(prompt, parts.ledger.counts.flux.pictures)) % (SEED_MAX + 1),
    size: { width, height },
    references,
    format,
  };
  const { task } = parts.tasks.start({ protocol: 'flux', order, fault });
  return calls.send(reply, fault, {
    id: task.id,
    polling_url: `${parts.origin()}/flux/v1/get_result?id=${task.id}`,
    ...costOf({ width, height }),
    input_mp: references.length,
  });
}

/** Price in cents, for the first megapixel and each further one. */
function costOf({ width, height }: { width: number; height: number }) {
  const output_mp = Math.ceil((width * height) / MEGAPIXEL);
  return { cost: CENTS.first + CENTS.further * (output_mp - 1), output_mp };
}

const picturesOf = (read: Asked): Buffer[] =>
  Object.entries(read)
    .filter(([name]) => name.startsWith('input_image'))
    .flatMap(([, file]) => (Buffer.isBuffer(file) ? [file] : []));

const detailOf = ({ issues }: z.ZodError) =>
  issues.map(({ path, message, code }) => ({ loc: ['body', ...path], msg: message, type: code }));

function resultOf(task: Task, calls: TaskCalls): object {
  const { id, prompt, seed } = task;
  const sample = calls.fileUrl(task);
  if (task.failsFirst) {
    task.failsFirst = false;
    return { id, status: 'Error', result: null };
  }
  if (task.state === 'done') return { id, status: 'Ready', result: { sample, prompt, seed } };
  const status = { working: 'Pending', failed: 'Error', moderated: 'Content Moderated' }[task.state];
  return { id, status, result: null };
}
