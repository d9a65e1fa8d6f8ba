import { imageSizeOf } from '@easel/contracts/downloads/policy';
import { priceTenths, resolutions, type Resolution, type Size } from '@easel/contracts/generation/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { ArrowUpRight, Lock } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { formatCredits } from '../../lib/figures.ts';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import styles from './resolution-field.module.css';
import { lockText, useSizeLocks } from './size-lock.ts';

interface ResolutionFieldProps {
  chosen: Resolution;
  /** Of each radio button: its name, and how it is heard. */
  inputOf: (resolution: Resolution) => ComponentProps<'input'> & { name: string };
  /** Of what holds the choice and the words about a lock. */
  className?: string | undefined;
  /** What one image costs in it, and from what it would be enlarged; the ruled price where absent. */
  offerIn?: (resolution: Resolution) => { tenths: number; enlargedFrom?: Size | undefined };
}

/**
 * In which resolution an image is made, and at what price; what the plan cannot take home is locked, and says so before
 * it is paid.
 */
export function ResolutionField({
  chosen,
  inputOf,
  className,
  offerIn = (resolution) => ({ tenths: priceTenths(resolution, 1) }),
}: ResolutionFieldProps) {
  const noteId = useId();
  const lockOf = useSizeLocks();
  const lockIn = (resolution: Resolution) => {
    const size = imageSizeOf(resolution);
    return size && lockOf(size);
  };
  const lock = lockIn(chosen);
  return (
    <div className={className}>
      <ChoiceGroup legend="Resolution" layout="row">
        {resolutions.map((one) => (
          <Choice
            key={one}
            {...inputOf(one)}
            value={one}
            label={labelOf(one, offerIn(one).enlargedFrom)}
            aria-describedby={lock && one === chosen ? noteId : undefined}
          >
            <span className={styles.name}>
              {one.toUpperCase()}
              {lockIn(one) && <Lock size={12} role="img" aria-label="not in your plan" />}
              {offerIn(one).enlargedFrom && <ArrowUpRight size={12} role="img" aria-label="enlarged" />}
            </span>
            <small>{formatCredits(tenthsToCredits(offerIn(one).tenths))}</small>
          </Choice>
        ))}
      </ChoiceGroup>
      {lock && (
        <p id={noteId} className={styles.note}>
          {`Your plan downloads it in ${lock.upTo}. ${lockText(lock)}. `}
          <PageLink to="/pricing">Upgrade</PageLink>
        </p>
      )}
    </div>
  );
}

const labelOf = (resolution: Resolution, from: Size | undefined): string =>
  from ? `${resolution.toUpperCase()}, enlarged from ${from.width} × ${from.height} px` : resolution.toUpperCase();
