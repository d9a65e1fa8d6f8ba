/** Kinds of script that are data. */
const DATA = new Set(['application/json', 'application/ld+json']);

/**
 * What of a page's source would run or lead by itself, or bears a style of its own: scripts that stand in it, handlers,
 * `javascript:` addresses, frames and style attributes. Empty for a page that keeps to the policy.
 */
export function executablesIn(html: string): string[] {
  // What a script of data or a comment holds is no markup, up to its own end.
  const blocks = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)];
  const scripts = blocks.flatMap(([, attributes = '', text = '']) => {
    const kind = /\btype="([^"]*)"/i.exec(attributes)?.[1] ?? '';
    return text.trim() === '' || DATA.has(kind) ? [] : [`<script${attributes}>${text}`];
  });
  const markup = html.replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script\s*>/gi, '$1').replaceAll(/<!--[\s\S]*?-->/g, '');
  const tags = markup.match(/<[a-z][^\s/>]*(?:"[^"]*"|'[^']*'|[^'">])*>/gi) ?? [];
  const executable = tags.filter((tag) => {
    // Names of attributes alone: what stands in quotation marks is text.
    const names = tag.replaceAll(/"[^"]*"|'[^']*'/g, '""');
    return (
      /[\s/](on[a-z]+|style|srcdoc)\s*=/i.test(names) ||
      /^<(iframe|object|embed|base)\b/i.test(tag) ||
      /\b(href|src|action)\s*=\s*["']?\s*javascript:/i.test(tag)
    );
  });
  return [...scripts, ...executable];
}
