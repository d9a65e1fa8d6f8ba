/** Limits of uploads. */

/** Accepted formats, recognized by content. */
export const uploadFormats = ['png', 'jpg', 'webp', 'avif'] as const;
export type UploadFormat = (typeof uploadFormats)[number];
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024;
export const UPLOAD_MAX_PIXELS = 40_000_000;
export const UPLOAD_MIN_SIDE_PX = 64;
/** Longest side of a stored upload in pixels; larger ones are scaled down. */
export const UPLOAD_LONG_SIDE_PX = 4096;
/** Most reference pictures that one member may keep; masks are counted separately. */
export const UPLOADS_MAX = 200;
/** Lifetime of a mask, which is needed only for the request it was painted for. */
export const MASK_KEPT_MS = 24 * 3_600_000;

/** Grey values from 0 to 255: pixels at least this bright are repainted. */
export const MASK_MARKED = 128;

/** A `mask` marks the area to repaint: white is repainted, black is kept. Masks are never listed. */
export const uploadPurposes = ['reference', 'mask'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];
