import type { ServerProject } from './server-projects.mjs';

export type Transpiled =
  /** `built` is the path of the JavaScript, relative to the top folder; `map` belongs beside it as `.map`. */
  | { readonly built: string; readonly code: string; readonly map: string; readonly errors?: undefined }
  | { readonly built: string; readonly errors: string };

export function isTranspiled(file: string): boolean;
export function transpile(project: ServerProject, file: string): Transpiled;
export function transpileProjects(projects: readonly ServerProject[]): void;
