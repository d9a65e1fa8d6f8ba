import { dirname, join, normalize } from 'node:path/posix';
import Slugger from 'github-slugger';
import { marked, type Token, type Tokens } from 'marked';

/** The files of the repository that documents may point at. */
export interface Repository {
  /** Paths from the root, with forward slashes. */
  readonly files: ReadonlySet<string>;
  readonly read: (path: string) => string;
  /** Names in the root package.json. */
  readonly scripts: ReadonlySet<string>;
}

/**
 * Returns one line for each relative link and anchor of a Markdown file that leads nowhere, and for each `npm run NAME`
 * that package.json does not have. Links to other sites are not followed.
 */
export function documentProblems(path: string, repository: Repository): string[] {
  const text = repository.read(path);
  const scripts = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].flatMap(([, name = '']) =>
    repository.scripts.has(name) ? [] : [`${path}: package.json has no script "${name}"`],
  );
  const links = linksIn(text).flatMap((link) => {
    const problem = linkProblem(path, link, repository);
    return problem === undefined ? [] : [`${path}: ${link}: ${problem}`];
  });
  return [...new Set([...links, ...scripts])];
}

function linkProblem(path: string, link: string, { files, read }: Repository): string | undefined {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(link)) return undefined;
  const [target = '', anchor] = link.split('#').map(decodeURIComponent);
  const found = target === '' ? path : normalize(target.startsWith('/') ? `.${target}` : join(dirname(path), target));
  if (!isThere(found, files)) return 'no such file';
  if (anchor === undefined) return undefined;
  if (found.endsWith('.md')) return anchorsIn(read(found)).has(anchor) ? undefined : `no heading #${anchor}`;
  const lines = /^L(\d+)(?:-L(\d+))?$/.exec(anchor);
  if (!lines || !files.has(found)) return `no heading #${anchor}`;
  return Number(lines[2] ?? lines[1]) <= read(found).split('\n').length ? undefined : 'no such line';
}

function isThere(path: string, files: ReadonlySet<string>): boolean {
  const folder = path.replace(/\/*$/, '/');
  return path === '.' || files.has(path) || [...files].some((file) => file.startsWith(folder));
}

/** Returns the targets of links and images, those of raw HTML included. */
function linksIn(text: string): string[] {
  const links: string[] = [];
  void marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push((token as Tokens.Link).href);
    if (token.type === 'html') links.push(...attributes(token.raw, 'href|src'));
  });
  return links;
}

/** Returns the anchors that GitHub gives to headings, and those that raw HTML names. */
function anchorsIn(text: string): Set<string> {
  const slugger = new Slugger();
  const anchors = new Set<string>();
  void marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'heading') anchors.add(slugger.slug(plainText(token.tokens ?? [])));
    if (token.type === 'html') for (const id of attributes(token.raw, 'id|name')) anchors.add(id);
  });
  return anchors;
}

const attributes = (html: string, names: string): string[] =>
  [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, 'g'))].map(([, value = '']) => value);

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      return token.type === 'html' || !('text' in token) ? '' : String(token.text);
    })
    .join('');
}
