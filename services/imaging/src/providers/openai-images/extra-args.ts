import type { RemoteCall } from '../remote-provider.ts';

// stable-diffusion.cpp's server accepts its own parameters as JSON between tags inside the prompt. It uses the first
// tag, and removes all of them from the prompt. Source: examples/server/routes_openai.cpp and
// examples/common/common.cpp at commit 0137f16 (2026).

const OPENING = '<sd_cpp_extra_args>';
const CLOSING = '</sd_cpp_extra_args>';

/** Matches more than the server parses: any case, with spaces, across lines. */
const WHOLE = /<\s*sd_cpp_extra_args\s*>[\s\S]*?<\s*\/\s*sd_cpp_extra_args\s*>/gi;
/** A single opening or closing tag could pair up with ours. */
const HALF = /<\s*\/?\s*sd_cpp_extra_args\s*>/gi;

/** Removes parameters that the member wrote into the prompt. */
export function withoutExtraArgs(prompt: string): string {
  let cleaned = prompt;
  // Repeat: removing one tag may join the rest into another.
  for (let before = ''; before !== cleaned;) {
    before = cleaned;
    cleaned = cleaned.replaceAll(WHOLE, ' ').replaceAll(HALF, ' ');
  }
  return cleaned === prompt ? prompt : cleaned.replaceAll(/ {2,}/g, ' ').trim();
}

/** Puts our parameters before the prompt. `prompt` must not contain tags any more. */
export function withExtraArgs(
  prompt: string,
  { seed, negativePrompt }: Pick<RemoteCall, 'seed' | 'negativePrompt'>,
): string {
  const parameters = { seed, negative_prompt: negativePrompt };
  // Escape what would end the server's match: line breaks and a closing tag.
  const json = JSON.stringify(parameters).replaceAll(/[<\u2028\u2029]/g, escaped);
  return `${OPENING}${json}${CLOSING} ${prompt}`;
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
