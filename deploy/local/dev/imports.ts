import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../server-projects.mjs';

const resolving: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ['source'],
  allowImportingTsExtensions: true,
};

/** Who imports whom among the house's own sources; files are named relative to the top folder. */
export class Imports {
  private readonly known = new Map<string, readonly string[]>();
  private readonly cache = ts.createModuleResolutionCache(root, (name) => name, resolving);

  /** It has changed, and may import others now. */
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
    const known = this.known.get(file) ?? this.read(file);
    this.known.set(file, known);
    return known;
  }

  private read(file: string): readonly string[] {
    const path = join(root, file);
    return ts
      .preProcessFile(text(path))
      .importedFiles.filter(({ fileName }) => /^(\.|@easel\/)/.test(fileName))
      .map(({ fileName }) => ts.resolveModuleName(fileName, path, resolving, ts.sys, this.cache, undefined, MODULES))
      .flatMap(({ resolvedModule }) => (resolvedModule ? [relative(root, resolvedModule.resolvedFileName)] : []));
  }
}

const MODULES = ts.ModuleKind.ESNext;

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // just taken away
  }
}
