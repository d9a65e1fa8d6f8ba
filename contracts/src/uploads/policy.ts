/** Pictures that members bring along: what is taken, and for how long. */

/** Told apart by their bytes. */
export const uploadFormats = ['png', 'jpg', 'webp', 'avif'] as const;
export type UploadFormat = (typeof uploadFormats)[number];
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024;
export const UPLOAD_MAX_PIXELS = 40_000_000;
export const UPLOAD_MIN_SIDE_PX = 64;
/** What is kept of it is no larger: the long side in pixels. */
export const UPLOAD_LONG_SIDE_PX = 4096;
/** Kept at the same time by one member. */
export const UPLOADS_MAX = 200;
/** A mask is used at once; it is deleted after so long. */
export const MASK_KEPT_MS = 24 * 3_600_000;

/** Of a mask's grey values, 0 to 255: what is as bright is to be repainted. */
export const MASK_MARKED = 128;

/** A `mask` marks what is to be repainted: white is repainted, black is kept. It is never listed. */
export const uploadPurposes = ['reference', 'mask'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];
