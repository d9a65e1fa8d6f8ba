export function roleProblems(paths: readonly string[]): string[];
export function featureWords(folders: readonly string[], categories: readonly string[]): Set<string>;
export function featureNames(path: string, text: string, words: ReadonlySet<string>): string[];
