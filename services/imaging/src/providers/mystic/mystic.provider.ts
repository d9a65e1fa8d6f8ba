import { timeLimit } from '@easel/kernel/server/backoff';
import type { MysticSettings } from '@easel/contracts/providers/file';
import type { models } from '@easel/contracts/generation/policy';
import type { ReferenceRole } from '@easel/contracts/providers/reference.policy';
import type { LookupFunction } from 'node:net';
import { z } from 'zod';
import { callJson } from '../json-call.ts';
import { ProviderHttp } from '../provider-http.ts';
import type { ProviderError } from '../remote-failures.ts';
import {
  RemoteFailure,
  type RemoteAnswer,
  type RemoteCall,
  type RemoteProvider,
  type RemoteStanding,
  type RemoteTask,
  type SentPicture,
} from '../remote-provider.ts';
import { safeFetch } from '../safe-fetch.ts';

// Client of Freepik's (Magnific's) Mystic API. A request returns a task, which is polled; a webhook hints when to poll.

const POLL_LIMIT_MS = 30_000;
const PATH = '/v1/ai/mystic';

/** Mystic's model names equal ours, except for the automatic choice, which it does not have. */
const modelOf: Readonly<Record<(typeof models)[number], string>> = {
  auto: 'realism',
  realism: 'realism',
  fluid: 'fluid',
  zen: 'zen',
  flexible: 'flexible',
  super_real: 'super_real',
  editorial_portraits: 'editorial_portraits',
};

const task = z
  .object({
    /** Restricted, because it becomes part of a URL's path. */
    task_id: z.string().regex(/^[\w-]{1,200}$/),
    status: z.string().optional(),
    task_status: z.string().optional(),
    generated: z.array(z.string()).nullish().catch(null),
    has_nsfw: z.array(z.boolean()).nullish().catch(null),
  })
  .refine(({ status, task_status: other }) => status !== undefined || other !== undefined);
/** Answers wrap the task in `data`; webhooks do not. */
const answered = z.union([z.object({ data: task }).transform(({ data }) => data), task]);
const refusal = z.object({
  code: z.unknown().optional(),
  type: z.unknown().optional(),
  invalid_params: z.array(z.object({ field: z.unknown().optional(), name: z.unknown().optional() })).catch([]),
});

export interface MysticOptions {
  readonly key: string | undefined;
  /** Webhook address; absent when the site is not reachable from outside, or when no webhook secret is configured. */
  readonly webhookUrl?: string | undefined;
  readonly lookup?: LookupFunction;
}

export function createMystic(settings: MysticSettings, options: MysticOptions): RemoteProvider {
  return new Mystic(settings, options);
}

class Mystic implements RemoteProvider {
  readonly name: string;
  readonly imagesPerCall = 1;
  private readonly http: ProviderHttp;

  constructor(
    private readonly settings: MysticSettings,
    private readonly options: MysticOptions,
  ) {
    this.name = settings.name;
    this.http = new ProviderHttp(new URL(settings.baseUrl), options.lookup);
  }

  async ask(call: RemoteCall, caller: AbortSignal): Promise<RemoteAnswer> {
    const signal = AbortSignal.any([caller, timeLimit(this.settings.timeoutSeconds * 1000)]);
    const body = mysticBody(call, this.options.webhookUrl);
    const answer = await this.json({ path: PATH, signal, body, unanswered: 'unknown' });
    const parsed = answered.safeParse(answer);
    if (!parsed.success) throw new RemoteFailure('unknown', 'the answer contains no task');
    return { task: { taskId: parsed.data.task_id } };
  }

  async poll({ taskId }: RemoteTask, caller: AbortSignal): Promise<RemoteStanding> {
    const signal = AbortSignal.any([caller, timeLimit(POLL_LIMIT_MS)]);
    const path = `${PATH}/${encodeURIComponent(taskId)}`;
    const parsed = answered.safeParse(await this.json({ path, signal, unanswered: 'unreachable' }));
    if (!parsed.success) throw new RemoteFailure('unreachable', 'the answer contains no task status');
    const { status, task_status: other, generated, has_nsfw: hasNsfw } = parsed.data;
    switch (status ?? other) {
      case 'COMPLETED': {
        if (hasNsfw?.includes(true) === true) throw new RemoteFailure('moderated', 'has_nsfw');
        const address = generated?.[0];
        if (address === undefined) throw new RemoteFailure('broken', 'the task is completed, but has no picture');
        return { state: 'done', pictures: [{ bytes: await safeFetch(this.http, address, caller) }] };
      }
      case 'FAILED':
        throw new RemoteFailure('broken', 'failed');
      default:
        return { state: 'working' };
    }
  }

  private json(call: { path: string; signal: AbortSignal; body?: object; unanswered: 'unknown' | 'unreachable' }) {
    const { key } = this.options;
    const headers: Record<string, string> = key === undefined ? {} : { [this.settings.keyHeader]: key };
    return callJson(this.http, { ...call, url: this.http.below(call.path), headers, key, errorOf });
  }
}

function mysticBody({ prompt, settings, references }: RemoteCall, webhookUrl: string | undefined): object {
  const { structure, style } = byRole(references);
  return {
    prompt,
    resolution: settings.resolution,
    aspect_ratio: settings.aspectRatio,
    model: modelOf[settings.model],
    engine: settings.engine,
    creative_detailing: settings.creativeDetailing,
    filter_nsfw: settings.filterNsfw,
    ...(structure && { structure_reference: structure.bytes.toString('base64') }),
    ...(style && { style_reference: style.bytes.toString('base64') }),
    ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
  };
}

/** Assigns one picture to each role. Pictures without a role take the free roles in order, style first. */
function byRole(references: readonly SentPicture[]): Partial<Record<ReferenceRole, SentPicture>> {
  const named = (role: ReferenceRole) => references.find((reference) => reference.role === role);
  const rest = references.filter(({ role }) => role === undefined);
  const style = named('style') ?? rest.shift();
  const structure = named('structure') ?? rest.shift();
  return { ...(structure && { structure }), ...(style && { style }) };
}

/** An error answer is a `message` alone, or a problem whose `invalid_params` name the rejected fields. */
function errorOf(body: unknown): ProviderError {
  const parsed = refusal.safeParse(body);
  if (!parsed.success) return {};
  const { code, type, invalid_params: params } = parsed.data;
  return { code, type, fields: params.flatMap(({ field, name }) => [field, name]) };
}
