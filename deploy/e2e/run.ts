import { launchBrowser, openPage } from './browser.ts';
import { everyPage } from './every-page.ts';
import { mainJob } from './main-job.ts';
import { startProduct, type Product } from './product.ts';
import { Steps } from './steps.ts';

// E2E_URL tries a product that runs already, with nothing in it that matters.
const running = process.env.E2E_URL?.replace(/\/$/, '');
const product: Product = running ? { address: running, stop: () => Promise.resolve() } : await startProduct();
const steps = new Steps();
try {
  const browser = await launchBrowser();
  try {
    const watched = await openPage(browser, product.address);
    process.stdout.write('The main job\n');
    const member = await steps.story(watched.page, (step) => mainJob(watched, step));
    if (member) {
      process.stdout.write('\nEvery page\n');
      await everyPage(browser, product.address, member, steps);
    }
  } finally {
    await browser.close();
  }
} finally {
  await product.stop();
}
process.stdout.write(`\n${steps.passed} passed, ${steps.failed} failed\n`);
process.exitCode = steps.failed > 0 ? 1 : 0;
