import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { builtFile, followedMark, projects, root, type ServerProject } from '../server-projects.mjs';

const optionsOf = new Map<ServerProject, ts.CompilerOptions>();

/** The project that a source file belongs to; undefined for what no server runs, tests among it. */
export function projectOf(file: string): ServerProject | undefined {
  if (!file.endsWith('.ts') || /\.(test|d)\.ts$/.test(file) || file.includes('/testing/')) return undefined;
  return projects.find(({ sourceRoot }) => file.startsWith(`${sourceRoot}/`));
}

/**
 * Puts what one changed source file becomes where a build would put it, without looking at types: that takes milliseconds,
 * and the compiler is the build's own, with the decorators' metadata. Answers what hinders it, as text; the old one then stays.
 */
export function compile(project: ServerProject, file: string): string | undefined {
  const built = join(root, builtFile(project, file));
  const text = read(file);
  writeFileSync(followedMark(project), '');
  if (text === undefined) {
    rmSync(built, { force: true });
    return undefined;
  }
  const {
    outputText,
    sourceMapText,
    diagnostics = [],
  } = ts.transpileModule(text, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { ...options(project), sourceRoot: `${relative(dirname(built), dirname(join(root, file)))}/` },
  });
  if (diagnostics.length > 0) return ts.formatDiagnosticsWithColorAndContext(diagnostics, host);
  mkdirSync(dirname(built), { recursive: true });
  put(`${built}.map`, sourceMapText ?? '');
  put(built, outputText);
  return undefined;
}

function options(project: ServerProject): ts.CompilerOptions {
  const known = optionsOf.get(project) ?? parsedOptions(join(root, project.tsConfigPath));
  optionsOf.set(project, known);
  return known;
}

function parsedOptions(path: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path, (name) => ts.sys.readFile(name)) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, dirname(path));
  const { rootDir: _, outDir: __, tsBuildInfoFile: ___, ...ofOneFile } = options;
  // A file by itself has no package.json beside it that would tell that it is a module.
  return { ...ofOneFile, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
}

/** Whole or not at all: a process may be reading it. */
function put(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

const host: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};
