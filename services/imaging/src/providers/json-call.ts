import { TooLarge, readBytes, type HttpCall, type HttpReply, type ProviderHttp } from './provider-http.ts';
import { brokenCall, failureOf, type ProviderError } from './remote-failures.ts';
import { RemoteFailure } from './remote-provider.ts';

/** Many times what a task and its state need. */
const ANSWER_BYTES_MAX = 1024 * 1024;

export interface JsonCall extends Pick<HttpCall, 'url' | 'signal'> {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; a call without one is a GET. */
  readonly body?: object;
  /** Kept out of what is reported. */
  readonly key: string | undefined;
  /** Finds what went wrong in the body of a refusal. */
  readonly errorOf: (body: unknown) => ProviderError;
  /** What follows where the call may have been sent, and no answer can be relied on. */
  readonly unanswered: 'unknown' | 'unreachable';
}

/** Returns the JSON of an answer. Throws RemoteFailure. */
export async function callJson(http: ProviderHttp, call: JsonCall): Promise<unknown> {
  const { url, signal, body, unanswered } = call;
  const headers = { accept: 'application/json', ...call.headers };
  try {
    const reply = await (body
      ? http.send({
          method: 'POST',
          url,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal,
        })
      : http.send({ method: 'GET', url, headers, signal }));
    const reading = readBytes(reply.body, ANSWER_BYTES_MAX);
    if (reply.statusCode < 200 || reply.statusCode > 299) {
      // The status says enough, even if the rest was cut off.
      throw refusalOf(call, reply, await reading.catch(() => Buffer.alloc(0)));
    }
    const text = (await reading).toString('utf8');
    const answer = jsonOf(text);
    if (answer === undefined) throw new RemoteFailure(unanswered, 'the answer is not JSON', reply.statusCode);
    return answer;
  } catch (error) {
    if (error instanceof TooLarge) throw new RemoteFailure(unanswered, error.message);
    throw brokenCall(error, unanswered, signal);
  }
}

function refusalOf({ errorOf, key, unanswered }: JsonCall, reply: HttpReply, body: Buffer): RemoteFailure {
  const failure = failureOf(reply.statusCode, reply.headers, errorOf(jsonOf(body.toString('utf8'))), key);
  if (unanswered === 'unknown') return failure;
  // The task is paid for: it is lost only where the provider knows of none.
  const kind = failure.kind === 'rejected' || failure.kind === 'moderated' ? 'broken' : 'busy';
  return new RemoteFailure(kind, failure.detail, failure.status, failure.retryAfterMs);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
