/** Writes a `.br` and a `.gz` beside every text of a bundle. */
export function compressFiles(folder: string, effort: 'fast' | 'best'): Promise<void>;
