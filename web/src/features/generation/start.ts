import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { recordOf } from '@easel/contracts/kernel/record';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { routeQuery } from '../../lib/queries.ts';
import { entryBelow } from '../../ui/viewed.ts';
import { readBrought, readDraft, readResolution } from './draft.ts';
import { formOfGeneration, formOfRemix, type FormChanges } from './form-sources.ts';
import { generationKey } from './generations.ts';
import { initialForm, restoredForm, type GeneratorForm, type Preferences } from './generator-form.ts';
import { loadRemixNotice } from './late-remix-notice.tsx';
import { remixQuery } from './remix.ts';

/** What a link to the generator may carry, so that nothing has to be read; a page's history holds what it was given. */
function carriedBy(state: unknown): Generation | undefined {
  const { generation } = recordOf(state);
  const { id, metadata, variants } = recordOf(generation);
  const isWhole = typeof id === 'string' && typeof metadata === 'object' && Array.isArray(variants);
  return isWhole ? (generation as Generation) : undefined;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const idIn = (text: string | null): string | undefined => (text !== null && UUID.test(text) ? text : undefined);

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
 * What the form begins with: the settings of the image that the address or the link names, or of somebody's public
 * picture to remix, else what was left in it, else the member's preferences, with the prompt that another page brought.
 */
export function useStart(preferences: Preferences | 'pending' | undefined): Start {
  const [params] = useSearchParams();
  const location = useLocation();
  const brought = carriedBy(location.state);
  const from = brought?.id ?? idIn(params.get('from'));
  const remixed = from === undefined ? idIn(params.get('remix')) : undefined;

  const found = useQuery({
    ...routeQuery(generationKey(from ?? ''), generationHttp.one, { params: { id: from ?? '' } }),
    enabled: from !== undefined && !brought,
    retry: false,
  });
  const original = useQuery({ ...remixQuery(remixed ?? ''), enabled: remixed !== undefined });
  useEffect(() => {
    // With the picture, so that the form does not move when it has come.
    if (remixed !== undefined) loadRemixNotice().catch(() => {});
  }, [remixed]);
  const [draft] = useState(() => restoredForm(readDraft()));
  const [prompt] = useState(readBrought);
  const initial = preferences === 'pending' ? undefined : initialForm(preferences, readResolution());

  const source = brought ?? found.data?.generation;
  const changes = source ? formOfGeneration(source) : original.data && formOfRemix(original.data.generation);
  const asked = from ?? remixed;
  const left = draft ?? initial;
  const begun = left && prompt !== undefined ? { ...left, ...ofPrompt(prompt) } : left;
  const form = asked === undefined ? begun : changes && initial && { ...initial, ...changes };
  const read = remixed === undefined ? found : original;
  return {
    // The viewer above the form leaves it as it is.
    key: asked === undefined ? '' : `${asked}/${entryBelow(location) ?? location.key}`,
    form,
    error: asked !== undefined && !changes ? read.error : null,
    retry: () => void read.refetch(),
  };
}

/** One prompt, of which nothing is known but its words. */
const ofPrompt = (prompt: string): FormChanges => ({ prompt, several: false, lettering: null, remix_of: '' });
