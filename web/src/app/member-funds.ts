import type { SubscribedTier } from '@easel/contracts/account/policy';
import { downloadFormats, imageSizes, type DownloadFormat, type ImageSize } from '@easel/contracts/downloads/policy';
import { useBalance } from '../features/account/balance.ts';
import type { MemberFunds } from '../features/account/funds.ts';
import { tierOfMember } from '../features/members/member-tier.ts';
import { useMe } from '../features/members/session.ts';
import { useNow } from '../lib/clock.ts';

/** The tier in force; undefined until known, free where it cannot be known. */
export function useTier(): SubscribedTier | undefined {
  const me = useMe();
  const now = useNow();
  if (me.data) return tierOfMember(me.data.user.subscription, now);
  return me.isError ? 'free' : undefined;
}

export function useFunds(): MemberFunds {
  const { data } = useBalance();
  return { credits: data?.credits, dollars: data?.balance };
}

/** Returns the format that downloads start with. */
export function usePreferredFormat(): DownloadFormat {
  const preferred = useMe().data?.user.preferences.defaultFormat.toLowerCase();
  return downloadFormats.find((format) => format === preferred) ?? 'png';
}

/** Returns the largest size that downloads start with; undefined until it is known. */
export function usePreferredSize(): ImageSize | undefined {
  const preferred = useMe().data?.user.preferences.defaultResolution;
  return imageSizes.find((size) => size === preferred);
}
