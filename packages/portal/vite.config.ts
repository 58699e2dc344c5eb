import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  publicDir: false,
  // @mantine/hooks imports react-dom without naming it as a dependency.
  resolve: { dedupe: ['react', 'react-dom'] },
  // The two applications share files, and each finds them below its own path.
  experimental: {
    renderBuiltUrl: (name, { hostId, hostType }) =>
      hostType === 'html' ? `/${hostId.includes('support') ? 'support' : 'portal'}/${name}` : { relative: true },
  },
  build: {
    manifest: true,
    rolldownOptions: { input: ['index.html', 'support.html'].map((name) => join(import.meta.dirname, name)) },
    target: 'es2023',
    // The policy of the page allows no `data:` scripts or fonts, and a file with a hashed name is fetched once.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // MapLibre is a separate chunk, which only pages with maps load.
    chunkSizeWarningLimit: 1_500,
  },
})
