import { createHash, timingSafeEqual } from 'node:crypto';

/** Answers whether it is the secret, in a time that tells nothing of how much of it was right. */
export const isSameSecret = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
