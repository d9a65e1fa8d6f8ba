import { sessionStore } from '../../lib/storage.ts';

const INVITATION = 'invitation';

/** Keeps the referral code of an address that somebody shared, in this tab, until its visitor registers. */
export function noteInvitation({ search }: Pick<Location, 'search'>): void {
  const code = new URLSearchParams(search).get('ref');
  if (code) sessionStore.set(INVITATION, code);
}

/** Null where this visitor was not invited. */
export const invitation = (): string | null => sessionStore.get(INVITATION);

export const forgetInvitation = (): void => sessionStore.remove(INVITATION);
