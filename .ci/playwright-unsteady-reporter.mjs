import { recordUnsteady } from './unsteady.mjs';

/** Records the tests that failed and then passed. */
export default class UnsteadyReporter {
  onBegin(_, suite) {
    this.suite = suite;
  }

  onEnd() {
    for (const test of this.suite.allTests()) {
      if (test.outcome() === 'flaky') recordUnsteady(test.titlePath().filter(Boolean).join(' › '));
    }
  }

  printsToStdio() {
    return false;
  }
}
