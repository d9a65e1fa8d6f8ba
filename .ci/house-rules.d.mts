export function roleProblems(paths: readonly string[]): string[];
export function widthProblems(path: string, source: string): string[];
