import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtFile, projects, root, type ServerProject } from '../server-projects.mjs';
import { isTranspiled, transpile } from '../transpile.mjs';

/** The project that a source file belongs to; undefined for what no server runs, tests among it. */
export function projectOf(file: string): ServerProject | undefined {
  if (!isTranspiled(file) || file.includes('/testing/')) return undefined;
  return projects.find(({ sourceRoot }) => file.startsWith(`${sourceRoot}/`));
}

/** Transpiles one changed source file as a build would. Returns syntax errors as text; the old build then stays. */
export function compile(project: ServerProject, file: string): string | undefined {
  if (!existsSync(join(root, file))) {
    rmSync(join(root, builtFile(project, file)), { force: true });
    return undefined;
  }
  const result = transpile(project, file);
  if (result.errors !== undefined) return result.errors;
  const built = join(root, result.built);
  mkdirSync(dirname(built), { recursive: true });
  replace(`${built}.map`, result.map);
  replace(built, result.code);
  return undefined;
}

/** Writes beside the file and renames: a process may be reading it. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}
