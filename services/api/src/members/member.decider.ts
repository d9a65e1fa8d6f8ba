import type { MemberFact } from '@easel/contracts/members/events';
import type { Decider } from '@easel/kernel/decider';

export interface Member {
  registered: boolean;
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  marketingOptIn: boolean;
}

export interface RegisterMember {
  type: 'RegisterMember';
  memberId: string;
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  marketingOptIn: boolean;
  referralCode: string | null;
}

export const member: Decider<Member, RegisterMember, MemberFact> = {
  initial: () => ({
    registered: false,
    email: '',
    username: '',
    firstName: '',
    lastName: '',
    marketingOptIn: false,
  }),

  decide({ type: _type, ...data }, state) {
    return state.registered ? [] : [{ type: 'MemberRegistered', data }];
  },

  evolve(_state, fact) {
    const { email, username, firstName, lastName, marketingOptIn } = fact.data;
    return { registered: true, email, username, firstName, lastName, marketingOptIn };
  },
};
