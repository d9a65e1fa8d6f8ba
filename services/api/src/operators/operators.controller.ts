import { operatorsHttp } from '@easel/contracts/operators/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/caller';
import { Caller, Issued } from '@easel/kernel/caller.decorator';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { RouteOf } from '@easel/kernel/route.decorator';
import { Sessions } from '@easel/kernel/sessions';
import { Body, Controller, Headers } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { OperatorDirectory } from './operator-directory.ts';
import { SignInOperator } from './operators.commands.ts';
import type { Operator } from './operators.decider.ts';

@Controller()
export class OperatorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly directory: OperatorDirectory,
    private readonly sessions: Sessions,
  ) {}

  @RouteOf(operatorsHttp.login)
  async login(
    @Body({ schema: operatorsHttp.login.body }) { email, password }: { email: string; password: string },
    @Headers('user-agent') userAgent: string | undefined,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; token: string; admin: Operator & { id: string } }> {
    const signedIn = await this.commands.execute(new SignInOperator(email, password, userAgent ?? '', context));
    return { success: true, ...signedIn };
  }

  @RouteOf(operatorsHttp.logout)
  async logout(@Caller() caller: CallerValue): Promise<{ success: true }> {
    if (caller.kind !== 'visitor') await this.sessions.close(caller.sessionId);
    return { success: true };
  }

  @RouteOf(operatorsHttp.me)
  async me(@Caller() caller: CallerValue): Promise<{ success: true; admin: Operator & { id: string } }> {
    const operator = await this.directory.find(caller.id);
    if (!operator) throw new Refused(problems.sessionExpired);
    return { success: true, admin: { id: caller.id, ...operator } };
  }
}
