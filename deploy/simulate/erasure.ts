import type { MemberErasure } from '@easel/api/members/member-erasure';
import { member } from '@easel/api/members/member.decider';
import { memberStream } from '@easel/contracts/members/stream';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';

/**
 * Nobody has a password, a session or a name to be found by here: beside the fact itself, the roll alone knows members.
 */
export function erasureOn(runner: DeciderRunner, strike: (memberId: string) => Promise<void>): MemberErasure {
  const find = async (memberId: string) => (await runner.fold(memberStream.nameOf(memberId), member)).state;
  const erasure: Pick<MemberErasure, 'requestOf' | 'erase'> = {
    requestOf: async (memberId) => (await find(memberId)).erasure,
    async erase(memberId, context) {
      const command = { type: 'EraseMember', memberId, at: new Date() } as const;
      await runner.execute(memberStream.nameOf(memberId), member, command, context);
      const { erased } = await find(memberId);
      if (erased) await strike(memberId);
      return erased;
    },
  };
  return erasure as MemberErasure;
}
