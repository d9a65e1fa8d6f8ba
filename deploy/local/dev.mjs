// `npm run dev`: what `npm start` runs, following the sources. vite serves the pages from their sources, without a
// build.
import './require-node.mjs';
const { build } = await import('./build.mjs');

try {
  await build(['servers']);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('./dev/main.ts');
