import { ShoppingCart, Trash2 } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { counted } from '../../lib/figures.ts';
import { focusHeading } from '../../lib/focus.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import type { FundsSlot } from '../account/funds.ts';
import styles from './cart-page.module.css';
import { CartRow } from './cart-row.tsx';
import { cart, isDownload, totalOf, useCart } from './cart.ts';
import { LateProductRow, LateProductSummary } from './late-products.ts';
import { OrderSummary } from './order-summary.tsx';
import { pathBefore } from './path-before.ts';
import { UnreadableRow } from './unreadable-row.tsx';
import { WalletPayment } from './wallet-payment.tsx';
import { useWalletCheckout } from './wallet-checkout.ts';

interface CartPageProps {
  /** Undefined until known. */
  walletDollars: number | undefined;
  /** Whether there is a checkout at all. */
  canCheckOut: boolean;
  funds: FundsSlot;
  /** Above what waits. */
  notice?: ReactNode;
}

/** spec: public-and-commerce §2.17: what waits to be paid for. */
export function CartPage({ walletDollars, canCheckOut, funds, notice }: CartPageProps) {
  const { items, unreadable } = useCart();
  const downloads = items.filter(isDownload);
  const Summary = downloads.length < items.length ? LateProductSummary : OrderSummary;
  const isEmpty = items.length + unreadable.length === 0;
  const checkout = useWalletCheckout(walletDollars);
  const goOn = useWayBack();

  const removed = () => {
    toast.success('Item removed from cart');
    focusHeading();
  };
  const remove = (id: string) => {
    cart.remove(id);
    removed();
  };
  const clear = () => {
    const putBack = cart.clear();
    checkout.forgive();
    toast.success('Cart cleared', { label: 'Undo', run: putBack });
    focusHeading();
  };

  return (
    <Page
      actions={
        !isEmpty && (
          <Button disabled={checkout.busy} onClick={clear}>
            <Trash2 size={16} aria-hidden="true" />
            Clear Cart
          </Button>
        )
      }
    >
      {notice}
      <div role="status" className={styles.outcome}>
        {checkout.bought > 0 && (
          <Notice kind="success" action={<ButtonLink to="/my-purchases">My Purchases</ButtonLink>}>
            {`${counted(checkout.bought, 'image')} bought. You can download what you bought again at any time, at no cost.`}
          </Notice>
        )}
      </div>
      {isEmpty ? (
        <EmptyState icon={<ShoppingCart size={28} />} title="Your cart is empty">
          <Button look="primary" onClick={goOn}>
            Continue Shopping
          </Button>
        </EmptyState>
      ) : (
        <div className={styles.columns}>
          <div className={styles.items}>
            <ul aria-label="Items">
              {items.map((item) => {
                const shared = { disabled: checkout.busy, onRemove: () => remove(item.id) };
                return isDownload(item) ? (
                  <CartRow key={item.id} item={item} problem={checkout.problems[item.id]} {...shared} />
                ) : (
                  <Suspense key={item.id} fallback={<li className={styles.coming} />}>
                    <LateProductRow item={item} {...shared} />
                  </Suspense>
                );
              })}
              {unreadable.map((item, index) => (
                <UnreadableRow
                  key={index}
                  item={item}
                  onRemove={() => {
                    cart.removeUnreadable(item);
                    removed();
                  }}
                />
              ))}
            </ul>
            <Button className={styles.goOn} onClick={goOn}>
              Continue Shopping
            </Button>
          </div>
          {items.length > 0 && (
            <Suspense>
              <Summary items={items} canCheckOut={canCheckOut} counts={counted(items.length, 'image download')}>
                {downloads.length > 0 && (
                  <WalletPayment
                    total={totalOf(downloads)}
                    busy={checkout.busy}
                    problem={checkout.poor?.message}
                    funds={funds(checkout.poor?.wantedDollars ?? null)}
                    onPay={() => checkout.pay(downloads)}
                  />
                )}
              </Summary>
            </Suspense>
          )}
        </div>
      )}
    </Page>
  );
}

/** Where one came from: a page of this visit, else the one that led here, else home. */
function useWayBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () =>
    void (key === 'default' ? navigate(pathBefore(document.referrer, window.location.origin, '/cart')) : navigate(-1));
}
