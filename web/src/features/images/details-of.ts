import type { Generation } from '@easel/contracts/generation/http';
import type { ProviderSetting } from '@easel/contracts/generation/policy';
import { resolutionName, secondsText } from '../../lib/figures.ts';
import type { Maker } from './maker.ts';
import { askedAs, ratioText, readable, seedOf } from './image-details.ts';

// Apart from what cards say: viewers come when somebody opens a picture.

/** What the viewer says of one image, by name. */
export function detailsOf(
  generation: Generation,
  variantIndex: number,
  maker?: Maker,
): [name: string, value: string][] {
  const { metadata } = askedAs(generation, variantIndex);
  const { image_dimensions: dimensions, references = 0 } = metadata;
  const seed = maker?.seeds === false ? undefined : seedOf(generation, variantIndex);
  const { revised_prompt: revised, enlarged } = generation.variants[variantIndex] ?? {};
  const used = (setting: ProviderSetting, name: string, key: string): [string, string][] =>
    maker?.ignored[setting] === undefined ? [[name, readable(key)]] : [];
  return [
    ...editOf(generation, variantIndex),
    ...(revised === undefined ? [] : [['Rewritten prompt', revised] as [string, string]]),
    ...(maker ? [['Made by', maker.label] as [string, string]] : []),
    ...(references > 0 ? [['Reference pictures', String(references)] as [string, string]] : []),
    ['Resolution', resolutionName(metadata.resolution)],
    ...(dimensions
      ? [
          ['Dimensions', `${dimensions.width} × ${dimensions.height} px${enlarged ? ', enlarged' : ''}`] as [
            string,
            string,
          ],
        ]
      : []),
    ['Shape', ratioText(metadata.aspect_ratio)],
    ...used('model', 'Model', metadata.model_type),
    ...used('engine', 'Engine', metadata.engine_type),
    ['Style', readable(metadata.style)],
    ...(seed === undefined ? [] : [['Seed', String(seed)] as [string, string]]),
    ...(metadata.processing_time === null
      ? []
      : [['Processing time', secondsText(metadata.processing_time)] as [string, string]]),
    ['Format', metadata.file_format.toUpperCase()],
  ];
}

/** Names the image that an edited one was made from, and what was put into a replaced part. */
function editOf({ variants, original_prompt }: Generation, variantIndex: number): [name: string, value: string][] {
  const { edit, prompt = original_prompt } = variants[variantIndex] ?? {};
  if (!edit) return [];
  const source = variants.findIndex(({ id }) => id === edit.variant_id);
  const from = source < 0 ? [] : [[edit.kind === 'replace' ? 'Edited from' : 'Extended from', `Image ${source + 1}`]];
  const part = edit.kind === 'replace' ? [['Replaced part', prompt]] : [];
  return [...from, ...part] as [string, string][];
}
