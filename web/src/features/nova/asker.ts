import type { User } from '@easel/contracts/members/http';

/** What the contact form begins with. */
export type Asker = Pick<User, 'firstName' | 'lastName' | 'email'>;
