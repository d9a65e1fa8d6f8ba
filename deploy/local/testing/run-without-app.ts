/**
 * For tests: the whole process with an app that only says when it is closed; the event store's and imaging's programs
 * are the first two arguments, the stand-ins' of Stripe, the print service and the providers the next three.
 * `CLOSE=never` makes an app that does not end.
 */
import { run } from '../run.ts';

const [eventStore = '', imaging = '', stripe = '', prodigi = '', providers = ''] = process.argv.slice(2);
await run({
  programs: { eventStore, imaging, stripe, prodigi, providers },
  settle: () => Promise.resolve(),
  startApp: () =>
    Promise.resolve({
      address: 'http://127.0.0.1:1',
      close: () => {
        process.stdout.write('app closed\n');
        return process.env['CLOSE'] === 'never' ? new Promise(() => undefined) : Promise.resolve();
      },
    }),
});
