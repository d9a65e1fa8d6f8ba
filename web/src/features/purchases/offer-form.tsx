import { enlargedText, type DownloadFormat, type ImageSize } from '@easel/contracts/downloads/policy';
import type { SizeLock } from '@easel/contracts/downloads/size-lock.policy';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
import { formatCredits } from '../../lib/figures.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Option, OptionGroup } from '../../ui/option.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { MemberFunds } from '../account/funds.ts';
import { cart } from '../cart/cart.ts';
import { isFree, pendingOf, priceText, quoteQuery } from '../downloads/quotes.ts';
import { useConfirm } from '../downloads/use-confirm.ts';
import { ENLARGED, pixelsText } from '../images/download-words.ts';
import { FormatField } from '../images/format-field.tsx';
import type { WantedImage } from '../images/image-deals.ts';
import { lockText } from '../images/size-lock.ts';
import { pricesQuery } from '../prices/prices-query.ts';
import { purchaseRefusalOf, type PayingMethod, type PurchaseRefusal } from './buying.ts';
import { Funds } from './funds.tsx';
import styles from './offer-form.module.css';
import { firstChoice, priceIn, type SizeOffer } from './offers.ts';
import { curatorQuery } from './purchase-queries.ts';
import { waitingDeal } from './waiting-deal.ts';

interface OfferFormProps {
  image: WantedImage;
  variantId: string;
  /** Of the plan. */
  formats: readonly DownloadFormat[];
  /** The member's default. */
  preferredFormat: DownloadFormat;
  offers: readonly SizeOffer[];
  /** The size in which the image was made. */
  original: ImageSize;
  /** A curator's. */
  cashOnly: boolean;
  funds: MemberFunds;
  onBusy: (busy: boolean) => void;
  onBought: (purchaseId: string, format: DownloadFormat) => void;
  /** It is the member's own, or bought already, and its file is on its way. */
  onDone: () => void;
}

/** A price of which the server said that it has another by now. */
interface Corrected {
  size: ImageSize;
  method: PayingMethod;
  price: number;
}

