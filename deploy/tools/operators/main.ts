import { runOperators } from './run-operators.ts';

process.exitCode = await runOperators(process.argv.slice(2), process.env, {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
