import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const run = promisify(execFile)
const isSoak = process.env.SOAK !== undefined
const megabytes = isSoak ? 100 : 2
const limitBytes = 200_000_000
/** Buffers of the reader; a list of two megabytes would not fit. */
const heldLimitBytes = 500_000

let folder: string
let program: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidebook-large-mails-'))
  program = join(folder, 'read-large-mail.mjs')
  // Bundled like the service, because stripping types at runtime takes a third more memory.
  await build({
    entryPoints: [fileURLToPath(new URL('read-large-mail.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
  })
})
afterAll(() => rm(folder, { recursive: true }))

it.each(['base64', 'quoted-printable', 'body'])(
  `a list of ${megabytes} MB, as %s, is read piece by piece, in less than 200 MB of memory`,
  async (shape) => {
    const { stdout } = await run(process.execPath, [
      ...manifest.guidebook.nodeOptions,
      '--expose-gc',
      program,
      String(megabytes),
      shape,
    ])
    const { files, rows, peakBytes, heldBytes } = JSON.parse(stdout)
    console.log(`${shape}, ${megabytes} MB: ${rows} rows, peak ${Math.round(peakBytes / 1e6)} MB`)
    expect(files).toHaveLength(1)
    expect(files[0]).toBeGreaterThan(megabytes * 1e6 * 0.99)
    expect(rows).toBeGreaterThan(megabytes * 10_000)
    expect(peakBytes).toBeLessThan(limitBytes)
    // Each of three passes: over the mail, and two over the list.
    expect(heldBytes).toHaveLength(3)
    expect(Math.max(...heldBytes)).toBeLessThan(heldLimitBytes)
  },
  isSoak ? 300_000 : 30_000,
)