/** A size, a format, a way to pay, and the price that is then paid: nothing for what is the member's already. */
export function OfferForm(props: OfferFormProps) {
  const { image, variantId, formats, preferredFormat, offers, original, cashOnly, funds, onBusy, onBought, onDone } =
    props;
  const { generation, chosen } = image;
  const generationId = generation.id;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const buy = useCommand(purchasesHttp.purchase);
  const [size, setSize] = useState(() => chosen?.size ?? firstChoice(offers, original));
  const [requestedFormat, setFormat] = useState(chosen?.format ?? preferredFormat);
  const [requestedMethod, setMethod] = useState<PayingMethod>(chosen?.method ?? 'credits');
  const quoted = useQuery({
    ...quoteQuery({ generationId, variantId, size: size ?? '1K' }),
    enabled: size !== undefined,
  });
  const take = useConfirm({ place: 'public', quoteAnew: async () => (await quoted.refetch()).data, onDone });
  const format = formats.includes(requestedFormat) ? requestedFormat : (formats[0] ?? 'png');
  const quote = quoted.isPlaceholderData ? undefined : quoted.data;
  const isTheirs = quote !== undefined && isFree(quote.quote);
  const [refusal, setRefusal] = useState<PurchaseRefusal | null>(null);
  const [corrected, setCorrected] = useState<Corrected | null>(null);

  const method = cashOnly ? 'dollars' : requestedMethod;
  const offer = offers.find((one) => one.size === size);
  const isCorrected = corrected?.size === size && corrected?.method === method;
  const price = isCorrected ? corrected.price : offer && priceIn(method, offer);

  const isBusy = buy.isPending || take.busy;

  const change = (to: () => void) => {
    setRefusal(null);
    take.forgive();
    to();
  };
  const putInCart = () => {
    const item = quote && pendingOf(image, quote.quote, format);
    if (!item) return;
    cart.put(item);
    void navigate('/cart');
  };

  async function confirm() {
    if (!size || price === undefined || price === null) return;
    onBusy(true);
    setRefusal(null);
    try {
      const shown = method === 'credits' ? { credits: price } : { amount: price };
      const { purchaseId } = await buy.mutateAsync({
        body: { imageId: generationId, variantId, size, paymentMethod: method, ...shown },
      });
      onBought(purchaseId, format);
    } catch (error) {
      const reason = purchaseRefusalOf(error, method, price);
      setRefusal(reason);
      if (reason.kind !== 'price') return;
      setCorrected({ size, method, price: reason.expected });
      void client.invalidateQueries(pricesQuery);
      void client.invalidateQueries(curatorQuery(generationId));
    } finally {
      onBusy(false);
    }
  }

  return (
    <>
      <OptionGroup legend="Size">
        {offers.map((one) => (
          <Option
            key={one.size}
            name="size"
            value={one.size}
            title={one.size}
            note={noteOf(one, original)}
            end={<Prices offer={one} />}
            disabled={one.hindrance !== null || isBusy}
            checked={one.size === size}
            onChange={() => change(() => setSize(one.size))}
            action={isLock(one.hindrance) && <PageLink to="/pricing">Upgrade</PageLink>}
          />
        ))}
      </OptionGroup>
      {size && enlargedText(size, original) && <p className={styles.enlarged}>{ENLARGED}</p>}
      <FormatField formats={formats} format={format} disabled={isBusy} onChange={(to) => change(() => setFormat(to))} />
      {isTheirs ? (
        <>
          <p className={styles.theirs}>{priceText(quote.quote)}.</p>
          <div role="alert" className={styles.problem}>
            {take.problem && <Notice kind="problem">{take.problem}</Notice>}
          </div>
          <Button look="primary" busy={take.busy} onClick={() => take.start(quote, format)}>
            {!take.busy && <Download size={20} aria-hidden="true" />}
            Download
          </Button>
        </>
      ) : (
        <>
          <OptionGroup legend="Pay with" layout="columns">
            <Option
              name="method"
              title="Credits"
              note={cashOnly ? 'A curator’s image is cash-only' : balanceText(funds.credits, formatCredits)}
              disabled={cashOnly || isBusy}
              checked={method === 'credits'}
              onChange={() => change(() => setMethod('credits'))}
            />
            <Option
              name="method"
              title="Dollars"
              note={balanceText(funds.dollars, formatDollars)}
              disabled={isBusy}
              checked={method === 'dollars'}
              onChange={() => change(() => setMethod('dollars'))}
            />
          </OptionGroup>
          <div role="alert" className={styles.problem}>
            {refusal && <Notice kind="problem">{textOf(refusal, method)}</Notice>}
          </div>
          <Funds
            dollars={funds.dollars}
            wantedDollars={refusal?.kind === 'poor' ? refusal.topUpDollars : null}
            onLeave={() =>
              size &&
              waitingDeal.keep({
                generationId,
                variantIndex: image.variantIndex,
                chosen: { size, method: 'dollars', format },
                from: `${pathname}${search}`,
              })
            }
          />
          <Button
            look={refusal?.kind === 'poor' ? 'quiet' : 'primary'}
            busy={buy.isPending}
            disabled={typeof price !== 'number'}
            onClick={() => void confirm()}
          >
            {typeof price === 'number' ? `Buy for ${inUnit(method, price)}` : 'Please select a size'}
          </Button>
          {method === 'dollars' && (
            <Button disabled={quote === undefined || isBusy} onClick={putInCart}>
              <ShoppingCart size={20} aria-hidden="true" />
              Put it in the cart
            </Button>
          )}
        </>
      )}
    </>
  );
}

const noteOf = ({ size, hindrance, width, height }: SizeOffer, original: ImageSize): string => {
  if (hindrance === 'too-small') return 'Original image too small for this resolution';
  return isLock(hindrance) ? lockText(hindrance) : pixelsText(size, original, { width, height });
};

const isLock = (hindrance: SizeOffer['hindrance']): hindrance is SizeLock =>
  typeof hindrance === 'object' && hindrance !== null;

const inUnit = (method: PayingMethod, price: number): string =>
  method === 'credits' ? formatCredits(price) : formatDollars(price);

const balanceText = (sum: number | undefined, format: (sum: number) => string): string =>
  sum === undefined ? '…' : `You have ${format(sum)}`;

const textOf = (refusal: PurchaseRefusal, method: PayingMethod): string =>
  refusal.kind === 'price'
    ? `${refusal.message}: it is ${inUnit(method, refusal.expected)} now. Nothing was bought; buy again at this price if you like.`
    : refusal.message;

/** Both, as long as both can be paid with. */
const Prices = ({ offer: { credits, dollars } }: { offer: SizeOffer }) => (
  <span className={styles.prices}>
    {credits !== null && <span>{formatCredits(credits)}</span>}
    <span>{formatDollars(dollars)}</span>
  </span>
);

/** The same before anything is known. */
export const OfferSkeleton = () => (
  <div className={styles.skeleton} aria-busy="true">
    <p className="visually-hidden" role="status">
      Loading
    </p>
    <Skeleton style={{ height: 251 }} />
    <Skeleton style={{ height: 83 }} />
    <Skeleton style={{ height: 44 }} />
    <Skeleton style={{ height: 44 }} />
  </div>
);
