import { curatorProblems } from '@easel/contracts/curators/http';
import type { CuratorFact } from '@easel/contracts/curators/events';
import { SERIES_MAX } from '@easel/contracts/curators/policy';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

/** Cents, for the sizes with a price of the curator. */
export type CuratorCents = Partial<Record<ImageSize, number>>;

interface Section {
  name: string;
  text: string;
  banner: { generationId: string; variantId: string } | null;
}

interface Series {
  id: string;
  title: string;
  generationIds: string[];
}

/** Prices and section are kept when the appointment ends, and are in force again with the next one. */
export interface Curator {
  appointed: boolean;
  cents: CuratorCents;
  /** Null before it was described. */
  section: Section | null;
  /** In display order. */
  series: Series[];
}

/** `subscribed`: whether the Curator Partner plan is in force, which replaces an appointment. */
interface Own {
  memberId: string;
  subscribed: boolean;
}

/** The sender has checked that the pictures are the member's own and public. */
export type CuratorCommand =
  | { type: 'AppointCurator'; memberId: string; reason: string }
  | { type: 'EndCurator'; memberId: string; reason: string }
  | ({ type: 'SetCuratorPrices'; cents: CuratorCents } & Own)
  | ({ type: 'DescribeSection' } & Section & Own)
  | ({ type: 'ArrangeSeries'; seriesId: string; title: string; generationIds: string[] } & Own)
  | ({ type: 'RemoveSeries'; seriesId: string } & Own)
  | ({ type: 'OrderSeries'; seriesIds: string[] } & Own)
  /** Removes the section of a former curator. */
  | ({ type: 'RemoveSection' } & Own);

type SectionCommand = Exclude<
  CuratorCommand,
  { type: 'AppointCurator' | 'EndCurator' | 'SetCuratorPrices' | 'RemoveSection' }
>;

export const curator: Decider<Curator, CuratorCommand, CuratorFact> = {
  initial: () => ({ appointed: false, cents: {}, section: null, series: [] }),

  decide(command, state) {
    switch (command.type) {
      case 'AppointCurator': {
        const { memberId, reason } = command;
        return state.appointed ? [] : [{ type: 'CuratorAppointed', data: { memberId, reason } }];
      }
      case 'EndCurator': {
        const { memberId, reason } = command;
        return state.appointed ? [{ type: 'CuratorEnded', data: { memberId, reason } }] : [];
      }
      case 'SetCuratorPrices': {
        const { memberId, cents, subscribed } = command;
        if (!state.appointed && !subscribed) throw new Refused(curatorProblems.notCurator);
        return isSame(cents, state.cents) ? [] : [{ type: 'CuratorPricesSet', data: { memberId, cents } }];
      }
      case 'RemoveSection': {
        const { memberId, subscribed } = command;
        const isKept = state.appointed || subscribed || (state.section === null && state.series.length === 0);
        return isKept ? [] : [{ type: 'CuratorSectionRemoved', data: { memberId } }];
      }
      default:
        if (!state.appointed && !command.subscribed) throw new Refused(curatorProblems.noSection);
        return changeSection(command, state);
    }
  },

  evolve(state, fact) {
    switch (fact.type) {
      case 'CuratorAppointed':
        return { ...state, appointed: true };
      case 'CuratorPricesSet':
        return { ...state, cents: fact.data.cents };
      case 'CuratorEnded':
        return { ...state, appointed: false };
      case 'CuratorSectionDescribed': {
        const { name, text, banner } = fact.data;
        return { ...state, section: { name, text, banner } };
      }
      case 'CuratorSeriesArranged': {
        const { seriesId: id, title, generationIds } = fact.data;
        return { ...state, series: withSeries(state.series, { id, title, generationIds }) };
      }
      case 'CuratorSeriesRemoved':
        return { ...state, series: state.series.filter(({ id }) => id !== fact.data.seriesId) };
      case 'CuratorSectionRemoved':
        return { ...state, section: null, series: [] };
      case 'CuratorSeriesOrdered': {
        const places = new Map(fact.data.seriesIds.map((id, place) => [id, place]));
        const placeOf = ({ id }: Series): number => places.get(id) ?? places.size;
        return { ...state, series: state.series.toSorted((one, other) => placeOf(one) - placeOf(other)) };
      }
    }
  },
};

function changeSection(command: SectionCommand, { section, series }: Curator): CuratorFact[] {
  const { memberId } = command;
  switch (command.type) {
    case 'DescribeSection': {
      const { name, text, banner } = command;
      const isRepeat = section !== null && JSON.stringify(section) === JSON.stringify({ name, text, banner });
      return isRepeat ? [] : [{ type: 'CuratorSectionDescribed', data: { memberId, name, text, banner } }];
    }
    case 'ArrangeSeries': {
      const { seriesId, title, generationIds } = command;
      const before = series.find(({ id }) => id === seriesId);
      if (!before && series.length >= SERIES_MAX) throw new Refused(curatorProblems.tooManySeries);
      if (before && JSON.stringify(before) === JSON.stringify({ id: seriesId, title, generationIds })) return [];
      return [{ type: 'CuratorSeriesArranged', data: { memberId, seriesId, title, generationIds } }];
    }
    case 'RemoveSeries': {
      const { seriesId } = command;
      const isThere = series.some(({ id }) => id === seriesId);
      return isThere ? [{ type: 'CuratorSeriesRemoved', data: { memberId, seriesId } }] : [];
    }
    case 'OrderSeries': {
      const { seriesIds } = command;
      const present = series.map(({ id }) => id);
      if (seriesIds.toSorted().join() !== present.toSorted().join()) throw new Refused(curatorProblems.seriesChanged);
      const isRepeat = seriesIds.join() === present.join();
      return isRepeat ? [] : [{ type: 'CuratorSeriesOrdered', data: { memberId, seriesIds } }];
    }
  }
}

const withSeries = (series: readonly Series[], one: Series): Series[] =>
  series.some(({ id }) => id === one.id)
    ? series.map((before) => (before.id === one.id ? one : before))
    : [...series, one];

const isSame = (one: CuratorCents, other: CuratorCents): boolean => textOf(one) === textOf(other);

const textOf = (cents: CuratorCents): string =>
  JSON.stringify(Object.entries(cents).toSorted(([one], [other]) => (one < other ? -1 : 1)));
