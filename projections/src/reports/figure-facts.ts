import type { ReportName } from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import { Refused } from '@easel/contracts/kernel/problem';
import type { FactsBehind } from './behind-figure.ts';
import type { Figure } from './fold-question.ts';
import { builtInCode, type ReportRunner } from './run-report.ts';

export interface FigureAsked {
  report: ReportName;
  parameters: Readonly<Record<string, string>>;
  /** As of which the run was made. */
  position: string;
  figure: Figure;
  signal: AbortSignal;
}

/** Finds the facts behind a figure while somebody waits: one at a time, and not for as long as a report may take. */
export class FigureFacts {
  private isFinding = false;
  private readonly reports: Pick<ReportRunner, 'run'>;

  constructor(reports: Pick<ReportRunner, 'run'>) {
    this.reports = reports;
  }

  /** With the hash of the code that has found them. Throws Refused, as ReportRunner does. */
  async find({ report, position: asOf, ...asked }: FigureAsked): Promise<FactsBehind & { codeHash: string }> {
    if (this.isFinding) throw new Refused(reportProblems.busy);
    this.isFinding = true;
    try {
      const { result, codeHash } = await this.reports.run({ code: builtInCode(report), asOf, ...asked });
      return { ...(JSON.parse(result) as FactsBehind), codeHash };
    } catch (error) {
      if (!(error instanceof Refused) || error.problem !== reportProblems.slow) throw error;
      throw new Refused(reportProblems.factsSlow);
    } finally {
      this.isFinding = false;
    }
  }
}
