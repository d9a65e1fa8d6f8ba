/** Texts that people and programs may take for more than text. */
export const SCRIPT = '<script>window.hacked=1</script><svg onload="window.hacked=1">';
export const FORMULA = '=HYPERLINK("http://evil.example/","click")<script>alert(1)</script>';
/** Were any of it more than text, the page would be marked. */
export const HOSTILE = `=HYPERLINK("http://evil.example/","x")<script>window.struck=1</script><svg onload="window.struck=1"><img src=x onerror="window.struck=1">`;
