import {
  downloadFormats,
  imageSizes,
  sizedPx,
  sizeProblem,
  type DownloadFormat,
  type ImageSize,
} from '@easel/contracts/downloads/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { centsToDollars } from '@easel/contracts/kernel/money';
import { useQuery } from '@tanstack/react-query';
import { Download, ShoppingCart } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
import { formatCredits } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Option, OptionGroup } from '../../ui/option.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PictureDialog } from '../../ui/picture-dialog.tsx';
import { cart } from '../cart/cart.ts';
import type { WantedImage } from '../images/image-deals.ts';
import { originalSizeOf } from '../images/image-size.ts';
import { lockText, useSizeLocks } from '../images/size-lock.ts';
import styles from './download-dialog.module.css';
import { formatIn, isFree, leftText, pendingOf, priceText, quoteQuery } from './quotes.ts';
import { useConfirm } from './use-confirm.ts';

interface DownloadDialogProps {
  image: WantedImage;
  /** The member's default. */
  preferredFormat: DownloadFormat;
  onClose: () => void;
}

/** spec: member-experience §4 and §5, Download flow: a quote for each size, taken up with credits, or put in the cart to be paid for. */
export function DownloadDialog({ image, preferredFormat, onClose }: DownloadDialogProps) {
  const { generation, variantIndex } = image;
  const variant = generation.variants[variantIndex];
  const original = originalSizeOf(image);
  const navigate = useNavigate();
  const lockOf = useSizeLocks();
  const [size, setSize] = useState<ImageSize>(original);
  const [requestedFormat, setFormat] = useState(preferredFormat);
  const { data, error, fetchStatus, isPlaceholderData, isFetching, refetch } = useQuery(
    quoteQuery({ generationId: generation.id, variantId: variant?.id ?? '', size }),
  );
  const confirm = useConfirm({ quoteAnew: async () => (await refetch()).data, onDone: onClose });
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
  const pay = () => {
    const item = quoted && pendingOf(image, quoted.quote, format);
    if (!item) return;
    cart.put(item);
    void navigate('/cart');
  };

  return (
    <PictureDialog
      title="Download"
      picture={variant}
      about={generation.original_prompt}
      // What may cost something is waited for.
      onClose={() => confirm.busy || onClose()}
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
              note={lock ? lockText(lock) : missing ? '(Not available for this image)' : `${width} × ${height} px`}
              disabled={missing || lock !== undefined || confirm.busy}
              checked={one === (quoted?.quote.finalTier ?? size)}
              onChange={() => change(() => setSize(one))}
              action={lock && <PageLink to="/pricing">Upgrade</PageLink>}
            />
          );
        })}
      </OptionGroup>
      <Formats
        formats={shown?.formats ?? ['png']}
        format={format}
        disabled={!shown || confirm.busy}
        onChange={(to) => change(() => setFormat(to))}
      />
      <dl className={styles.terms} data-old={quoted === undefined} aria-live="polite" aria-busy={isFetching}>
        <Term name="Final size">
          {shown && `${shown.imageDimensions.width} × ${shown.imageDimensions.height} px (${shown.finalTier})`}
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
        {shown && !isFree(shown) && (
          <Button look={shown.credits === null ? 'primary' : 'quiet'} disabled={!quoted || confirm.busy} onClick={pay}>
            <ShoppingCart size={20} aria-hidden="true" />
            {`Pay ${formatDollars(centsToDollars(shown.cents))}`}
          </Button>
        )}
        {(!shown || isFree(shown) || shown.credits !== null) && (
          <Button
            look="primary"
            busy={confirm.busy}
            disabled={!quoted}
            onClick={() => quoted && void confirm.start(quoted, format)}
          >
            {!confirm.busy && <Download size={20} aria-hidden="true" />}
            {shown && !isFree(shown) && shown.credits !== null
              ? `Download for ${formatCredits(shown.credits)}`
              : 'Download'}
          </Button>
        )}
      </div>
    </PictureDialog>
  );
}

interface FormatsProps {
  formats: readonly DownloadFormat[];
  format: DownloadFormat;
  disabled: boolean;
  onChange: (format: DownloadFormat) => void;
}

function Formats({ formats, format, disabled, onChange }: FormatsProps) {
  return (
    <div className={styles.formats}>
      <ChoiceGroup legend="Format" layout="chips">
        {formats.map((one) => (
          <Choice
            key={one}
            name="download-format"
            value={one}
            checked={one === format}
            disabled={disabled}
            onChange={() => onChange(one)}
          >
            <span className={styles.format}>{one.toUpperCase()}</span>
          </Choice>
        ))}
      </ChoiceGroup>
      {formats.length < downloadFormats.length && <PageLink to="/pricing">More with another plan</PageLink>}
    </div>
  );
}

/** Keeps its line from the start. */
const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children || '…'}</dd>
  </div>
);
