import { generation as generationSchema, generationHttp } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { routeQuery } from '../../lib/queries.ts';
import { readDraft } from './draft.ts';
import { formOfGeneration } from './form-sources.ts';
import { generationKey } from './generations.ts';
import { initialForm, type GeneratorForm, type Preferences } from './generator-form.ts';

/** What a link to the generator may carry, so that nothing has to be read. */
const carried = z.object({ generation: generationSchema });
const isId = (text: string | null): text is string => z.safeParse(z.uuid(), text).success;

export interface Start {
  /** Another form each time an image is brought. */
  key: string;
  /** Undefined until it is known. */
  form: GeneratorForm | undefined;
  /** Why the image's settings cannot be had; null otherwise. */
  error: unknown;
  retry: () => void;
}

/**
 * What the form begins with: the settings of the image that the address or the link names, else what was left in it, else the member's
 * preferences.
 */
export function useStart(preferences: Preferences | 'pending' | undefined): Start {
  const [params] = useSearchParams();
  const { state, key } = useLocation() as { state: unknown; key: string };
  const brought = z.safeParse(carried, state).data?.generation;
  const asked = params.get('from');
  const from = brought?.id ?? (isId(asked) ? asked : undefined);

  const found = useQuery({
    ...routeQuery(generationKey(from ?? ''), generationHttp.one, { params: { id: from ?? '' } }),
    enabled: from !== undefined && !brought,
    retry: false,
  });
  const source = brought ?? found.data?.generation;
  const [draft] = useState(readDraft);

  const initial = preferences === 'pending' ? undefined : initialForm(preferences);
  const form =
    from === undefined ? (draft ?? initial) : source && initial && { ...initial, ...formOfGeneration(source) };
  return {
    key: from === undefined ? '' : `${from}/${key}`,
    form,
    error: from !== undefined && !source ? found.error : null,
    retry: () => void found.refetch(),
  };
}
