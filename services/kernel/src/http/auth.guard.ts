import type { Access, Route } from '@easel/contracts/kernel/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Logger } from 'pino';
import { visitor, type Caller } from './caller.ts';
import { readCookie } from './cookies.ts';
import { stateOf, type HttpRequest } from './http-request.ts';
import { ROUTE } from './route.decorator.ts';
import { Sessions } from '../identity/sessions.ts';
import { LOGGER } from '../server/tokens.ts';

/** The cookie that lets an `<img>` show its owner's private images. */
export const IMAGE_COOKIE = 'easel_images';

/** Lets in whom the route's contract names, and nobody to a handler without a contract. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const route = this.reflector.get<Route | undefined>(ROUTE, context.getHandler());
    if (!route) throw new Refused(problems.notFound);
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const state = stateOf(request);
    state.route = route;
    // Most calls are of visitors: they wait for no session.
    if (isOfVisitor(route.access, request)) return true;
    return this.admit(route.access, request).then((caller) => {
      state.caller = caller;
      return true as const;
    });
  }

  private async admit(access: Access, request: HttpRequest): Promise<Caller> {
    const caller = await this.callerOf(request, access === 'member-or-cookie');
    if (access === 'anyone') return caller?.kind === 'member' ? caller : visitor;
    if (!caller) throw new Refused(bearerOf(request) ? problems.sessionExpired : problems.signedOut);
    if (typeof access === 'string') {
      // An operator's token is a token of another purpose here.
      if (caller.kind !== 'member') throw new Refused(problems.signedOut);
      return caller;
    }
    if (caller.kind !== 'operator' || !access.operators.includes(caller.role)) {
      this.logger.warn(
        { caller: caller.id, kind: caller.kind, path: request.routeOptions.url },
        'refused on an operator route',
      );
      throw new Refused(problems.forbidden);
    }
    return caller;
  }

  private async callerOf(request: HttpRequest, cookieCounts: boolean): Promise<Caller | undefined> {
    const bearer = bearerOf(request);
    if (bearer !== undefined) return this.sessions.byToken(bearer);
    const cookie = cookieCounts ? readCookie(request.headers.cookie, IMAGE_COOKIE) : undefined;
    return cookie === undefined ? undefined : this.sessions.byImageToken(cookie);
  }
}

/** Whether no session has to be looked for, nor a database be up for one. A request's state begins as a visitor's. */
const isOfVisitor = (access: Access, request: HttpRequest): boolean =>
  access === 'secret' || (access === 'anyone' && request.headers.authorization === undefined);

const bearerOf = (request: HttpRequest): string | undefined =>
  /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
