import { vi, type Mock } from 'vitest';

/**
 * Answers the next call with a stream that a test on fake timers writes to; it breaks, as fetch's own does, when it is
 * given up.
 */
export function streamOnce(fetched: Mock<typeof fetch>) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  fetched.mockImplementationOnce((_, init) => {
    init?.signal?.addEventListener('abort', () => controller?.error(new DOMException('given up', 'AbortError')));
    return Promise.resolve(new Response(body));
  });
  return {
    send: async (text: string) => {
      controller?.enqueue(new TextEncoder().encode(text));
      await vi.advanceTimersByTimeAsync(0);
    },
    /** Throws where it was given up. */
    end: async () => {
      controller?.close();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}
