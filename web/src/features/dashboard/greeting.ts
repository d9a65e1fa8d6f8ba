import type { User } from '@easel/contracts/members/http';

const DAY_MS = 86_400_000;

/** Nobody is back on the first day. */
export function greetingOf(user: Pick<User, 'firstName' | 'username' | 'created_at'> | undefined, now: Date): string {
  if (!user) return 'Welcome';
  const isNew = now.getTime() - Date.parse(user.created_at) < DAY_MS;
  return `${isNew ? 'Welcome' : 'Welcome back'}, ${user.firstName || user.username}`;
}
