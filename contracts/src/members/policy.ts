/** Signed-in time of a session. */
export const SESSION_DAYS = 30;

/** spec: member-experience §5; ruled: registration and change ask for eight characters and no more. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;

/** Addresses and user names differ by more than case. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase();
export const canonicalUsername = (username: string): string => username.trim().toLowerCase();
