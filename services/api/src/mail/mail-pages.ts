import { brand } from '@easel/contracts/brand';
import { mailHttp, type LocalMail } from '@easel/contracts/mail/http';
import { escapeHtml } from './html.ts';

/** System colours follow the reader's theme, and are legible in each. */
export const mailStyle = `:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: CanvasText; background: Canvas; }
a { color: LinkText; }
a:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
h1 { font-size: 1.5rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.75rem 0.5rem; text-align: left; vertical-align: top; border-bottom: 1px solid GrayText;
  overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { padding: 1rem; border: 1px solid GrayText; border-radius: 0.5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

export function mailListPage(mails: readonly LocalMail[]): string {
  const rows = mails.map(
    ({ id, sent_at: sentAt, to, subject }) =>
      `<tr><td><a href="${pathOf(id)}">${escapeHtml(subject)}</a></td><td>${escapeHtml(to)}</td><td>${time(sentAt)}</td></tr>`,
  );
  const table = `<table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
  return page(
    'Mails',
    `<p>No mail server is set (SMTP_URL), so mails stay here, for this machine alone; the last 200 are kept.</p>
${mails.length > 0 ? table : '<p>Nothing was sent yet.</p>'}`,
  );
}

export function mailPage({ sent_at: sentAt, to, subject, text, html }: LocalMail): string {
  return page(
    subject,
    `<p><a href="${mailHttp.list.path}">All mails</a></p>
<dl><dt>To</dt><dd>${escapeHtml(to)}</dd><dt>Sent</dt><dd>${time(sentAt)}</dd></dl>
<pre>${linked(text)}</pre>
<details><summary>HTML source</summary><pre>${escapeHtml(html)}</pre></details>`,
  );
}

const pathOf = (id: string): string => mailHttp.one.path.replace(':id', encodeURIComponent(id));

const time = (at: string): string =>
  `<time datetime="${escapeHtml(at)}">${escapeHtml(at.slice(0, 19).replace('T', ' '))} UTC</time>`;

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${brand.name}</title>
<link rel="stylesheet" href="${mailHttp.style.path}">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
