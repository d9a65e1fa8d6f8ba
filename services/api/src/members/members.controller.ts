import { credentials, membersHttp, registration, type Registration, type User } from '@easel/contracts/members/http';
import { SESSION_DAYS } from '@easel/contracts/members/policy';
import { IMAGE_COOKIE } from '@easel/kernel/http/auth.guard';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { DEVICE_DAYS } from '@easel/kernel/identity/devices';
import { appendCookie } from '@easel/kernel/http/http-server';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sessions } from '@easel/kernel/identity/sessions';
import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { Browser, type BrowserValue } from '../browser.decorator.ts';
import { RegisterMember, SignIn, type SignedIn } from './members.commands.ts';
import { UserPresenter } from './user.presenter.ts';

const COOKIE_SCOPE = 'Path=/api/images/auth; HttpOnly; SameSite=Strict';
const DEVICE_SCOPE = 'Path=/api/auth; HttpOnly; SameSite=Strict';

interface SignedInReply {
  success: true;
  token: string;
  user: User;
}

@Controller()
export class MembersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
    private readonly presenter: UserPresenter,
  ) {}

  @RouteOf(membersHttp.register)
  async register(
    @Body({ schema: registration }) body: Registration,
    @Issued() context: CommandContext,
    @Browser() browser: BrowserValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInReply> {
    return signedIn(await this.commands.execute(new RegisterMember(body, context, browser)), reply);
  }

  @RouteOf(membersHttp.login)
  async login(
    @Body({ schema: credentials }) { email, password }: { email: string; password: string },
    @Browser() browser: BrowserValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInReply> {
    return signedIn(await this.commands.execute(new SignIn(email, password, browser)), reply);
  }

  @RouteOf(membersHttp.logout)
  async logout(
    @Caller() caller: CallerValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    if (caller.kind !== 'visitor') await this.sessions.close(caller.sessionId);
    appendCookie(reply, `${IMAGE_COOKIE}=; ${COOKIE_SCOPE}; Max-Age=0`);
    return { success: true };
  }

  @RouteOf(membersHttp.me)
  async me(@Caller() caller: CallerValue): Promise<{ success: true; user: User }> {
    return { success: true, user: await this.presenter.present(caller.id) };
  }
}

function signedIn({ token, imageToken, device, user }: SignedIn, reply: FastifyReply): SignedInReply {
  appendCookie(reply, `${IMAGE_COOKIE}=${imageToken}; ${COOKIE_SCOPE}; Max-Age=${SESSION_DAYS * 86_400}`);
  appendCookie(reply, `${device.name}=${device.value}; ${DEVICE_SCOPE}; Max-Age=${DEVICE_DAYS * 86_400}`);
  return { success: true, token, user };
}
