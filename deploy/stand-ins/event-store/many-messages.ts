import { ServerInterceptingCall, type ServerInterceptingCallInterface } from '@grpc/grpc-js';

type Listener = Parameters<ServerInterceptingCallInterface['start']>[0];

/**
 * Lets a handler write an array of messages at once. gRPC's server stream hands over one message, waits until the
 * socket has taken it and only then hands over the next: one system call each. Handed over together they leave in one.
 */
export class ManyMessages extends ServerInterceptingCall {
  #next: ServerInterceptingCallInterface;

  constructor(next: ServerInterceptingCallInterface) {
    super(next);
    this.#next = next;
  }

  override start(listener: Listener): void {
    this.#next.start(listener);
  }

  override sendMessage(message: unknown, callback: () => void): void {
    if (!Array.isArray(message)) {
      this.#next.sendMessage(message, callback);
      return;
    }
    const last = message.length - 1;
    for (const [index, one] of message.entries()) this.#next.sendMessage(one, index === last ? callback : ignore);
  }

  override sendStatus(status: Parameters<ServerInterceptingCallInterface['sendStatus']>[0]): void {
    this.#next.sendStatus(status);
  }
}

const ignore = () => undefined;
