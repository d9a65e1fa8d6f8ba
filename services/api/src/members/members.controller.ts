import { credentials } from '@easel/contracts/members/bodies.http';
import { membersHttp, type User } from '@easel/contracts/members/http';
import { type Registration, registration, registrationHttp } from '@easel/contracts/members/registration.http';
import { SESSION_DAYS } from '@easel/contracts/members/policy';
import { IMAGE_COOKIE } from '@easel/kernel/http/auth.guard';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { DEVICE_DAYS } from '@easel/kernel/identity/devices';
import { appendCookie } from '@easel/kernel/http/cookies';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sessions } from '@easel/kernel/identity/sessions';
import { Body, Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Browser, type BrowserValue } from '../browser.decorator.ts';
import { Registrations } from './register.ts';
import { Visitors } from '../visitors.ts';
import { SignIns, type SignedIn } from './sign-in.ts';
import { UserPresenter } from './user.presenter.ts';

const IMAGE_SCOPE = { path: '/api/images/auth', httpOnly: true, sameSite: 'strict' } as const;
const DEVICE_SCOPE = { path: '/api/auth', httpOnly: true, sameSite: 'strict' } as const;

interface SignedInReply {
  success: true;
  token: string;
  user: User;
}

@Controller()
export class MembersController {
  constructor(
    private readonly registrations: Registrations,
    private readonly signIns: SignIns,
    private readonly sessions: Sessions,
    private readonly presenter: UserPresenter,
    private readonly visitors: Visitors,
  ) {}

  @RouteOf(registrationHttp.register)
  async register(
    @Body({ schema: registration }) body: Registration,
    @Issued() context: CommandContext,
    @Browser() browser: BrowserValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInReply> {
    const registered = await this.registrations.register(body, context, browser);
    this.visitors.forget(reply);
    return signedIn(registered, reply);
  }

  @RouteOf(membersHttp.login)
  async login(
    @Body({ schema: credentials }) { email, password }: { email: string; password: string },
    @Browser() browser: BrowserValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInReply> {
    return signedIn(await this.signIns.signIn(email, password, browser), reply);
  }

  @RouteOf(membersHttp.logout)
  async logout(
    @Caller() caller: CallerValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    if (caller.kind !== 'visitor') await this.sessions.close(caller.sessionId);
    appendCookie(reply, { name: IMAGE_COOKIE, value: '', ...IMAGE_SCOPE, maxAge: 0 });
    // What the browser kept of the member's pictures goes with the session.
    void reply.header('clear-site-data', '"cache"');
    return { success: true };
  }

  @RouteOf(membersHttp.me)
  async me(@Caller() caller: CallerValue): Promise<{ success: true; user: User }> {
    return { success: true, user: await this.presenter.present(caller.id) };
  }
}

function signedIn({ token, imageToken, device, user }: SignedIn, reply: FastifyReply): SignedInReply {
  appendCookie(reply, { name: IMAGE_COOKIE, value: imageToken, ...IMAGE_SCOPE, maxAge: SESSION_DAYS * 86_400 });
  appendCookie(reply, { ...device, ...DEVICE_SCOPE, maxAge: DEVICE_DAYS * 86_400 });
  return { success: true, token, user };
}
