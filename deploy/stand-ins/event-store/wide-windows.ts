import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Http2Session, ServerHttp2Stream } from 'node:http2';

const STREAM_CREATED = 'http2.server.stream.created';

/** What one connection may send before it is taken in: as much as the data of the largest append. */
const WINDOW_BYTES = 1024 * 1024;

/**
 * Lets clients of this process's HTTP/2 servers send on while the server is busy: by default they wait after each 64
 * kB, which an append of a hundred events fills. gRPC's server has no option for it.
 *
 * @returns how to stop it
 */
export function widenWindows(): () => void {
  const widened = new WeakSet<Http2Session>();
  const widen = (message: unknown) => {
    const { session } = (message as { stream: ServerHttp2Stream }).stream;
    if (!session || widened.has(session)) return;
    widened.add(session);
    session.setLocalWindowSize(WINDOW_BYTES);
    session.settings({ initialWindowSize: WINDOW_BYTES });
  };
  subscribe(STREAM_CREATED, widen);
  return () => unsubscribe(STREAM_CREATED, widen);
}
