// This runs before anything is built, and on whatever Node the machine has when the one that the repository brings did
// not arrive: it must say so in words, not by a syntax error.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    [
      `Easel needs Node 24 and brings it as the npm package "node", but Node ${process.versions.node} is running.`,
      'That package did not get to run its install script: npm 12 runs only the scripts that package.json allows,',
      'and --ignore-scripts (or ignore-scripts=true in an .npmrc) blocks all of them. Install again with',
      '',
      '    npm ci --ignore-scripts=false',
      '',
      'in this folder, or put Node 24 or later on the PATH.',
    ].join('\n'),
  );
  process.exit(1);
}

if (!process.argv.includes('--help')) console.log(`Running on Node ${process.versions.node}`);
