import { centsToDollars } from '@easel/contracts/kernel/money';
import { formatDollars } from '../../lib/dollars.ts';
import { capitalised } from '../../lib/figures.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Motif } from './motif.tsx';
import { areaOf, chosenOf, type Offer } from './offers.ts';
import styles from './product-card.module.css';
import { ProductDrawing } from './product-drawing.tsx';
import { mugFront, shapeOf } from './product-shape.ts';

interface ProductCardProps {
  offer: Offer;
  /** Whether its price is known. */
  isPriced: boolean;
  /** Where a picture is chosen for it. */
  to: string;
}

/** A product as it is sold: how it looks, what it costs, and what there is to choose. */
export function ProductCard({ offer, isPriced, to }: ProductCardProps) {
  const { id, name, cents, sizes, colours } = offer;
  const size = chosenOf(sizes, '');
  const area = areaOf(offer, size);
  // Unrolled, as it is designed, hardly anybody would know it.
  const drawn = id === 'mug' ? { id: 'mug-front', area: mugFront } : { id, area };
  return (
    <li className={styles.card}>
      <div className={styles.stage}>
        <ProductDrawing productId={drawn.id} size={size} colour={colours[0] ?? ''} area={drawn.area}>
          <Motif area={drawn.area} corner={shapeOf(drawn.id, drawn.area, size).corner} />
        </ProductDrawing>
      </div>
      <div className={styles.head}>
        <h3>{name}</h3>
        <p className={styles.price}>{isPriced ? formatDollars(centsToDollars(cents)) : '…'}</p>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Print area</dt>
          <dd>{`${area.width} × ${area.height} in`}</dd>
        </div>
        {sizes.length > 1 && (
          <div>
            <dt>Sizes</dt>
            <dd>{sizes.map(capitalised).join(', ')}</dd>
          </div>
        )}
        {colours.length > 1 && (
          <div>
            <dt>Colours</dt>
            <dd>{colours.map(capitalised).join(', ')}</dd>
          </div>
        )}
      </dl>
      <ButtonLink to={to} aria-label={`Choose a picture: ${name}`}>
        Choose a picture
      </ButtonLink>
    </li>
  );
}
