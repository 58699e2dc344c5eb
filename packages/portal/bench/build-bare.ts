/** Builds the bare page into the folder of the argument. */
import { join } from 'node:path'
import { build } from 'vite'

const outDir = process.argv[2]
if (outDir === undefined) throw new Error('name the folder')
await build({
  configFile: join(import.meta.dirname, '../vite.config.ts'),
  root: import.meta.dirname,
  base: '/',
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
})
