import type { OpenAI } from 'openai';
import { z } from 'zod';
import { brokenCall, failureOf, isModeration } from '../remote-failures.ts';
import { RemoteFailure, type RemotePicture } from '../remote-provider.ts';

/** A picture of an answer: its bytes or its address. */
export type Answered = { readonly revisedPrompt?: string } & (
  { readonly bytes: Buffer } | { readonly address: string }
);

const image = z.object({
  b64_json: z.string().min(1).nullish(),
  url: z.string().min(1).nullish(),
  revised_prompt: z.string().min(1).max(32_000).nullish().catch(null),
});
const images = z.object({ data: z.array(image).min(1) });
const event = image.extend({ type: z.string(), b64_json: z.string().min(1) });

/** Reads a JSON or streamed answer. Some servers ignore the request to stream. Throws RemoteFailure. */
export async function answeredIn(
  response: Response,
  client: OpenAI,
  onPreview?: (file: Buffer) => void,
): Promise<Answered[]> {
  const type = response.headers.get('content-type') ?? '';
  return type.includes('text/event-stream') ? streamed(response, client, onPreview) : whole(response);
}

async function whole(response: Response): Promise<Answered[]> {
  const parsed = images.safeParse(jsonOf(await response.text()));
  if (!parsed.success) throw new RemoteFailure('unknown', 'the answer has no pictures', response.status);
  return parsed.data.data.map(answeredBy);
}

async function streamed(response: Response, client: OpenAI, onPreview?: (file: Buffer) => void): Promise<Answered[]> {
  const { Stream } = await import('openai/core/streaming');
  const pictures: Answered[] = [];
  for await (const item of Stream.fromSSEResponse<unknown>(response, new AbortController(), client)) {
    const { data } = event.safeParse(item);
    // A damaged preview is ignored; only the completed picture matters.
    if (data?.type.endsWith('.partial_image') === true) onPreview?.(Buffer.from(data.b64_json, 'base64'));
    if (data?.type.endsWith('.completed') === true) pictures.push(answeredBy(data));
  }
  if (pictures.length === 0) throw new RemoteFailure('unknown', 'the answer ended without a picture');
  return pictures;
}

function answeredBy({ b64_json: base64, url, revised_prompt: revised }: z.output<typeof image>): Answered {
  const rewritten = typeof revised === 'string' && { revisedPrompt: revised };
  if (typeof base64 === 'string') return { bytes: bytesOf(base64), ...rewritten };
  if (url?.startsWith('data:') === true) return { bytes: bytesOf(url), ...rewritten };
  if (typeof url === 'string') return { address: url, ...rewritten };
  throw new RemoteFailure('unknown', 'the answer has a picture without bytes');
}

/** Decodes base64, with or without the prefix of a data URL. */
function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64.replace(/^data:[^,]{0,100},/, ''), 'base64');
  if (bytes.length === 0) throw new RemoteFailure('unknown', 'the answer has a picture without bytes');
  return bytes;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the pictures' bytes, and fetches those that were answered by address. */
export async function picturesOf(
  answered: readonly Answered[],
  fetchPicture: (address: string) => Promise<Buffer>,
): Promise<RemotePicture[]> {
  return Promise.all(
    answered.map(async (one) => ({
      bytes: 'bytes' in one ? one.bytes : await fetchPicture(one.address),
      ...(one.revisedPrompt !== undefined && { revisedPrompt: one.revisedPrompt }),
    })),
  );
}

const apiError = z.object({
  status: z.number().optional(),
  code: z.unknown().optional(),
  type: z.unknown().optional(),
  headers: z.instanceof(Headers).optional(),
});

/**
 * Maps an error of the `openai` package to a failure. From the answer's body only `error.code` and `error.type` are
 * kept. An error without a status came within a stream, or its cause is the error that `fetch` threw.
 */
export function failureBy(error: unknown, key: string | undefined, signal: AbortSignal): RemoteFailure {
  const parsed = apiError.safeParse(error);
  if (!parsed.success || error instanceof RemoteFailure) return brokenCall(error, 'unknown', signal);
  const { status, code, type, headers } = parsed.data;
  if (status !== undefined) {
    return failureOf(status, { 'retry-after': headers?.get('retry-after') ?? undefined }, { code, type }, key);
  }
  if (isModeration({ code, type })) return new RemoteFailure('moderated', 'moderated during generation');
  return brokenCall(error, 'unknown', signal);
}
