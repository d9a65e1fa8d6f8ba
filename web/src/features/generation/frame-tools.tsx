import { askedAs, seedOf } from '../images/image-details.ts';
import { formOfGeneration } from './form-sources.ts';
import { useResultDeeds, type ResultImage } from './result-deeds.ts';

/** What can be done with one image, under it. */
export function FrameTools({ generation, variantIndex }: ResultImage) {
  const { ImageTools, reuse, compare } = useResultDeeds();
  return (
    <ImageTools
      generation={generation}
      variantIndex={variantIndex}
      onReuse={() => reuse(formOfGeneration(askedAs(generation, variantIndex)), 'The settings are in the form')}
      onUseSeed={() => reuse({ seed: String(seedOf(generation, variantIndex) ?? '') }, 'The seed is in the form')}
      onCompare={() => compare({ generation, variantIndex })}
    />
  );
}
