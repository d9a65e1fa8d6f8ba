import type { GenerationFact } from '@easel/contracts/generation/events';
import { z } from 'zod';
import { columnsOf, Durations, Groups, isWithin, monthOf, months, share } from './figures.ts';
import { reportOf } from './report.ts';

interface Figures {
  asked: number;
  completed: number;
  failed: number;
  cancelled: number;
  images: number;
  tenths: number;
  rendering: Durations;
  waited: Durations;
}

const none = (): Figures => ({
  asked: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  images: 0,
  tenths: 0,
  rendering: new Durations(),
  waited: new Durations(),
});

interface State {
  /** Those that have not ended, by id. */
  open: Map<string, { figures: Figures; at: string; images: number; tenths: number }>;
  groups: Groups<Figures>;
}

/** Of members' generations, by the month in which they were asked for. What visitors try is a report of its own. */
export const report = reportOf<GenerationFact>()({
  answers: 'How generations went by provider and model: success, time, and what was charged',
  filter: ['GenerationRequested', 'GenerationCompleted', 'GenerationFailed', 'GenerationCancelled'],
  parameters: z.strictObject(months),
  initial: (): State => ({ open: new Map(), groups: new Groups(none) }),

  reduce(state, { type, data, at }) {
    if (type === 'GenerationRequested') {
      if (data.trial) return state;
      const { generationId, provider, tenths, settings } = data;
      const figures = state.groups.of(monthOf(at), provider, settings.model);
      figures.asked += 1;
      state.open.set(generationId, { figures, at, images: settings.count, tenths });
      return state;
    }
    const asked = state.open.get(data.generationId);
    if (!asked) return state;
    state.open.delete(data.generationId);
    const { figures } = asked;
    switch (type) {
      case 'GenerationCompleted':
        figures.completed += 1;
        figures.images += asked.images;
        figures.tenths += asked.tenths;
        figures.rendering.add(data.processingMs);
        figures.waited.add(Date.parse(at) - Date.parse(asked.at));
        break;
      case 'GenerationFailed':
        figures.failed += 1;
        break;
      case 'GenerationCancelled':
        figures.cancelled += 1;
        break;
    }
    return state;
  },

  beneath: ({ groups }) => groups,

  render: ({ groups }, parameters) => ({
    columns: columnsOf(
      ['month', 'month'],
      ['provider', 'text'],
      ['model', 'text'],
      ['asked for', 'count'],
      ['completed', 'count'],
      ['failed', 'count'],
      ['cancelled', 'count'],
      ['success', 'percent'],
      ['images', 'count'],
      ['charged', 'tenths'],
      ['rendering p50', 'ms'],
      ['rendering p95', 'ms'],
      ['until done p50', 'ms'],
      ['until done p95', 'ms'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(([[month = '', provider = '', model = ''], of]) => [
        month,
        provider,
        model,
        of.asked,
        of.completed,
        of.failed,
        of.cancelled,
        share(of.completed, of.completed + of.failed),
        of.images,
        of.tenths,
        of.rendering.percentile(50),
        of.rendering.percentile(95),
        of.waited.percentile(50),
        of.waited.percentile(95),
      ]),
  }),
});
