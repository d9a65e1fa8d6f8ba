import type { OwnOrder } from '@easel/contracts/orders/http';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { formatDollars } from '../../lib/dollars.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { toast } from '../../ui/toast.tsx';
import { saveBought } from '../purchases/bought-file.ts';
import styles from './order-page.module.css';
import { itemText, titleOf, type Titles } from './order-words.ts';

/** Lists what was ordered, with the files that there are. */
export const OrderItems = ({ order, titles }: { order: OwnOrder; titles: Titles }) => (
  <Panel title="Items">
    <ul aria-label="Items" className={styles.items}>
      {order.items.map((item) => (
        <Item key={item.id} item={item} title={titleOf(item, titles)} />
      ))}
    </ul>
  </Panel>
);

function Item({ item, title }: { item: OwnOrder['items'][number]; title: string }) {
  return (
    <li>
      <span className={styles.picture}>
        <Thumbnail image={item} />
      </span>
      <div className={styles.what}>
        <p title={title}>{title}</p>
        <p>{itemText(item)}</p>
        {item.refunded && <p>{`Refund: ${formatDollars(item.price)}`}</p>}
      </div>
      <strong>{formatDollars(item.price)}</strong>
      {item.kind === 'image-download' && item.download_url !== null && <DownloadButton item={item} title={title} />}
    </li>
  );
}

interface DownloadButtonProps {
  item: Extract<OwnOrder['items'][number], { kind: 'image-download' }>;
  title: string;
}

function DownloadButton({ item, title }: DownloadButtonProps) {
  const saving = useMutation({
    mutationFn: () => saveBought(item.id, { size: item.size, format: item.format }),
    onSuccess: () => toast.success('Download completed successfully!'),
    onError: () => toast.error('Download failed'),
  });
  return (
    <Button
      aria-label={`Download: ${title}`}
      busy={saving.isPending}
      onClick={() => {
        toast.info('Download started');
        saving.mutate();
      }}
    >
      {!saving.isPending && <Download size={16} aria-hidden="true" />}
      Download
    </Button>
  );
}
