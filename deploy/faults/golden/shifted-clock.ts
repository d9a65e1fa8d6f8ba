/**
 * Loaded before a product's own modules, it sets their clock by so many milliseconds: a day's rest is then soon over.
 */
const shiftMs = Number(process.env['GOLDEN_SHIFT_MS'] ?? 0);

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + shiftMs] : args, newTarget) as Date,
  apply: () => new RealDate(RealDate.now() + shiftMs).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + shiftMs : (Reflect.get(target, name, receiver) as unknown),
});
