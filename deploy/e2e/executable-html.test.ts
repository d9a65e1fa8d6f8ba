import { expect, test } from 'vitest';
import { executablesIn } from './executable-html.ts';

test.each([
  '<p>a</p><script>alert(1)</script>',
  '<script type="module">alert(1)</script>',
  '<script type="application/json">{"a":"</script><script>alert(1)</script>"}</script>',
  '<svg onload="alert(1)">',
  '<svg/onload=alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<p style="color: red">a</p>',
  '<iframe srcdoc="a"></iframe>',
  '<base href="https://evil.example/">',
])('%s would run', (html) => {
  expect(executablesIn(html)).not.toEqual([]);
});

test.each([
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  '<script src="/theme.js"></script><script type="module" src="/a.js"></script>',
  '<script type="application/json">{"a":"\\u003cscript>alert(1)"}</script>',
  '<img alt="&lt;svg onload=&quot;x&quot;>" src="/a.webp" width="1">',
  '<meta name="description" content="a <svg onload= and style=">',
])('%s would not', (html) => {
  expect(executablesIn(html)).toEqual([]);
});
