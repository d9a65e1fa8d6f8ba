import { operatorsHttp, type SignedInOperator } from '@easel/contracts/operators/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
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
import { Acceptances } from './accept-invitation.ts';
import { InvitationReader, type Invited } from './invitation-reader.ts';
import { OperatorDirectory } from './operator-directory.ts';
import type { OperatorSignedIn } from './operator-sessions.ts';
import { OperatorSignIns } from './sign-in.ts';
import { Unlocks } from './unlock.ts';

const DEVICE_SCOPE = { path: '/api/admin', httpOnly: true, sameSite: 'strict' } as const;

interface SignedInReply {
  success: true;
  token: string;
  admin: SignedInOperator;
}

/** Operators come and go. */
@Controller()
export class OperatorsController {
  constructor(
    private readonly signIns: OperatorSignIns,
    private readonly unlocks: Unlocks,
    private readonly acceptances: Acceptances,
    private readonly directory: OperatorDirectory,
    private readonly invitations: InvitationReader,
    private readonly sessions: Sessions,
  ) {}

  @RouteOf(operatorsHttp.login)
  async login(
    @Body({ schema: operatorsHttp.login.body }) { email, password }: { email: string; password: string },
    @Browser() browser: BrowserValue,
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInReply> {
    return signedIn(await this.signIns.signIn(email, password, browser, context), reply);
  }

  @RouteOf(operatorsHttp.sendUnlock)
  async sendUnlock(
    @Body({ schema: operatorsHttp.sendUnlock.body }) { email }: { email: string },
  ): Promise<{ success: true; message: string }> {
    await this.unlocks.send(email);
    return { success: true, message: 'If an operator has this address, a link is on its way.' };
  }

  @RouteOf(operatorsHttp.unlock)
  async unlock(
    @Body({ schema: operatorsHttp.unlock.body }) { token }: { token: string },
    @Browser() browser: BrowserValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    keepDevice(await this.unlocks.open(token, browser), reply);
    return { success: true };
  }

  @RouteOf(operatorsHttp.logout)
  async logout(@Caller() caller: CallerValue): Promise<{ success: true }> {
    if (caller.kind !== 'visitor') await this.sessions.close(caller.sessionId);
    return { success: true };
  }

  @RouteOf(operatorsHttp.me)
  async me(@Caller() caller: CallerValue): Promise<{ success: true; admin: SignedInOperator }> {
    const operator = await this.directory.find(caller.id);
    if (!operator) throw new Refused(problems.sessionExpired);
    const { name, email, role } = operator;
    return { success: true, admin: { id: caller.id, name, email, role } };
  }

  @RouteOf(operatorsHttp.look)
  async look(
    @Body({ schema: operatorsHttp.look.body }) { token }: { token: string },
  ): Promise<{ success: true; invitation: Invited }> {
    return { success: true, invitation: await this.invitations.read(token) };
  }

  @RouteOf(operatorsHttp.accept)
  async accept(
    @Body({ schema: operatorsHttp.accept.body }) { token, password }: { token: string; password: string },
    @Browser() browser: BrowserValue,
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInReply> {
    return signedIn(await this.acceptances.accept(token, password, browser, context), reply);
  }
}

function keepDevice(device: OperatorSignedIn['device'], reply: FastifyReply): void {
  appendCookie(reply, { ...device, ...DEVICE_SCOPE, maxAge: DEVICE_DAYS * 86_400 });
}

function signedIn({ token, device, admin }: OperatorSignedIn, reply: FastifyReply): SignedInReply {
  keepDevice(device, reply);
  return { success: true, token, admin };
}
