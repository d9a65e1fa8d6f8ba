import { invoicePath } from '@easel/contracts/invoices/policy';
import type { Purchase } from '@easel/contracts/purchases/http';
import { Download, Printer } from 'lucide-react';
import type { Tile } from '../../lib/justified.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Time } from '../../ui/time.tsx';
import { pixelsText } from '../images/download-words.ts';
import { printPath } from '../images/print-path.ts';
import { nameOf, paidText } from './bought.ts';
import styles from './purchase-card.module.css';

interface PurchaseCardProps {
  purchase: Purchase;
  /** What it was made from; undefined where nobody knows any longer. */
  title: string | undefined;
  tile: Tile;
  eager: boolean;
  onDownload: () => void;
}

/** One purchase: the picture, what was bought of it and for what, and the way to have it again. */
export function PurchaseCard({ purchase, title, tile, eager, onDownload }: PurchaseCardProps) {
  return (
    <article className={styles.card}>
      <span className={styles.picture} style={{ width: tile.pictureWidthPx, height: tile.heightPx }}>
        <Picture
          src={purchase.thumbnail_url}
          alt={title ?? nameOf(purchase)}
          width={tile.pictureWidthPx}
          height={tile.heightPx}
          thumbhash={purchase.thumbhash}
          eager={eager}
          shape="filled"
        />
      </span>
      <p className={styles.title} title={title}>
        {title ?? 'Without a title'}
      </p>
      <p className={styles.size}>
        {purchase.size}
        <span>{pixelsText(purchase.size, purchase.original, purchase)}</span>
      </p>
      <p className={styles.meta}>
        {paidText(purchase)}
        {' · '}
        <Time iso={purchase.purchased_at} />
        {' · '}
        <PageLink to={invoicePath(purchase.id)} aria-label={`${documentOf(purchase)}: ${nameOf(purchase)}`}>
          {documentOf(purchase)}
        </PageLink>
      </p>
      <Button aria-label={`Download: ${nameOf(purchase)}`} onClick={onDownload}>
        <Download size={16} aria-hidden="true" />
        Download
      </Button>
      <ButtonLink
        to={printPath(purchase.generationId, purchase.variantId)}
        aria-label={`Order a print: ${nameOf(purchase)}`}
      >
        <Printer size={16} aria-hidden="true" />
        Order a print
      </ButtonLink>
    </article>
  );
}

/** What a card paid is on the invoice of its order. */
const documentOf = ({ method }: Purchase): string => (method === 'card' ? 'Invoice' : 'Receipt');
