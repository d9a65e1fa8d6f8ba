/** Every bench once and at the least size: whether it runs at all. Its figures mean nothing then. */
export const isSmoke = process.argv.includes('--smoke');

/** As much as figures need, or as little as shows that the bench runs. */
export const size = (full: number, smoke: number): number => (isSmoke ? smoke : full);
