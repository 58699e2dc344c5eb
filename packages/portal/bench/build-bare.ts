/** Builds the bare page into the folder of the argument. */
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const outDir = process.argv[2]
if (outDir === undefined) throw new Error('name the folder')
await build({
  // The portal's configuration names the portal's pages.
  configFile: false,
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react()],
  resolve: { dedupe: ['react', 'react-dom'] },
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
