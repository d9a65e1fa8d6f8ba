import {
  enlargedText,
  imageSizes,
  sizedPx,
  sizeProblem,
  type DownloadFormat,
  type ImageSize,
} from '@easel/contracts/downloads/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Option, OptionGroup } from '../../ui/option.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PictureDialog } from '../../ui/picture-dialog.tsx';
import { FormatField } from '../images/format-field.tsx';
import type { WantedImage } from '../images/image-deals.ts';
import { ENLARGED, pixelsText } from '../images/download-words.ts';
import { askedAs } from '../images/image-details.ts';
import { originalSizeOf } from '../images/image-size.ts';
import { lockText, useSizeLocks } from '../images/size-lock.ts';
import styles from './download-dialog.module.css';
import { formatIn, leftText, priceText, quoteQuery } from './quotes.ts';
import { useConfirm } from './use-confirm.ts';

interface DownloadDialogProps {
  image: WantedImage;
  /** The member's default; the image's own size where it is smaller, or where the default is not known. */
  preferredSize: ImageSize | undefined;
  /** The member's default. */
  preferredFormat: DownloadFormat;
  onClose: () => void;
}

/** Downloads own pictures; the purchase dialog gets those of others. spec: member-experience §5 "Download dialog". */
export function DownloadDialog({ image, preferredSize, preferredFormat, onClose }: DownloadDialogProps) {
  const { generation, variantIndex, place = 'own' } = image;
  const variant = generation.variants[variantIndex];
  const original = originalSizeOf(image);
  const lockOf = useSizeLocks();
  const [size, setSize] = useState<ImageSize>(() => smallerOf(original, preferredSize ?? original));
  const [requestedFormat, setFormat] = useState(preferredFormat);
  const { data, error, fetchStatus, isPlaceholderData, isFetching, refetch } = useQuery(
    quoteQuery({ generationId: generation.id, variantId: variant?.id ?? '', size }),
  );
  const confirm = useConfirm({ place, quoteAnew: async () => (await refetch()).data, onDone: onClose });
  if (!variant) return null;

  const shown = data?.quote;
  // What is shown while another size is asked for cannot be agreed to.
  const quoted = isPlaceholderData || isFetching ? undefined : data;
  const format = shown ? formatIn(shown, requestedFormat) : requestedFormat;
  const unquoted = !data && (error !== null || fetchStatus === 'paused');

  const change = (to: () => void) => {
    confirm.forgive();
    to();
  };
  return (
    <PictureDialog
      title="Download"
      picture={variant}
      about={askedAs(generation, variantIndex).original_prompt}
      // What is being asked for is waited for.
      onClose={() => confirm.asking || onClose()}
    >
      <OptionGroup legend="Size">
        {imageSizes.map((one) => {
          const missing = shown !== undefined && !shown.availableTiers.includes(one);
          // What no plan would bring is not offered with one.
          const lock = sizeProblem({ tier: 'enterprise', original, size: one }) ? undefined : lockOf(one);
          const { width, height } = sizedPx(one, { ...variant, original });
          return (
            <Option
              key={one}
              name="download-size"
              value={one}
              title={one}
              note={
                lock
                  ? lockText(lock)
                  : missing
                    ? '(Not available for this image)'
                    : pixelsText(one, original, { width, height })
              }
              disabled={missing || lock !== undefined || confirm.busy}
              checked={one === (quoted?.quote.finalTier ?? size)}
              onChange={() => change(() => setSize(one))}
              action={lock && <PageLink to="/pricing">Upgrade</PageLink>}
            />
          );
        })}
      </OptionGroup>
      {shown && enlargedText(shown.finalTier, original) && <p className={styles.enlarged}>{ENLARGED}</p>}
      <FormatField
        formats={shown?.formats ?? ['png']}
        format={format}
        disabled={!shown || confirm.busy}
        onChange={(to) => change(() => setFormat(to))}
      />
      <dl className={styles.terms} data-old={quoted === undefined} aria-live="polite" aria-busy={isFetching}>
        <Term name="Final size">
          {shown && `${pixelsText(shown.finalTier, original, shown.imageDimensions)} (${shown.finalTier})`}
        </Term>
        <Term name="Price">{shown && priceText(shown)}</Term>
        {shown && leftText(shown) && <Term name="Left of your plan">{leftText(shown)}</Term>}
      </dl>
      <div role="alert" className={styles.problem}>
        {unquoted && (
          <Notice kind="problem" action={<Button onClick={() => void refetch()}>Try again</Button>}>
            {`Failed to fetch quote. ${error ? messageOf(error, '') : 'You are offline.'}`}
          </Notice>
        )}
        {confirm.problem && <Notice kind="problem">{confirm.problem}</Notice>}
      </div>
      <div className={styles.actions}>
        <Button
          look="primary"
          busy={confirm.busy}
          disabled={!quoted}
          onClick={() => quoted && confirm.start(quoted, format)}
        >
          {!confirm.busy && <Download size={20} aria-hidden="true" />}
          Download
        </Button>
      </div>
    </PictureDialog>
  );
}

const smallerOf = (one: ImageSize, other: ImageSize): ImageSize =>
  imageSizes.indexOf(one) < imageSizes.indexOf(other) ? one : other;

/** Keeps its line from the start. */
const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children || '…'}</dd>
  </div>
);
