/** `npm run images`: builds the images of all programs and checks their sizes. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readCommit } from '@guidebook/build/commit'
import { billOf, buildImage, importPrograms, sizeOf } from './build-image.ts'
import { requireEngine, run, UserFacingError } from './docker.ts'
import { stageNode } from './node-runtime.ts'
import { limits, type Program, programs } from './programs.ts'
import { sizeTable } from './size-table.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = join(root, 'dist', 'images')

const options = {
  tag: { type: 'string', default: 'dev' },
  only: { type: 'string', default: programs.join(',') },
  'base-image': { type: 'string', default: 'debian:bookworm-slim' },
  source: { type: 'string' },
  prepare: { type: 'boolean', default: false },
} as const

const usage = `options: --tag dev, --only ${programs.join(',')}, --base-image debian:bookworm-slim, --source URL, --prepare`

function readOptions() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new UserFacingError(`${(error as Error).message}\n${usage}`)
  }
}

function readPrograms(only: string): Program[] {
  const names = only.split(',')
  const unknown = names.filter((name) => !Object.hasOwn(limits, name))
  if (unknown.length > 0) throw new UserFacingError(`unknown program ${unknown.join(', ')}\n${usage}`)
  return programs.filter((program) => names.includes(program))
}

/** Bundles the programs and puts all that images consist of into `dist/images`. */
async function prepare(): Promise<void> {
  // In every bundle, also one that an earlier commit built.
  process.env.GUIDEBOOK_REVISION ||= readCommit().revision
  await run(process.execPath, [join(root, 'infra', 'local', 'src', 'main.ts'), 'build'])
  await stageNode(folder)
}

async function main(): Promise<number> {
  // The files in images belong to another user.
  process.umask(0o022)
  const { tag, only, 'base-image': baseImage, source, prepare: onlyPrepare } = readOptions()
  const selected = readPrograms(only)
  if (!onlyPrepare) await requireEngine()
  await prepare()
  if (onlyPrepare) return 0

  const { version } = JSON.parse(readFileSync(join(root, 'services', 'gateway', 'package.json'), 'utf8'))
  const { revision, time } = readCommit()
  const labels = { version, revision, created: time, ...(source !== undefined && { source }) }
  const settings = { images: folder, tag, baseImage, labels }
  const dockerfile = readFileSync(join(root, 'infra', 'container', 'Dockerfile'), 'utf8')
  const imported = await importPrograms(settings)
  const base = await sizeOf(baseImage)
  const rows: { program: Program; image: string; bytes: number; bill: string }[] = []
  for (const program of selected) {
    const image = await buildImage(program, imported, dockerfile, settings)
    const bill = relative(root, billOf(folder, program))
    rows.push({ program, image, bytes: (await sizeOf(image)) - base, bill })
    process.stdout.write(`built ${image}\n`)
  }
  await run('docker', ['image', 'rm', imported])
  const { text, tooLarge } = sizeTable(rows)
  process.stdout.write(`\n${text}\n`)
  if (tooLarge.length > 0) throw new UserFacingError(`larger than allowed: ${tooLarge.join(', ')}`)
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof UserFacingError)) throw error
  process.stderr.write(`images: ${error.message}\n`)
  process.exitCode = 1
}
