import { IDEMPOTENCY_HEADER, POSITION_HEADER, STALE_HEADER, type Access, type Route } from '../http.ts';
import { problems } from '../problem.ts';
import { addressOf, type CallInput, type Parts, type Reply } from './address.ts';
import { ApiError, refusalOf } from './api-error.ts';
import type { ShapeReader } from './checked-shape.ts';
import { fileNameOf } from './content-disposition.ts';
import type { PositionBook } from './positions.ts';

const TIMEOUT_MS = 30_000;
const GENERATION_TIMEOUT_MS = 180_000;
/** The server lets a file arrive for 60 seconds, and then processes it. */
const UPLOAD_TIMEOUT_MS = 100_000;

/** Answers a call as the platform's `fetch` does. */
export type Carrier = (address: string, init: RequestInit) => Promise<Response>;

export interface ClientSettings {
  /** Reads replies: `checkedShape`, or less where the server is trusted. */
  readShape: ShapeReader;
  /** The server's, without a slash at the end; none on a page of its own. */
  address?: string;
  /** Carries the calls; the platform's own where it is left out. */
  carrier?: Carrier;
  /** Gives the caller's token. Throws an ApiError where a call of this access is not worth sending. */
  bearer?: (access: Access | undefined) => string | null;
  /** What was written and must be readable. */
  positions?: PositionBook;
  /** Hears of every refusal before whoever called does. */
  onRefused?: (refusal: ApiError, call: { access: Access | undefined; bearer: string | null }) => void;
  /** The text of a refusal that has none. */
  wordless?: (status: number) => string;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** One for each request, the same for its repeats; routes marked idempotent get a fresh one where none is given. */
  idempotencyKey?: string;
  /** Answer as soon as the work is accepted. */
  respondAsync?: boolean;
  /** Called where the reply may be older than this client's own writes. */
  onStale?: () => void;
}

/** A call by its address. */
export interface Sending extends CallOptions {
  method: string;
  /** Path and query. */
  address: string;
  access?: Access;
  /** JSON, or a file. */
  body?: string | Blob;
  headers?: Readonly<Record<string, string>>;
  /** The reply may take as long as it takes. */
  endless?: boolean;
}

export interface DownloadedFile {
  blob: Blob;
  /** As the server proposes it. */
  fileName: string | undefined;
}

export interface Client {
  /**
   * Calls a route and reads its reply by the contract. Throws an ApiError, or the signal's reason when the caller gave
   * up.
   */
  call: <R extends Route>(route: R, input: CallInput<R>, options?: CallOptions) => Promise<Reply<R>>;
  /** Calls a route that answers with a file. Throws likewise. */
  download: <R extends Route>(route: R, input: CallInput<R>, options?: CallOptions) => Promise<DownloadedFile>;
  /** Sends what is no call of a route and has its good answer read. Throws likewise. */
  send: <T>(sending: Sending, read: (response: Response) => Promise<T> | T) => Promise<T>;
}

/** Speaks to one server for one caller; everybody who calls the product does so by one of these. */
export function createClient(settings: ClientSettings): Client {
  const { address: server = '', carrier, positions, wordless = (status) => `HTTP error! status: ${status}` } = settings;

  async function send<T>(sending: Sending, read: (response: Response) => Promise<T> | T): Promise<T> {
    const { method, address, access, body, endless = false } = sending;
    const bearer = settings.bearer?.(access) ?? null;
    const timeout = endless ? undefined : AbortSignal.timeout(timeoutOf(address));
    const signal = AbortSignal.any([sending.signal, timeout].filter((one) => one !== undefined));
    let status = 0;
    try {
      const response = await (carrier ?? fetch)(server + address, {
        method,
        headers: headersOf({ ...sending, bearer, positions: positions?.header() ?? null }),
        signal,
        ...(body !== undefined && { body }),
        ...(endless && { cache: 'no-store' }),
      });
      ({ status } = response);
      positions?.note(response.headers.get(POSITION_HEADER));
      if (!response.ok) {
        const refusal = await refusalOf(response, wordless);
        settings.onRefused?.(refusal, { access, bearer });
        throw refusal;
      }
      if (response.headers.get(STALE_HEADER) === 'true') sending.onStale?.();
      return await read(response);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (timeout?.aborted) throw new ApiError('timeout', 'Request timed out. Please try again.');
      if (signal.aborted) throw error;
      if (error instanceof SyntaxError) throw malformed(status);
      throw new ApiError('network', 'Network error. Please check your connection and try again.');
    }
  }

  const sendTo = <T>(
    route: Route,
    { body, ...place }: Parts,
    options: CallOptions & Pick<Sending, 'endless'>,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const { method, access, idempotent = false } = route;
    const idempotencyKey = options.idempotencyKey ?? (idempotent ? crypto.randomUUID() : undefined);
    const sending: Sending = {
      ...options,
      method,
      access,
      address: addressOf(route, place),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    };
    return send(sending, read);
  };

  return {
    send,
    call: <R extends Route>(route: R, input: CallInput<R>, options: CallOptions = {}) =>
      sendTo(route, input as Parts, options, async (response) => {
        if (!route.reply) return undefined as Reply<R>;
        const read = settings.readShape(route.reply, await response.json());
        if (!read) throw malformed(response.status);
        return read.data as Reply<R>;
      }),
    // A file takes as long as its line needs.
    download: (route, input, options = {}) =>
      sendTo(route, input as Parts, { ...options, endless: true }, async (response) => ({
        blob: await response.blob(),
        fileName: fileNameOf(response.headers.get('content-disposition')),
      })),
  };
}

/** Rendering and uploads take longer than other calls. spec: member-experience §9 "Timeouts". */
function timeoutOf(address: string): number {
  if (address.includes('/generation/generate')) return GENERATION_TIMEOUT_MS;
  return address.includes('/api/uploads') ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS;
}

const malformed = (status: number) => new ApiError('malformed', problems.unexpected.message, { status });

interface Headed extends Pick<Sending, 'idempotencyKey' | 'respondAsync' | 'body' | 'headers'> {
  bearer?: string | null;
  positions?: string | null;
}

/** Gives the headers of a call, those that it brings itself last. */
export function headersOf(call: Headed): Record<string, string> {
  const { bearer, body, positions, idempotencyKey, respondAsync = false, headers } = call;
  return {
    accept: 'application/json',
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    // A file has a type of its own.
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...(positions && { [POSITION_HEADER]: positions }),
    ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    ...(respondAsync && { prefer: 'respond-async' }),
    ...headers,
  };
}
