import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { guidePages } from './vite-guides.ts';
import { referenceData } from './vite-reference.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss(), referenceData(), guidePages()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // The policy allows no data: addresses; every file has one of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A page that grows to this is a fault; the whole console was 1,016 kB as one file.
    chunkSizeWarningLimit: 400,
    // How long plugins take is no warning about what was built, and only slow machines print it.
    rolldownOptions: {
      input: ['index', 'reference', 'guides'].map((name) => `${import.meta.dirname}/${name}.html`),
      checks: { bundlerTimings: false },
    },
  },
  // `npm run -w @brickwork/console dev` beside a running service.
  server: { proxy: { '/v1': 'http://127.0.0.1:8787', '/console/session': 'http://127.0.0.1:8787' } },
});
