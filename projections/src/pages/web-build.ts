import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '@easel/contracts/pages/rendered-page';

export interface WebBuild {
  renderer: PageRenderer;
  /** The document that pages are rendered into. */
  template: string;
  /** The document whose page the browser renders. */
  bare: string;
}

/** Where the member app's workspace is; its build lies in it. */
const webFolder = (): string => dirname(createRequire(import.meta.url).resolve('@easel/web/package.json'));

/** Loads what `npm run build` made of the member app for this side. */
export async function loadWebBuild(): Promise<WebBuild> {
  const folder = webFolder();
  const server = join(folder, 'dist-server');
  const [renderer, template, bare] = await Promise.all([
    import(pathToFileURL(join(server, 'entry-server.js')).href) as Promise<PageRenderer>,
    readFile(join(server, 'rendered.html'), 'utf8'),
    readFile(join(folder, 'dist', 'index.html'), 'utf8'),
  ]);
  return { renderer, template, bare };
}
