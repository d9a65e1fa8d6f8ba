import { aspectRatioKeys, aspectRatios, type AspectRatio } from '@easel/contracts/generation/policy';
import { isShaped } from '@easel/contracts/providers/policy';
import { useState } from 'react';
import { SelectField } from '../../ui/select.tsx';
import { useProviders } from '../providers/providers-query.ts';
import { EditForm } from './edit-form.tsx';
import type { EditProps } from './edit-props.ts';
import styles from './extend-dialog.module.css';
import { useOrderVariant } from './order-variant.ts';
import { variantOffer } from './variant-offer.ts';

/** Dialog to extend a picture beyond its edges, to another aspect ratio. */
export default function ExtendDialog({ generation, variant, onOrdered, onClose }: EditProps) {
  const providers = useProviders();
  const shapes = aspectRatioKeys.filter((key) => !isShaped(aspectRatios[key], variant));
  const [shape, setShape] = useState<AspectRatio>(
    () => shapes.find((key) => whyNot(key) === undefined) ?? 'widescreen_16_9',
  );
  const [prompt, setPrompt] = useState(generation.original_prompt);
  const order = useOrderVariant({ generation, wish: { edit: 'extend', aspectRatio: shape }, onOrdered, onClose });
  function whyNot(aspectRatio: AspectRatio): string | undefined {
    const { choice } = variantOffer(providers, generation, { edit: 'extend', aspectRatio });
    return choice.refusal === 'impossible' ? choice.reason : undefined;
  }
  return (
    <EditForm
      title="Extend the picture"
      note="The area beyond its edges is painted to match. The result becomes a variant of this picture."
      promptLabel="What the whole picture shows"
      prompt={prompt}
      onPrompt={setPrompt}
      order={order}
      onSubmit={(wanted) =>
        order.submit(() => ({
          prompt: wanted,
          edit: { kind: 'extend' },
          aspect_ratio: shape,
          variant_id: variant.id,
        }))
      }
      onClose={onClose}
    >
      <SelectField
        label="Shape"
        value={shape}
        options={shapes.map((value) => ({
          value,
          label: aspectRatios[value].label,
          disabled: whyNot(value) !== undefined,
        }))}
        onChange={(event) => {
          setShape(shapes.find((key) => key === event.target.value) ?? shape);
          order.reset();
        }}
      />
      <Frame image={variant} shape={shape} />
    </EditForm>
  );
}

/** Shows the picture in its new frame, with the area to paint hatched. */
function Frame({ image, shape }: { image: EditProps['variant']; shape: AspectRatio }) {
  const { width, height } = aspectRatios[shape];
  const isWider = width / height > image.width / image.height;
  return (
    <figure className={styles.figure}>
      <div
        className={styles.frame}
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: `${(240 * width) / height}px` }}
      >
        <img src={image.image_url} alt="" width={image.width} height={image.height} />
      </div>
      <figcaption>{`The hatched parts ${isWider ? 'on the left and right' : 'above and below'} will be painted.`}</figcaption>
    </figure>
  );
}
