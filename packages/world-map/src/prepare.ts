/** Writes the map of the world to `dist/world.pmtiles`. `npm start`, `npm test` and `npm run build` do this once after an installation. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeWorld } from './world.ts'

const folder = join(import.meta.dirname, '..', 'dist')
mkdirSync(folder, { recursive: true })
const file = join(folder, 'world.pmtiles')
writeFileSync(`${file}.part`, makeWorld())
renameSync(`${file}.part`, file)
