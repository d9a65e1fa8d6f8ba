import type { OperatorRole } from '../kernel/http.ts';

/** `invited`: has no password yet. */
export const operatorStatuses = ['invited', 'active', 'disabled'] as const;
export type OperatorStatus = (typeof operatorStatuses)[number];

export const OPERATOR_NAME_MAX = 120;

/** How long the link of an invitation holds, from its mail. */
export const INVITATION_DAYS = 7;
export const OPERATOR_SESSION_DAYS = 1;

/** Where an invitation's link leads; the token comes after `#`, where no server and no log sees it. */
export const INVITATION_PATH = '/admin/invitation';

/** Where the link leads that lets a browser try past a lock; the token stands behind `#`. */
export const UNLOCK_PATH = '/admin/unlock';
/** How long that link holds, from its mail. Another is sent once it has expired or was used. */
export const UNLOCK_MINUTES = 15;

/**
 * Attempts to sign in that may fail before waiting begins, by whom they are counted; RATE_LIMIT_SCALE multiplies them.
 * A browser that has signed in to the account before is counted by itself, so that it gets in while others are shut
 * out.
 */
export const OPERATOR_SIGN_IN_ATTEMPTS = {
  account: { attempts: 10, windowSeconds: 900 },
  browser: { attempts: 10, windowSeconds: 900 },
  address: { attempts: 25, windowSeconds: 900 },
} as const;

/** Who may be given a message to work on. */
export const deskRoles: readonly OperatorRole[] = ['admin', 'support'];
