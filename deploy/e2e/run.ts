import { launchBrowser, openPage } from './browser.ts';
import { consoleEvents, consolePages as eventsPages } from './console-events.ts';
import { consoleLedger, consolePages as ledgerPages } from './console-ledger.ts';
import { consoleMessages, consolePages as messagesPages } from './console-messages.ts';
import { consolePages as operatorsPages } from './console-operators.ts';
import { consoleProjections, consolePages as projectionsPages } from './console-projections.ts';
import { everyConsolePage } from './every-console-page.ts';
import { everyPage } from './every-page.ts';
import { ownGallery, publicGallery } from './gallery.ts';
import { generator } from './generator.ts';
import { lighthousePages } from './lighthouse.ts';
import { mainJob, type Member } from './main-job.ts';
import { membersArea } from './members.ts';
import { money } from './money.ts';
import { startProduct, type Product } from './product.ts';
import { Steps } from './steps.ts';

const consoleStories = [
  ['messages', consoleMessages],
  ['ledger', consoleLedger],
  ['events', consoleEvents],
  ['projections', consoleProjections],
] as const;
const consoleLooks = [...messagesPages, ...ledgerPages, ...eventsPages, ...projectionsPages, ...operatorsPages];

// E2E_URL tries a product that runs already, with nothing in it that matters.
const running = process.env.E2E_URL?.replace(/\/$/, '');
const product: Product = running ? { address: running, stop: () => Promise.resolve() } : await startProduct();
const steps = new Steps();
try {
  const browser = await launchBrowser();
  try {
    const watched = await openPage(browser, product.address);
    process.stdout.write('The account\n');
    const account = await openPage(browser, product.address);
    await steps.story(account.page, (step) => membersArea(account, browser, product.address, step));
    await account.page.context().close();

    process.stdout.write('\nThe main job\n');
    const member = await steps.story(watched.page, (step) => mainJob(watched, step));
    if (member) {
      process.stdout.write('\nThe gallery\n');
      let patron: Member | undefined;
      const prompt = await steps.story(watched.page, (step) => ownGallery(watched, step));
      if (prompt !== undefined) {
        process.stdout.write('\nThe public gallery\n');
        const visitor = await openPage(browser, product.address);
        await steps.story(visitor.page, (step) => publicGallery(visitor, prompt, step));
        await visitor.page.context().close();
        process.stdout.write('\nMoney\n');
        const buyer = await openPage(browser, product.address);
        patron = await steps.story(buyer.page, (step) => money(buyer, prompt, step));
        await buyer.page.context().close();
      }
      process.stdout.write('\nThe generator\n');
      const studio = await openPage(browser, product.address);
      await steps.story(studio.page, (step) => generator(studio, step));
      await studio.page.context().close();
      process.stdout.write('\nEvery page\n');
      await everyPage(browser, product.address, { member, patron }, steps);
      process.stdout.write('\nLighthouse\n');
      await lighthousePages(product.address, member, steps);
    }

    for (const [name, tell] of consoleStories) {
      process.stdout.write(`\nThe console: ${name}\n`);
      const operator = await openPage(browser, product.address);
      await steps.story(operator.page, (step) => tell(operator, browser, product.address, step));
      await operator.page.context().close();
    }
    process.stdout.write('\nEvery page of the console\n');
    await everyConsolePage(browser, product.address, consoleLooks, steps);
  } finally {
    await browser.close();
  }
} finally {
  await product.stop();
}
process.stdout.write(`\n${steps.passed} passed, ${steps.failed} failed\n`);
process.exitCode = steps.failed > 0 ? 1 : 0;
