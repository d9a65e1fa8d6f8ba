import '../testing/secure-mode.ts';
import './recordings.test.ts';
