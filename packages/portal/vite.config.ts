import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [react()],
  publicDir: false,
  // @mantine/hooks imports react-dom without naming it as a dependency.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    manifest: true,
    target: 'es2023',
    // The policy of the page allows no `data:` scripts or fonts, and a file with a hashed name is fetched once.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // MapLibre is a separate chunk, which only pages with maps load.
    chunkSizeWarningLimit: 1_500,
  },
})
