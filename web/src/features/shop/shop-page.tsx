import { firstPriceList } from '@easel/contracts/prices/policy';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useIsHydrated } from '../../lib/hydrated.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { loginPathFor } from '../members/next-path.ts';
import { SHOP } from '../images/print-path.ts';
import { pricesQuery } from '../prices/prices-query.ts';
import { DeliveryTerms } from './delivery-terms.tsx';
import { offersOf } from './offers.ts';
import { ProductCard } from './product-card.tsx';
import { readAddress, searchOf, shopPath, type ShopAddress } from './shop-address.ts';
import styles from './shop-page.module.css';

const Designer = lazy(() => import('./designer.tsx'));
const PictureChoice = lazy(() => import('./picture-choice.tsx'));

interface ShopPageProps {
  signedIn: boolean;
  /** Who prints; undefined until known. */
  prints: 'service' | 'local' | 'off' | undefined;
}

/**
 * Shows what pictures can be printed on; with a picture in the address, that picture on a product. Visitors see the
 * products, and sign in to choose a picture.
 */
export function ShopPage({ signedIn, prints }: ShopPageProps) {
  const [params] = useSearchParams();
  const address = readAddress(params);
  const prices = usePrices();
  const list = prices.data?.prices;
  const terms = <DeliveryTerms prints={prints} />;

  if (signedIn && address.picture !== null) {
    return (
      <Page
        lead="Your picture on a product: place it, and put it in the cart."
        actions={<ButtonLink to={shopPath({ ...address, picture: null, variant: null })}>Another picture</ButtonLink>}
      >
        {prices.isError && <NoPrices onRetry={prices.retry} />}
        {list ? (
          <Suspense fallback={<DesignerSkeleton />}>
            <Designer address={{ ...address, picture: address.picture }} offers={offersOf(list)} />
          </Suspense>
        ) : (
          !prices.isError && <DesignerSkeleton />
        )}
        {terms}
      </Page>
    );
  }
  return (
    <Page lead="Have your pictures printed on products. Each one is made when you order it.">
      {prices.isError && <NoPrices onRetry={prices.retry} />}
      {signedIn && address.product !== null && (
        <Suspense fallback={<Skeleton className={styles.blank} />}>
          <PictureChoice key={address.product} product={address.product} offers={offersOf(list ?? firstPriceList)} />
        </Suspense>
      )}
      <section aria-labelledby="products" className={styles.products}>
        <h2 id="products">Products</h2>
        <ul className={styles.cards} data-at-once>
          {offersOf(list ?? firstPriceList).map((offer) => (
            <ProductCard
              key={offer.id}
              offer={offer}
              isPriced={list !== undefined}
              to={choiceAddress({ ...address, product: offer.id }, signedIn)}
            />
          ))}
        </ul>
      </section>
      {terms}
    </Page>
  );
}

/** Visitors sign in first, and come back to the product with the picture that they may have had. */
const choiceAddress = (address: ShopAddress, signedIn: boolean): string =>
  signedIn ? shopPath(address) : loginPathFor({ pathname: SHOP, search: searchOf(address), hash: '' });

/** The command side answers, which pages that are rendered on a server do not ask. */
function usePrices() {
  const { data, isError, refetch } = useQuery({ ...pricesQuery, enabled: useIsHydrated() });
  return { data, isError, retry: () => void refetch() };
}

const NoPrices = ({ onRetry }: { onRetry: () => void }) => (
  <Notice kind="problem" action={<Button onClick={onRetry}>Try again</Button>}>
    The prices could not be loaded.
  </Notice>
);

const DesignerSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      Loading
    </p>
    <Skeleton className={styles.blank} />
  </div>
);
