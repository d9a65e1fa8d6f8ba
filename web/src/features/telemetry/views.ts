import type { MeasuredPage } from '@easel/contracts/telemetry/http';
import { pagePatternAt } from '@easel/contracts/page-paths';
import {
  LONG_TASKS,
  OTHER_PAGE,
  SLOW_MS,
  SLOW_RESOURCES,
  VITAL_MAX,
  type Connection,
  type Navigation,
  type Vital,
} from '@easel/contracts/telemetry/policy';

export type MeasuredVital = NonNullable<MeasuredPage['vitals'][Vital]>;

/** A page while it is looked at, and what is known of it so far. */
interface View {
  page: MeasuredPage['page'];
  navigation: Navigation;
  /** On the page's own clock, in ms. */
  beganAt: number;
  vitals: MeasuredPage['vitals'];
  slowResources: MeasuredPage['slowResources'];
  longTasks: number[];
}

const SOFT: Navigation = 'soft-navigation';
const pageAt = (path: string): MeasuredPage['page'] => pagePatternAt(path) ?? OTHER_PAGE;
const ms = (value: number): number => Math.min(Math.round(value * 10) / 10, VITAL_MAX);
const shift = (value: number): number => Math.round(value * 10_000) / 10_000;

/**
 * The views of pages in one document: the one it came with, those within the app, those it was brought back for. Each
 * is told once.
 */
export class Views {
  private open: View[] = [];

  constructor(
    private readonly build: string,
    private readonly connection: Connection,
  ) {}

  begin(path: string, navigation: Navigation, beganAt: number): void {
    this.open.push({ page: pageAt(path), navigation, beganAt, vitals: {}, slowResources: [], longTasks: [] });
  }

  /** Of a page within the app the last view at that path, else the last that the document itself brought. */
  measure(name: Vital, measured: MeasuredVital, path: string, navigation: Navigation): void {
    const page = pageAt(path);
    const isMeant = ({ navigation: so, page: at }: View) =>
      navigation === SOFT ? so === SOFT && at === page : so !== SOFT;
    const view = this.open.findLast(isMeant);
    // What is told of one that was taken already counts for none.
    if (!view) return;
    view.navigation = navigation;
    view.vitals[name] = { ...measured, value: name === 'cls' ? shift(measured.value) : ms(measured.value) };
  }

  /** The first answer that the document gave to a touch or key. */
  answeredFirst(measured: MeasuredVital): void {
    const [first] = this.open;
    if (first && first.navigation !== SOFT) first.vitals.fid = { ...measured, value: ms(measured.value) };
  }

  /** A request that took so long, from when it began. */
  waited(at: number, resource: string, kind: string, tookMs: number): void {
    const view = this.viewAt(at);
    if (tookMs < SLOW_MS || !view || view.slowResources.length >= SLOW_RESOURCES) return;
    view.slowResources.push({ resource, kind, ms: ms(tookMs) });
  }

  /** Work of the page during which it answered nobody. */
  worked(at: number, tookMs: number): void {
    const view = this.viewAt(at);
    if (tookMs < SLOW_MS || !view || view.longTasks.length >= LONG_TASKS) return;
    view.longTasks.push(ms(tookMs));
  }

  /** All that are open: what comes after it is told of none of them. */
  take(): MeasuredPage[] {
    const taken = this.open;
    this.open = [];
    const { build, connection } = this;
    return taken.map(({ page, navigation, vitals, slowResources, longTasks }) => ({
      page,
      build,
      navigation,
      connection,
      vitals,
      slowResources,
      longTasks,
    }));
  }

  private viewAt(at: number): View | undefined {
    return this.open.findLast(({ beganAt }) => beganAt <= at);
  }
}
