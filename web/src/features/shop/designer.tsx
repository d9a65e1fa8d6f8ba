import { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { PrintablePicture } from '@easel/contracts/products/http';
import { centred } from '@easel/contracts/products/placement';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { capitalised } from '../../lib/figures.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { printableQuery } from '../images/printable.ts';
import { AddToCart } from './add-to-cart.tsx';
import styles from './designer.module.css';
import { isLargeEnough, settled } from './geometry.ts';
import { areaOf, chosenOf, type Offer } from './offers.ts';
import { PlacementControls } from './placement-controls.tsx';
import { Preview } from './preview.tsx';
import { shopPath, type ShopAddress } from './shop-address.ts';

interface DesignerProps {
  address: ShopAddress & { picture: string };
  offers: readonly Offer[];
}

/** Puts a picture on a product, as far as the member may have it printed. */
export default function Designer({ address, offers }: DesignerProps) {
  const { picture: id, variant } = address;
  const { data, error, fetchStatus, refetch } = useQuery(printableQuery(id, variant ?? undefined));
  if (!data) {
    const isNowhere = error instanceof ApiError && (error.status === 404 || error.status === 400);
    if (isNowhere) {
      return (
        <EmptyState icon={<ImageOff size={28} />} title="This picture cannot be printed">
          <p>You can print what you made, and what you bought.</p>
          <ButtonLink to={shopPath({ ...address, picture: null, variant: null })}>Another picture</ButtonLink>
        </EmptyState>
      );
    }
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <Skeleton className={styles.blank} />;
  }
  const large = offers.filter((one) => isLargeEnough(areaOf(one, chosenOf(one.sizes, '')), data.picture));
  // Where no product was chosen, the first one that can be ordered.
  const offer = offers.find((one) => one.id === address.product) ?? large[0] ?? offers[0];
  if (!offer) return <EmptyState icon={<ImageOff size={28} />} title="Nothing is sold at the moment" />;
  return (
    <Bench
      key={data.picture.variantId}
      address={address}
      offers={offers}
      offer={offer}
      picture={data.picture}
      others={large.filter((one) => one !== offer).map(({ name }) => name)}
    />
  );
}

interface BenchProps extends DesignerProps {
  offer: Offer;
  picture: PrintablePicture;
  /** Names of other products for which the picture is large enough. */
  others: readonly string[];
}

function Bench({ address, offers, offer, picture, others }: BenchProps) {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState({ size: '', colour: '', placement: centred });
  const size = chosenOf(offer.sizes, wanted.size);
  const colour = offer.colours.includes(wanted.colour) ? wanted.colour : (offer.colours[0] ?? '');
  const area = areaOf(offer, size);
  const placement = settled(area, picture, wanted.placement);
  const place = (to: typeof placement) => setWanted({ ...wanted, placement: to });

  return (
    <div className={styles.bench}>
      <Preview
        productId={offer.id}
        size={size}
        colour={colour}
        area={area}
        picture={picture}
        placement={placement}
        onChange={place}
      />
      <Panel title={offer.name} note={picture.title} className={styles.choices}>
        <ChoiceGroup legend="Product" layout="chips">
          {offers.map((one) => (
            <Choice
              key={one.id}
              name="product"
              value={one.id}
              checked={one.id === offer.id}
              onChange={() => void navigate(shopPath({ ...address, product: one.id }), { replace: true })}
            >
              {one.name}
            </Choice>
          ))}
        </ChoiceGroup>
        <Choices
          legend="Size"
          choices={offer.sizes}
          chosen={size}
          onChoose={(to) => setWanted({ ...wanted, size: to })}
        />
        <Choices
          legend="Colour"
          choices={offer.colours}
          chosen={colour}
          onChoose={(to) => setWanted({ ...wanted, colour: to })}
        />
        <PlacementControls area={area} picture={picture} placement={placement} onChange={place} />
        <AddToCart
          offer={offer}
          size={size}
          colour={colour}
          area={area}
          picture={picture}
          placement={placement}
          others={others}
        />
      </Panel>
    </div>
  );
}

interface ChoicesProps {
  legend: string;
  choices: readonly string[];
  chosen: string;
  onChoose: (choice: string) => void;
}

/** Where there is no choice, there is no question. */
const Choices = ({ legend, choices, chosen, onChoose }: ChoicesProps) =>
  choices.length > 1 && (
    <ChoiceGroup legend={legend} layout="chips">
      {choices.map((choice) => (
        <Choice key={choice} name={legend} value={choice} checked={choice === chosen} onChange={() => onChoose(choice)}>
          {capitalised(choice)}
        </Choice>
      ))}
    </ChoiceGroup>
  );
