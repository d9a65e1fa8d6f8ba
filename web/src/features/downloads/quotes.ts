import { downloadsHttp, type PendingDownload, type Quote } from '@easel/contracts/downloads/http';
import type { DownloadFormat, ImageSize } from '@easel/contracts/downloads/policy';
import { cutText } from '@easel/contracts/kernel/cut-text';
import { centsToDollars } from '@easel/contracts/kernel/money';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { counted, formatCredits } from '../../lib/figures.ts';
import type { WantedImage } from '../images/image-deals.ts';
import { askedAs } from '../images/image-details.ts';

export interface QuoteRequest {
  generationId: string;
  variantId: string;
  size: ImageSize;
}

/**
 * What a download would be and cost. Asked for whenever it is opened: its token holds for one download and a quarter of
 * an hour.
 */
export const quoteQuery = ({ generationId, variantId, size }: QuoteRequest) =>
  queryOptions({
    queryKey: ['quote', generationId, variantId, size],
    queryFn: ({ signal }) =>
      call(
        downloadsHttp.request,
        { body: { generationId, variantId, resolutionTier: size, commercial: false } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    // A token that is on its way to be taken up is not replaced.
    refetchOnReconnect: false,
  });

export const isFree = ({ cents }: Quote): boolean => cents === 0;

/** Whether somebody who agreed to one has agreed to the other. */
export const sameTerms = (one: Quote, other: Quote): boolean =>
  one.cents === other.cents && one.credits === other.credits && one.finalTier === other.finalTier;

/** 'Free, it is your own', '$1.50 or 10 credits'. */
export function priceText(quote: Quote): string {
  if (isFree(quote)) return quote.own ? 'Free, it is your own' : quote.bought ? 'Free, you bought it' : 'Free';
  const dollars = formatDollars(centsToDollars(quote.cents));
  return quote.credits === null ? dollars : `${dollars} or ${formatCredits(quote.credits)}`;
}

/** Of this month; undefined where nothing is counted. */
export const leftText = ({ own, downloadsLeft }: Quote): string | undefined =>
  own || downloadsLeft === null ? undefined : `${counted(downloadsLeft, 'download')} this month`;

/** The format wished for, or the first that the plan has. */
export const formatIn = ({ formats }: Quote, requested: DownloadFormat): DownloadFormat =>
  formats.includes(requested) ? requested : (formats[0] ?? 'png');

const NAME_LENGTH = 200;

/** spec: member-experience §3 "Pending download". The same image in the same size and format is the same item. */
export function pendingOf(image: WantedImage, quote: Quote, format: DownloadFormat): PendingDownload | undefined {
  const { generation, variantIndex } = image;
  const variant = generation.variants[variantIndex];
  return (
    variant && {
      kind: 'image-download',
      type: 'image-download',
      id: [variant.id, quote.finalTier, format].join('-'),
      generationId: generation.id,
      variantId: variant.id,
      format,
      resolutionTier: quote.finalTier,
      price: centsToDollars(quote.cents),
      quantity: 1,
      name: cutText(askedAs(generation, variantIndex).original_prompt, NAME_LENGTH),
      image: variant.thumbnail_url,
    }
  );
}
