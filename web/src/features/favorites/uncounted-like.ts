import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toast.tsx';
import { knownMember } from '../members/session.ts';

/** Clients that have shown once that a like is not counted yet. */
const informed = new WeakSet<QueryClient>();

/** A like counts once its member's address is verified. Unexplained, the number beside the heart would look wrong. */
export function explainUncounted(client: QueryClient, showProfile: () => void): void {
  if (informed.has(client) || knownMember(client)?.emailVerified !== false) return;
  informed.add(client);
  toast.info('It is among your favorites. Your likes count once your email address is verified.', {
    label: 'Profile',
    run: showProfile,
  });
}
