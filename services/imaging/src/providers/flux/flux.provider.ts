import { timeLimit } from '@easel/kernel/server/backoff';
import type { FluxSettings } from '@easel/contracts/providers/file';
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
} from '../remote-provider.ts';
import { safeFetch } from '../safe-fetch.ts';
import { mayHaveKey } from './own-region.ts';

// Client of Black Forest Labs' FLUX.2 API, as documented at https://docs.bfl.ai. A request returns a task, which is
// polled.

/** `cost` is in credits of one cent each. */
const MICROS_A_CREDIT = 10_000;
const POLL_LIMIT_MS = 30_000;

const accepted = z.object({
  id: z.string().min(1).max(200),
  // Keep the task's id even if the other fields are invalid.
  polling_url: z.string().min(1).max(2_000).nullish().catch(null),
  cost: z.number().nonnegative().nullish().catch(null),
});
const standing = z.object({
  status: z.string(),
  progress: z.number().min(0).max(1).nullish().catch(null),
  result: z
    .object({ sample: z.string().min(1).nullish() })
    .nullish()
    .catch(null),
});
const refusal = z.object({
  detail: z.array(z.object({ loc: z.array(z.unknown()).catch([]), type: z.string().optional().catch(undefined) })),
});

export interface FluxOptions {
  readonly key: string | undefined;
  readonly lookup?: LookupFunction;
}

export function createFlux(settings: FluxSettings, options: FluxOptions): RemoteProvider {
  return new Flux(settings, options);
}

class Flux implements RemoteProvider {
  readonly name: string;
  readonly imagesPerCall = 1;
  private readonly http: ProviderHttp;
  private readonly key: string | undefined;

  constructor(
    private readonly settings: FluxSettings,
    { key, lookup }: FluxOptions,
  ) {
    this.name = settings.name;
    this.http = new ProviderHttp(new URL(settings.baseUrl), lookup);
    this.key = key;
  }

  async ask(call: RemoteCall, caller: AbortSignal): Promise<RemoteAnswer> {
    const signal = AbortSignal.any([caller, timeLimit(this.settings.timeoutSeconds * 1000)]);
    const url = this.http.below(`/v1/${this.settings.model}`);
    const body = fluxBody(call, this.settings.safetyMax);
    const answer = await this.json({ url, signal, body, unanswered: 'unknown' });
    const task = accepted.safeParse(answer);
    if (!task.success) throw new RemoteFailure('unknown', 'the answer contains no task');
    const { id, polling_url: pollUrl, cost } = task.data;
    return {
      task: {
        taskId: id,
        ...(typeof pollUrl === 'string' && { pollUrl }),
        ...(typeof cost === 'number' && { costMicros: Math.round(cost * MICROS_A_CREDIT) }),
      },
    };
  }

  async poll({ taskId, pollUrl }: RemoteTask, caller: AbortSignal): Promise<RemoteStanding> {
    const signal = AbortSignal.any([caller, timeLimit(POLL_LIMIT_MS)]);
    const url = pollUrl === undefined ? this.resultUrl(taskId) : URL.parse(pollUrl);
    if (!url) throw new RemoteFailure('broken', 'the polling address is not valid');
    const parsed = standing.safeParse(await this.json({ url, signal, unanswered: 'unreachable' }));
    if (!parsed.success) throw new RemoteFailure('unreachable', 'the answer contains no task status');
    const { status, progress, result } = parsed.data;
    switch (status) {
      case 'Ready': {
        const sample = result?.sample ?? undefined;
        if (sample === undefined) throw new RemoteFailure('broken', 'the task is ready, but has no picture');
        return { state: 'done', pictures: [{ bytes: await safeFetch(this.http, sample, caller) }] };
      }
      case 'Request Moderated':
      case 'Content Moderated':
        throw new RemoteFailure('moderated', status.toLowerCase());
      case 'Error':
      case 'Failed':
      case 'Task not found':
        throw new RemoteFailure('broken', status.toLowerCase());
      default:
        return { state: 'working', ...(typeof progress === 'number' && { progress }) };
    }
  }

  private resultUrl(taskId: string): URL {
    const url = this.http.below('/v1/get_result');
    url.searchParams.set('id', taskId);
    return url;
  }

  private json(call: { url: URL; signal: AbortSignal; body?: object; unanswered: 'unknown' | 'unreachable' }) {
    const isSent = this.key !== undefined && mayHaveKey(this.http.base, call.url);
    const headers: Record<string, string> = isSent ? { 'x-key': this.key } : {};
    return callJson(this.http, { ...call, headers, key: this.key, errorOf });
  }
}

function fluxBody({ prompt, size, seed, settings, references }: RemoteCall, safetyMax: number): object {
  const images = references.map(({ bytes }, index): [string, string] => [
    index === 0 ? 'input_image' : `input_image_${index + 1}`,
    bytes.toString('base64'),
  ]);
  return {
    prompt,
    width: size.width,
    height: size.height,
    seed,
    safety_tolerance: Math.min(settings.safetyTolerance, safetyMax),
    output_format: settings.outputFormat === 'jpg' ? 'jpeg' : 'png',
    ...Object.fromEntries(images),
  };
}

/** A 422 answer lists the rejected fields. */
function errorOf(body: unknown): ProviderError {
  const parsed = refusal.safeParse(body);
  return parsed.success ? { fields: parsed.data.detail.flatMap(({ loc, type }) => [loc.at(-1), type]) } : {};
}
