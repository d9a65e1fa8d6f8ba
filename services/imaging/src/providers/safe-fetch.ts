import { timeLimit } from '@easel/kernel/server/backoff';
import { AddressRefused } from './public-address.ts';
import { discard, readBytes, TooLarge, type HttpReply, type ProviderHttp } from './provider-http.ts';
import { brokenCall, retryAfterOf } from './remote-failures.ts';
import { RemoteFailure } from './remote-provider.ts';

export const PICTURE_BYTES_MAX = 64 * 1024 * 1024;
const TIME_LIMIT_MS = 60_000;
const REDIRECTS_MAX = 3;

/**
 * Fetches a picture from an address that a provider named. Throws RemoteFailure: `unreachable` and `busy` where it may
 * be tried again, `broken` where it leads nowhere.
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

/** Every hop is checked; once it left the provider's own origin, it does not come back. */
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
    if (http.isOwn(next) && !http.isOwn(url)) throw new AddressRefused('a redirect leads back to the provider');
    url = next;
  }
  throw new RemoteFailure('broken', 'the address of the picture leads in circles');
}

function refusal({ statusCode, headers }: HttpReply): RemoteFailure {
  const isPassing = statusCode === 429 || statusCode >= 500;
  const retryAfterMs = retryAfterOf(headers['retry-after'], Date.now());
  const detail = `HTTP ${statusCode} for the picture`;
  return new RemoteFailure(isPassing ? 'busy' : 'broken', detail, statusCode, retryAfterMs);
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url || url.username !== '' || url.password !== '') throw new AddressRefused('this is no address of a picture');
  return url;
}
