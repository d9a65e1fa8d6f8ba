/** Paths are relative to the top folder. */
export interface ServerProject {
  readonly name: string;
  readonly folder: string;
  readonly sourceRoot: string;
  readonly tsConfigPath: string;
  /** Its first source file; a library has none. */
  readonly entry: string | undefined;
  readonly rootDir: string;
  readonly outDir: string;
  /** Folders that are transpiled. */
  readonly sourceFolders: readonly string[];
}

/** The top folder, absolute. */
export const root: string;
export const projects: readonly ServerProject[];
export const main: ServerProject;
export function builtFile(project: ServerProject, source: string): string;
export function builtEntry(project: ServerProject): string | undefined;
