import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brand } from '@easel/contracts/brand';
import { openapiHttp } from '@easel/contracts/openapi/http';
import { PackedText } from '../kernel/packed-text.ts';

/** Allows what the page needs and no other host. The viewer sets no style by markup, so none is inline. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The viewer's icons are data URLs in its style sheet.
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SCRIPT = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyTheme);
applyTheme();
SwaggerUIBundle({
  url: '${openapiHttp.document.path}',
  dom_id: '#docs',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; }
html.dark-mode body { background: #1c2022; }
.swagger-ui .info { margin: 32px 0 16px; }
.swagger-ui .info .markdown p { max-width: 75ch; line-height: 1.5; }
.swagger-ui .scheme-container { padding: 16px 0; }
.swagger-ui .response-col_links { display: none; }
@media (max-width: 640px) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; font-size: 20px; }
  .swagger-ui .opblock-tag small { order: 1; flex-basis: 100%; padding: 4px 0 0; }
  .swagger-ui .opblock-tag > :first-child { flex: 1; }
  .swagger-ui .filter .operation-filter-input { width: 100%; }
}
`;

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

const VIEWER_STYLE = import.meta.resolve('swagger-ui-dist/swagger-ui.css');
const VIEWER_SCRIPT = import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js');
const readText = (address: string): Promise<string> => readFile(fileURLToPath(address), 'utf8');

/** Adds a hash of the content, so that a name never gets another content: `docs.css` becomes `docs.2f6a….css`. */
function hashedName(file: string, content: string): string {
  const { name, ext } = parse(file);
  return `${name}.${createHash('sha256').update(content).digest('hex').slice(0, 16)}${ext}`;
}

export interface DocsPage {
  html: PackedText;
  /** By name. */
  assets: ReadonlyMap<string, PackedText>;
}

/** Reads the viewer's files, and makes the page that loads them. */
export async function loadDocsPage(): Promise<DocsPage> {
  const files = [
    ['swagger-ui.css', await readText(VIEWER_STYLE)],
    ['docs.css', STYLE],
    ['swagger-ui.js', await readText(VIEWER_SCRIPT)],
    ['docs.js', SCRIPT],
  ] as const;
  const named = files.map(([name, text]) => {
    // Source maps are not served.
    const content = text.replace(/\n?(?:\/\/# |\/\*# )sourceMappingURL=\S+(?: \*\/)?\s*$/, '\n');
    return { name: hashedName(name, content), content };
  });
  const addressOf = (name: string): string => openapiHttp.asset.path.replace(':name', name);
  const tags = named.map(({ name }) =>
    name.endsWith('.css')
      ? `<link rel="stylesheet" href="${addressOf(name)}">`
      : `<script src="${addressOf(name)}" defer></script>`,
  );
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand.name} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${tags.join('\n')}
</head>
<body>
<main id="docs"></main>
<noscript>This page needs JavaScript. The document is at <a href="${openapiHttp.document.path}">${openapiHttp.document.path}</a>.</noscript>
</body>
</html>
`;
  return {
    html: new PackedText(html, 'text/html; charset=utf-8'),
    assets: new Map(
      named.map(({ name, content }) => [name, new PackedText(content, name.endsWith('.css') ? CSS : JAVASCRIPT)]),
    ),
  };
}
