/** Signed-in time of a session. */
export const SESSION_DAYS = 30;

/** spec: member-experience §5; ruled: registration and change ask for eight characters and no more. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;

/** Addresses and user names differ by more than case. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase();
export const canonicalUsername = (username: string): string => username.trim().toLowerCase();

/** spec: member-experience §3, User.preferences; the first is the default. */
export const defaultResolutions = ['4K', '2K', '1K'] as const;
export const defaultFormats = ['PNG', 'JPG', 'WebP'] as const;

/** How long the links in mails hold. */
export const VERIFY_LINK_HOURS = 48;
export const RESET_LINK_MINUTES = 60;

export const PRESETS_MAX = 20;

/** spec: member-experience §5, Reset password: what is still missing, in the order in which people are told. */
export function resetPasswordProblems(password: string): readonly string[] {
  const rules: readonly (readonly [boolean, string])[] = [
    [password.length >= PASSWORD_MIN, 'Password must be at least 8 characters long'],
    [/\p{Ll}/u.test(password), 'Password must contain at least one lowercase letter'],
    [/\p{Lu}/u.test(password), 'Password must contain at least one uppercase letter'],
    [/\p{Nd}/u.test(password), 'Password must contain at least one number'],
  ];
  return rules.filter(([met]) => !met).map(([, message]) => message);
}
