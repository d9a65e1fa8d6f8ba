import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { TsconfigCache, transformSync } from 'rolldown/utils';
import { builtFile, root } from './server-projects.mjs';

/**
 * Transpiles the TypeScript of the servers, file by file and without looking at types: 1,500 files take two seconds,
 * where the compiler takes a minute. `npm run check` checks the types.
 */

/** Returns whether a server may run this source file: declarations and tests are never run from the build. */
export const isTranspiled = (file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file);

/**
 * Returns the JavaScript of one source file and its source map, or the errors of its syntax as text.
 * `file` is relative to the top folder. The options, decorators and their metadata among them, come from the
 * tsconfig.json nearest to the file.
 */
export function transpile(project, file, cache = new TsconfigCache()) {
  const path = join(root, file);
  const built = builtFile(project, file);
  const { code, map, errors } = transformSync(
    path,
    readFileSync(path, 'utf8'),
    { sourcemap: true, tsconfig: true, typescript: { rewriteImportExtensions: 'rewrite' } },
    cache,
  );
  if (errors.length > 0) return { built, errors: errors.map((error) => error.message).join('\n') };
  const sources = [relative(join(root, dirname(built)), path)];
  const name = `${built.slice(dirname(built).length + 1)}.map`;
  return {
    built,
    code: `${code}//# sourceMappingURL=${name}\n`,
    map: JSON.stringify({ ...map, sources, sourcesContent: undefined }),
  };
}

/**
 * Transpiles whole projects and removes what earlier builds left of sources that are gone. Throws on the first error.
 */
export function transpileProjects(projects) {
  const cache = new TsconfigCache();
  for (const project of projects) {
    const kept = new Set();
    for (const file of sourcesOf(project)) {
      const { built, code, map, errors } = transpile(project, file, cache);
      if (errors !== undefined) throw new Error(errors);
      mkdirSync(join(root, dirname(built)), { recursive: true });
      writeFileSync(join(root, `${built}.map`), map);
      writeFileSync(join(root, built), code);
      kept.add(built).add(`${built}.map`);
    }
    for (const file of filesBelow(project.outDir)) {
      if (/\.js(\.map)?$/.test(file) && !kept.has(file)) rmSync(join(root, file));
    }
  }
}

const sourcesOf = ({ sourceFolders }) => sourceFolders.flatMap(filesBelow).filter(isTranspiled);

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
