// `npm run dev`: what `npm start` runs, following the sources. The pages are not built; vite serves them from the sources.
import './require-node.mjs';
const { build } = await import('./build.mjs');

try {
  await build(['servers']);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('./dev/main.ts');
