export function roleProblems(paths: readonly string[]): string[];
