import { member, type MemberCommand } from '@easel/api/members/member.decider';
import { memberStream } from '@easel/contracts/members/stream';
import { action, answerCode, nameOf, someMember, type Action, type Scene } from './action.ts';

async function change(scene: Scene, memberId: string, what: string, command: () => MemberCommand): Promise<void> {
  const answer = await scene.world.call({ kind: 'member', id: memberId }, what, ({ runner }, context) =>
    runner.execute(memberStream.nameOf(memberId), member, command(), context),
  );
  scene.tell(`${nameOf(scene, memberId)} ${what}: ${answerCode(answer)}`);
}

/** How members leave, and how some think better of it. */
export const leavingActions: readonly Action[] = [
  action('ask to be erased', 2, async (scene) => {
    const memberId = someMember(scene);
    const givesUp = scene.chance.onceIn(2);
    await change(scene, memberId, `asks to be erased${givesUp ? ', whatever is left' : ''}`, () => ({
      type: 'RequestErasure',
      memberId,
      givesUp,
      at: new Date(),
    }));
  }),
  action('stay', 1, async (scene) => {
    const memberId = someMember(scene);
    await change(scene, memberId, 'stays', () => ({ type: 'WithdrawErasure', memberId }));
  }),
];
