import type { FastifyReply } from 'fastify';
import { breakCall, damaged, hangUp, sendCut, type ErrorBody } from './break-call.ts';
import { isCommon, type FaultKind, type Place } from './faults.ts';
import type { Parts } from './parts.ts';
import type { Task } from './tasks.ts';

/** Counts, breaks and answers the calls of one protocol. */
export class TaskCalls {
  readonly #parts: Parts;
  readonly #protocol: Task['protocol'];
  readonly #errorBody: ErrorBody;

  constructor(parts: Parts, protocol: Task['protocol'], errorBody: ErrorBody) {
    this.#parts = parts;
    this.#protocol = protocol;
    this.#errorBody = errorBody;
  }

  /** Counts a call. `broken` is set when the call is answered already. */
  begin(reply: FastifyReply, place: Place): { fault: FaultKind | undefined; broken?: FastifyReply } {
    const { faults, ledger } = this.#parts;
    ledger.count(this.#protocol, place);
    const fault = faults.take(this.#protocol, place);
    if (fault === undefined || !isCommon(fault) || fault === 'cut') return { fault };
    const { retryAfterSeconds } = faults.settings(this.#protocol);
    return { fault, broken: breakCall(reply, fault, { errorBody: this.#errorBody, retryAfterSeconds }) };
  }

  send(reply: FastifyReply, fault: FaultKind | undefined, body: object): FastifyReply {
    if (fault === 'lost') return hangUp(reply);
    if (fault === 'cut') return sendCut(reply, 'application/json', Buffer.from(JSON.stringify(body)));
    return reply.send(body);
  }

  /** Sends a result file. It needs no key: the address is unguessable. */
  sendFile(reply: FastifyReply, name: string): FastifyReply {
    const { fault, broken } = this.begin(reply, 'file');
    if (broken) return broken;
    const file = this.#parts.files.find(name);
    if (!file || fault === 'expired') return reply.code(404).send(this.#errorBody(404, 'The file has expired.'));
    const bytes = damaged(file.bytes, fault);
    return fault === 'cut' ? sendCut(reply, file.type, bytes) : reply.type(file.type).send(bytes);
  }

  fileUrl(task: Task): string | undefined {
    return task.file && `${this.#parts.origin()}/${this.#protocol}/results/${task.file}`;
  }
}
