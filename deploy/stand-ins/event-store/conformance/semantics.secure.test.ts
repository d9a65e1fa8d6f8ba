import '../testing/secure-mode.ts';
import './semantics.test.ts';
