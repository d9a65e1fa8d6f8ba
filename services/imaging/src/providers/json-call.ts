import { TooLarge, readBytes, type HttpCall, type HttpReply, type ProviderHttp } from './provider-http.ts';
import { brokenCall, failureOf, type ProviderError } from './remote-failures.ts';
import { RemoteFailure } from './remote-provider.ts';

/** Limit of an answer; tasks and their states are far smaller. */
const ANSWER_BYTES_MAX = 1024 * 1024;

export interface JsonCall extends Pick<HttpCall, 'url' | 'signal'> {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON with POST; without a body the call is a GET. */
  readonly body?: object;
  /** Removed from reported errors. */
  readonly key: string | undefined;
  /** Extracts the error from the body of a refusal. */
  readonly errorOf: (body: unknown) => ProviderError;
  /** Failure kind when the call may have arrived, but no reliable answer did. */
  readonly unanswered: 'unknown' | 'unreachable';
}

/** Calls and returns the answer's JSON. Throws RemoteFailure. */
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
      // The status is sufficient, even if the body was cut off.
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
  // Polling a paid task: only an answer that the task does not exist is final.
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
