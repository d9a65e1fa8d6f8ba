import { addressFormOf } from '@easel/contracts/orders/address';
import { countryCodeOf } from '@easel/contracts/orders/countries';
import { useEffect, useState } from 'react';

type Regions = typeof import('./regions.ts');

/** The lists are loaded when a country that may have one is chosen. */
let loaded: Regions | undefined;

/** Returns the regions of a country; undefined until they are loaded, null where they are typed. */
export function useRegions(country: string): ReturnType<Regions['regionsOf']> | undefined | null {
  const code = countryCodeOf(country);
  const mayHaveList = addressFormOf(country)?.region?.needed ?? false;
  const [regions, setRegions] = useState<Regions | undefined | null>(loaded);
  useEffect(() => {
    if (!mayHaveList || loaded) return;
    let isHere = true;
    import('./regions.ts').then(
      (module) => {
        loaded = module;
        if (isHere) setRegions(module);
      },
      // Without a connection the region is typed.
      () => isHere && setRegions(null),
    );
    return () => {
      isHere = false;
    };
  }, [mayHaveList]);
  if (!mayHaveList || code === undefined || regions === null) return null;
  const list = (regions ?? loaded)?.regionsOf(code);
  return list?.length === 0 ? null : list;
}
