import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { projects, root } from '../server-projects.mjs';

/** Who imports whom among the project's own sources; files are named relative to the top folder. */
export class Imports {
  private readonly known = new Map<string, readonly string[]>();

  /** Reads the file again when it is next asked for: it has changed, and may import others now. */
  forget(file: string): void {
    this.known.delete(file);
  }

  /** Whether a program that begins with this file has that one in it. */
  reaches(entry: string, file: string): boolean {
    const seen = new Set([entry]);
    for (const one of seen) {
      if (one === file) return true;
      for (const next of this.of(one)) seen.add(next);
    }
    return false;
  }

  private of(file: string): readonly string[] {
    const known = this.known.get(file) ?? importsOf(file);
    this.known.set(file, known);
    return known;
  }
}

function importsOf(file: string): readonly string[] {
  const code = text(join(root, file));
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^'(.+)'$/.exec(code.slice(start, end))?.[1] ?? [],
    ),
  ];
  return requests.flatMap((request) => sourceOf(file, request) ?? []);
}

/** Resolves what a source file imports to a source file; undefined for packages of others. */
function sourceOf(importer: string, request: string): string | undefined {
  if (request.startsWith('.')) return join(dirname(importer), request);
  const [, workspace, path] = /^@easel\/([^/]+)\/(.+)$/.exec(request) ?? [];
  const project = projects.find(({ name }) => name === workspace);
  const file = project && join(project.rootDir, `${path}.ts`);
  return file !== undefined && existsSync(join(root, file)) ? file : undefined;
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // just deleted
  }
}
