import { membersHttp, type Session } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sessions } from '@easel/kernel/identity/sessions';
import { Controller, Param } from '@nestjs/common';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: Sessions) {}

  @RouteOf(membersHttp.sessions)
  async list(@Caller() caller: CallerValue): Promise<{ success: true; sessions: Session[] }> {
    const open = await this.sessions.ofMember(caller.id);
    return {
      success: true,
      sessions: open.map(({ id, createdAt, expiresAt, userAgent }) => ({
        id,
        created_at: createdAt.toISOString(),
        expires_at: expiresAt.toISOString(),
        user_agent: userAgent,
        current: caller.kind === 'member' && id === caller.sessionId,
      })),
    };
  }

  @RouteOf(membersHttp.revokeSession)
  async revoke(
    @Caller() caller: CallerValue,
    @Param({ schema: membersHttp.revokeSession.params }) { id }: { id: string },
  ): Promise<{ success: true }> {
    if (!(await this.sessions.closeOfMember(caller.id, id))) throw new Refused(memberProblems.sessionUnknown);
    return { success: true };
  }
}
