import { mergePositions, type Positions } from '@easel/contracts/kernel/client/positions';
import { POSITION_HEADER, STALE_HEADER } from '@easel/contracts/kernel/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { within } from '@easel/kernel/server/backoff';
import { readCookie } from '@easel/kernel/http/cookies';
import { EventLog } from '@easel/kernel/log/event-log';
import { parsePositions } from '@easel/kernel/http/positions';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  Optional,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CheckpointWatch } from './checkpoint-watch.ts';
import type { ReadModel } from './projector.ts';

const READS_FROM = 'easel:reads-from';
/** What a command's reply set in the browser, for pages that are loaded by address. */
export const POSITION_COOKIE = 'easel_position';
const PATIENCE_MS = 2_000;

/**
 * Of a read model, the others that its routes answer from, too: given where they are listed, as they do not know each
 * other.
 */
export const ALSO_READ = Symbol('also read');
export type AlsoRead = ReadonlyMap<ReadModel, readonly ReadModel[]>;

interface Request {
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface Reply {
  header(name: string, value: string): unknown;
}

/**
 * Answers from this read model only once it has applied what the caller has written, as far as the caller says. After
 * two seconds, or at once where the projector stands still, the answer is marked as stale instead.
 */
export const ReadsFrom = (model: ReadModel): MethodDecorator =>
  applyDecorators(SetMetadata(READS_FROM, model), UseGuards(ReadYourWrites));

/** A guard rather than an interceptor: it has nothing to do with the reply's body, and costs less. */
@Injectable()
export class ReadYourWrites implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(CheckpointWatch) private readonly checkpoints: CheckpointWatch,
    @Inject(EventLog) private readonly log: Pick<EventLog, 'head'>,
    @Optional() @Inject(ALSO_READ) private readonly also?: AlsoRead,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const said = positionsOf(http.getRequest<Request>());
    if (said.size === 0) return true;
    const model = this.reflector.get<ReadModel>(READS_FROM, context.getHandler());
    const behind = [model, ...(this.also?.get(model) ?? [])]
      .map((one) => ({ one, wanted: latestOf(said, one.categories) }))
      .filter(({ one, wanted }) => !this.checkpoints.hasReached(one.schema, wanted));
    if (behind.length === 0) return true;
    const reply = http.getResponse<Reply>();
    return Promise.all(behind.map(({ one, wanted }) => this.waitFor(one, wanted, reply))).then(() => true as const);
  }

  private async waitFor(model: ReadModel, wanted: bigint, reply: Reply): Promise<true> {
    const [reached, isBeyond] = await Promise.all([
      this.checkpoints.reach(model.schema, wanted, PATIENCE_MS),
      this.isBeyondHead(wanted),
    ]);
    if (reached) return true;
    // Only a head that is still the same is believed: a node that has just come to lead may show an older one.
    if (isBeyond && (await this.isBeyondHead(wanted))) {
      throw new Refused(problems.invalid, {
        message: `${POSITION_HEADER} names a position that has not been reached yet`,
      });
    }
    reply.header(STALE_HEADER, 'true');
    return true;
  }

  private async isBeyondHead(wanted: bigint): Promise<boolean> {
    // While the log is away nobody can tell, and waiting does no harm.
    const head = await within(PATIENCE_MS, this.log.head()).catch(() => undefined);
    return head !== undefined && wanted > head;
  }
}

const NONE: Positions = new Map();

/** The header's and the cookie's together. A broken header is the caller's fault; a broken cookie says nothing. */
function positionsOf({ headers }: Request): Positions {
  const header = headers[POSITION_HEADER];
  const cookie = typeof headers.cookie === 'string' ? readCookie(headers.cookie, POSITION_COOKIE) : undefined;
  if (header === undefined && cookie === undefined) return NONE;
  const sent = header === undefined ? NONE : parsePositions(String(header));
  if (!sent)
    throw new Refused(problems.invalid, { message: `${POSITION_HEADER} is not of the form category=position` });
  return cookie === undefined ? sent : mergePositions(sent, parsePositions(cookie) ?? NONE);
}

/** Of the categories that count; -1 where none is said, which every projection has reached. */
function latestOf(positions: Positions, categories: readonly string[] | 'all'): bigint {
  let latest = -1n;
  for (const category of categories === 'all' ? positions.keys() : categories) {
    const position = positions.get(category);
    if (position !== undefined && position > latest) latest = position;
  }
  return latest;
}
