import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const nest = readJson('nest-cli.json');

/** The servers and their libraries, as nest-cli.json lists them; the build, the start and `npm run dev` read it. */
export const projects = Object.entries(nest.projects).map(([name, project]) => asProject(name, project));

/** What `npm start` runs: the project at the top of nest-cli.json. */
export const main = asProject('main', nest);

/** Where the build puts what it makes of a source file of a project; both relative to the top folder. */
export function builtFile(project, source) {
  return join(project.outDir, relative(project.rootDir, source).replace(/\.ts$/, '.js'));
}

/** What a project runs, built; undefined for a library. */
export function builtEntry(project) {
  return project.entry && builtFile(project, project.entry);
}

function asProject(name, { root: folder, sourceRoot, entryFile, compilerOptions }) {
  const { tsConfigPath } = compilerOptions;
  const { compilerOptions: options, include } = readJson(tsConfigPath);
  const config = dirname(tsConfigPath);
  return {
    name,
    folder,
    sourceRoot,
    tsConfigPath,
    entry: entryFile && join(sourceRoot, `${entryFile}.ts`),
    rootDir: join(config, options.rootDir),
    outDir: join(config, options.outDir),
    sourceFolders: include.map((name) => join(config, name)),
  };
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
