import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { marked } from 'marked';

/** A code block of the tutorial that belongs to the feature: its info string names a file (`ts file=a/b.ts`). */
export interface Block {
  kind: 'file' | 'diff';
  path: string;
  text: string;
}

/** Returns the blocks that belong to the feature in their order; blocks without a file are examples and commands. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type !== 'code') return;
    const { lang = '', text } = token as { lang?: string; text: string };
    const [language, ...rest] = lang.split(/\s+/);
    const path = rest.find((word) => word.startsWith('file='))?.slice('file='.length);
    if (path) blocks.push({ kind: language === 'diff' ? 'diff' : 'file', path, text: `${text}\n` });
  });
  return blocks;
}

/**
 * Copies the sources into a temporary folder, which it returns. The copy shares the installed packages with the
 * original, but its own `@easel/*` packages resolve to the copied sources, and it is built by itself.
 */
export function copySources(root: string): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'easel-tutorial-')));
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', git, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\0');
  for (const path of paths.filter((one) => one !== '' && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(join(root, path), join(copy, path));
  }

  const [installed, linked] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(linked, '@easel'), { recursive: true });
  const packages = readdirSync(installed).filter((name) => name !== '@easel' && !/^\.(?!bin$)/.test(name));
  for (const name of packages) symlinkSync(join(installed, name), join(linked, name));
  for (const name of readdirSync(join(installed, '@easel'))) {
    const workspace = relative(realpathSync(root), realpathSync(join(installed, '@easel', name)));
    symlinkSync(join(copy, workspace), join(linked, '@easel', name));
  }
  return copy;
}

/** Writes a new file or applies a diff. Throws if the file exists already, or if the diff does not apply. */
export function apply(copy: string, { kind, path, text }: Block): void {
  if (kind === 'file') {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text, { flag: 'wx' });
    return;
  }
  const changed = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, name]) => name);
  if (changed.length !== 1 || changed[0] !== path)
    throw new Error(`the diff for ${path} changes ${changed.join(', ')}`);
  try {
    execFileSync('git', ['apply', '-'], {
      cwd: copy,
      input: text,
      stdio: ['pipe', 'pipe', 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy) },
    });
  } catch (error) {
    throw new Error(`the diff for ${path} does not apply: ${(error as { stderr: string }).stderr}`, { cause: error });
  }
}

/** Checks one program without output, with every `@easel/*` import resolved to its source. */
const compilerOptions = {
  noEmit: true,
  composite: false,
  incremental: false,
  emitDeclarationOnly: false,
  declarationMap: false,
  sourceMap: false,
  rewriteRelativeImportExtensions: false,
  allowImportingTsExtensions: true,
  customConditions: ['source'],
};

/** Writes a tsconfig that checks these files and what they import, and returns its path. */
export function writeTsconfig(copy: string, base: string, paths: readonly string[]): string {
  const folder = dirname(join(copy, base));
  const files = paths.map((path) => relative(folder, join(copy, path)));
  const config = join(folder, 'tsconfig.tutorial.json');
  const settings = { extends: join(copy, base), compilerOptions, files, include: [], references: [] };
  writeFileSync(config, JSON.stringify(settings));
  return config;
}

export const readTutorial = (root: string): Block[] =>
  blocksOf(readFileSync(join(root, 'docs/tutorial-add-a-feature.md'), 'utf8'));
