import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // The policy allows no data: addresses; every file has one of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
  // `npm run -w @brickwork/console dev` beside a running service.
  server: { proxy: { '/v1': 'http://127.0.0.1:8787', '/console/session': 'http://127.0.0.1:8787' } },
});
