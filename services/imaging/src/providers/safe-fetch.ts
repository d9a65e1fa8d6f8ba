import { timeLimit } from '@easel/kernel/server/backoff';
import { AddressRefused } from './public-address.ts';
import { discard, readBytes, TooLarge, type HttpReply, type ProviderHttp } from './provider-http.ts';
import { brokenCall, retryAfterOf } from './remote-failures.ts';
import { RemoteFailure } from './remote-provider.ts';

export const PICTURE_BYTES_MAX = 64 * 1024 * 1024;
const TIME_LIMIT_MS = 60_000;
const REDIRECTS_MAX = 3;

/**
 * Downloads a picture from an address that a provider returned. Throws RemoteFailure: `unreachable` and `busy` are safe
 * to retry, `broken` is permanent.
 */
export async function safeFetch(
  http: ProviderHttp,
  address: string,
  caller: AbortSignal,
  limitBytes = PICTURE_BYTES_MAX,
): Promise<Buffer> {
  const signal = AbortSignal.any([caller, timeLimit(TIME_LIMIT_MS)]);
  try {
    const reply = await follow(http, urlOf(address), signal);
    const bytes = await readBytes(reply.body, limitBytes);
    if (bytes.length === 0) throw new RemoteFailure('broken', 'the picture has no bytes');
    return bytes;
  } catch (error) {
    if (error instanceof TooLarge) throw new RemoteFailure('broken', error.message);
    throw brokenCall(error, 'unreachable', signal);
  }
}

/** Follows redirects and checks each address. A redirect from another origin back to the provider's own is refused. */
async function follow(http: ProviderHttp, first: URL, signal: AbortSignal): Promise<HttpReply> {
  let url = first;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const reply = await http.send({ method: 'GET', url, headers: { accept: 'image/*' }, signal });
    const { statusCode, headers } = reply;
    if (statusCode === 200) return reply;
    discard(reply);
    const location = Array.isArray(headers.location) ? headers.location[0] : headers.location;
    if (statusCode < 300 || statusCode > 399 || location === undefined) throw refusal(reply);
    const next = urlOf(location, url);
    if (http.isOwn(next) && !http.isOwn(url)) throw new AddressRefused('a redirect points back to the provider');
    url = next;
  }
  throw new RemoteFailure('broken', 'the picture has too many redirects');
}

function refusal({ statusCode, headers }: HttpReply): RemoteFailure {
  const isPassing = statusCode === 429 || statusCode >= 500;
  const retryAfterMs = retryAfterOf(headers['retry-after'], Date.now());
  const detail = `HTTP ${statusCode} for the picture`;
  return new RemoteFailure(isPassing ? 'busy' : 'broken', detail, statusCode, retryAfterMs);
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url || url.username !== '' || url.password !== '')
    throw new AddressRefused('the address of the picture is not valid');
  return url;
}
