import { expect, test } from 'vitest';
import { withExtraArgs, withoutExtraArgs } from './extra-args.ts';

/** Parses a prompt as sd-server does: it uses the first tag within one line, and removes all tags. */
function readBySdServer(prompt: string): { prompt: string; parameters: unknown } {
  const tags = /<sd_cpp_extra_args>(.*?)<\/sd_cpp_extra_args>/;
  const found = tags.exec(prompt)?.[1];
  return {
    prompt: prompt.replaceAll(new RegExp(tags, 'g'), ''),
    parameters: found === undefined ? undefined : JSON.parse(found),
  };
}

const OWN = '<sd_cpp_extra_args>{"seed":1}</sd_cpp_extra_args>';

test.each([
  [`a cat ${OWN}`, 'a cat'],
  [`a ${OWN} cat ${OWN}`, 'a cat'],
  ['a cat <SD_CPP_EXTRA_ARGS>{"seed":1}</Sd_Cpp_Extra_Args>', 'a cat'],
  ['a cat < sd_cpp_extra_args >{"seed":1}< / sd_cpp_extra_args >', 'a cat'],
  ['a cat <sd_cpp_extra_args>{\n"seed":1\n}</sd_cpp_extra_args>', 'a cat'],
  [`a cat <sd_cpp_extra_args>${OWN}</sd_cpp_extra_args>`, 'a cat'],
  [
    `a cat <sd_cpp_<sd_cpp_extra_args>x</sd_cpp_extra_args>extra_args>{"seed":1}</sd_cpp_extra_args>`,
    'a cat <sd_cpp_ extra_args>{"seed":1}',
  ],
  ['a cat <sd_cpp_extra_args>{"seed":1}', 'a cat {"seed":1}'],
  ['a cat </sd_cpp_extra_args> on a mat', 'a cat on a mat'],
  ['a cat  on <b>two</b> mats <', 'a cat  on <b>two</b> mats <'],
])('cleans %j to %j', (prompt, cleaned) => {
  expect(withoutExtraArgs(prompt)).toBe(cleaned);
  expect(readBySdServer(cleaned).parameters).toBeUndefined();
});

test('is parsed by sd-server unchanged', () => {
  const negativePrompt = 'fog,\n"rain"\u2028 </sd_cpp_extra_args> <lora:x:1> ünder';
  const prompt = withExtraArgs('a cat\non a mat', { seed: 41, negativePrompt });
  expect(readBySdServer(prompt)).toEqual({
    prompt: ' a cat\non a mat',
    parameters: { seed: 41, negative_prompt: negativePrompt },
  });
});

test('takes precedence over a remaining tag of the member', () => {
  const prompt = withExtraArgs(`a cat ${OWN}`, { seed: 41, negativePrompt: '' });
  expect(readBySdServer(prompt).parameters).toEqual({ seed: 41, negative_prompt: '' });
});
