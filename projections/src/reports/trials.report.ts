import type { AccountFact } from '@easel/contracts/account/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { z } from 'zod';
import { columnsOf, Groups, isWithin, monthOf, months, share } from './figures.ts';
import { reportOf } from './report.ts';

interface Figures {
  asked: number;
  drawn: number;
  failed: number;
  adopted: number;
  gone: number;
  paid: number;
}

const none = (): Figures => ({ asked: 0, drawn: 0, failed: 0, adopted: 0, gone: 0, paid: 0 });

interface State {
  /** Those that are still somebody's to adopt, by generation. */
  waiting: Map<string, Figures>;
  /** Where members who came by a trial belong, until they pay. */
  adopters: Map<string, Figures>;
  groups: Groups<Figures>;
}

/** By the month in which a visitor asked for one. */
export const report = reportOf<GenerationFact | AccountFact>()({
  answers: 'What became of the free pictures of visitors: drawn, adopted, gone, and who pays since',
  filter: [
    'GenerationRequested',
    'GenerationCompleted',
    'GenerationFailed',
    'GenerationCancelled',
    'GenerationAdopted',
    'Purged',
    'PlanPaid',
    'WalletToppedUp',
  ],
  parameters: z.strictObject(months),
  initial: (): State => ({ waiting: new Map(), adopters: new Map(), groups: new Groups(none) }),

  reduce(state, { type, data, at }) {
    switch (type) {
      case 'GenerationRequested': {
        if (!data.trial) break;
        const figures = state.groups.of(monthOf(at));
        figures.asked += 1;
        state.waiting.set(data.generationId, figures);
        break;
      }
      case 'GenerationCompleted': {
        const figures = state.waiting.get(data.generationId);
        if (figures) figures.drawn += 1;
        break;
      }
      case 'GenerationFailed':
      case 'GenerationCancelled': {
        const figures = state.waiting.get(data.generationId);
        if (figures) figures.failed += 1;
        state.waiting.delete(data.generationId);
        break;
      }
      case 'GenerationAdopted': {
        const figures = state.waiting.get(data.generationId);
        if (!figures) break;
        figures.adopted += 1;
        state.waiting.delete(data.generationId);
        state.adopters.set(data.memberId, figures);
        break;
      }
      case 'Purged': {
        const figures = state.waiting.get(data.generationId);
        if (figures) figures.gone += 1;
        state.waiting.delete(data.generationId);
        break;
      }
      case 'PlanPaid':
      case 'WalletToppedUp': {
        const figures = state.adopters.get(data.memberId);
        if (figures) figures.paid += 1;
        state.adopters.delete(data.memberId);
        break;
      }
    }
    return state;
  },

  beneath: ({ groups }) => groups,

  render: ({ groups }, parameters) => ({
    columns: columnsOf(
      ['month', 'month'],
      ['asked for', 'count'],
      ['drawn', 'count'],
      ['failed', 'count'],
      ['adopted', 'count'],
      ['gone', 'count'],
      ['waiting', 'count'],
      ['adopted', 'percent'],
      ['paid since', 'count'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(([[month = ''], { asked, drawn, failed, adopted, gone, paid }]) => [
        month,
        asked,
        drawn,
        failed,
        adopted,
        gone,
        asked - failed - adopted - gone,
        share(adopted, asked),
        paid,
      ]),
  }),
});
