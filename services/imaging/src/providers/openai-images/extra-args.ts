import type { RemoteCall } from '../remote-provider.ts';

// stable-diffusion.cpp's server takes its own parameters as JSON between tags inside the prompt: read in
// examples/server/routes_openai.cpp and examples/common/common.cpp, as of commit 0137f16 (2026).
// It uses the first such tag and cuts all of them out of the prompt.

const OPENING = '<sd_cpp_extra_args>';
const CLOSING = '</sd_cpp_extra_args>';

/** Wider than what the server reads: in any case, with spaces, over several lines. */
const WHOLE = /<\s*sd_cpp_extra_args\s*>[\s\S]*?<\s*\/\s*sd_cpp_extra_args\s*>/gi;
/** One without its other half could pair up with ours. */
const HALF = /<\s*\/?\s*sd_cpp_extra_args\s*>/gi;

/** The prompt without parameters that its member wrote into it. */
export function withoutExtraArgs(prompt: string): string {
  let cleaned = prompt;
  // What is cut out may join to a new tag.
  for (let before = ''; before !== cleaned;) {
    before = cleaned;
    cleaned = cleaned.replaceAll(WHOLE, ' ').replaceAll(HALF, ' ');
  }
  return cleaned === prompt ? prompt : cleaned.replaceAll(/ {2,}/g, ' ').trim();
}

/** The prompt with parameters of ours, which come first. `prompt` has no tag any more. */
export function withExtraArgs(
  prompt: string,
  { seed, negativePrompt }: Pick<RemoteCall, 'seed' | 'negativePrompt'>,
): string {
  const parameters = { seed, negative_prompt: negativePrompt };
  // The server's expression ends at a line break and at the next closing tag.
  const json = JSON.stringify(parameters).replaceAll(/[<\u2028\u2029]/g, escaped);
  return `${OPENING}${json}${CLOSING} ${prompt}`;
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
