import { recordUnsteady } from './unsteady.mjs';

/** Records the tests that failed and then passed. */
export default class UnsteadyReporter {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) recordUnsteady(`${test.module.relativeModuleId} › ${test.fullName}`);
  }
}
