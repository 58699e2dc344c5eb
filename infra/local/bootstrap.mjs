// The first step of every command. It needs nothing but Node 20 and npm: it fetches the pinned pnpm, installs the dependencies
// when they have changed, then runs the TypeScript code under Node 24, which is one of the dependencies.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './install-lock.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const modules = join(root, 'node_modules')
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const stamp = join(modules, '.guidebook-installed')
const lock = join(root, '.data', 'installing')
/** Builds the portal, unless it is built of the same sources. */
const portalBuild = join(root, 'packages', 'portal', 'build.ts')
/** Commands that start the gateway, which serves the portal. */
const withPortal = ['start', 'up', 'demo', 'test', 'test:unit', 'bench', 'acceptance', 'soak']
/** The map of the world, which is made from packages of data. */
const worldMap = join(root, 'packages', 'world-map')
const worldMapStamp = join(worldMap, 'dist', '.made-from')

const [command, ...args] = process.argv.slice(2)
/** Support's command line is a separate program. Its standard output is reserved for its results. */
const isSupport = command === 'guidebook'

const report = (line) => (isSupport ? process.stderr : process.stdout).write(`${line}\n`)
// A closed pipe (`npm start | head`) must not stop a running system.
process.stdout.on('error', () => undefined)

const exitWithError = (message) => {
  process.stderr.write(`guidebook: ${message}\n`)
  process.exit(1)
}

/** The lock file and all manifests: only they determine what is installed. */
const manifests = () => {
  const nested = ['packages', 'services', 'infra'].flatMap((group) => {
    const folder = join(root, group)
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'package.json')) : []
  })
  const roots = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => join(root, name))
  return [...roots, ...nested.sort()].filter((path) => existsSync(path))
}

const fingerprintOf = (paths) => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const path of paths) hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}

const isInstalled = (fingerprint) =>
  existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint

/** Two commands must not install into the same folder in parallel: the later one waits, then finds everything installed. */
const alone = (work) => withLock(lock, report, work)

/** Runs pnpm through npx and reports the progress every few seconds. Keeps the rest of the output for an error message. */
const pnpmInstall = (pnpm) =>
  new Promise((resolve, reject) => {
    const install = ['install', '--frozen-lockfile', '--reporter=append-only', '--config.confirmModulesPurge=false']
    const child = spawn('npx', ['-y', pnpm, ...install], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_config_yes: 'true' },
    })
    const output = []
    let reportedAt = Date.now()
    const listen = (chunk) => {
      const lines = String(chunk).split('\n')
      for (const line of lines.filter((text) => text.trim() !== '')) {
        output.push(line)
        if (!line.startsWith('Progress:') || Date.now() - reportedAt < 3_000) continue
        reportedAt = Date.now()
        report(`  ${line.slice('Progress: '.length)}`)
      }
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      const error = output.findLast((line) => /ERR|error/i.test(line))
      const reason = error ?? output.at(-1) ?? signal ?? `exit code ${code}`
      reject(new Error(`the dependencies can't be installed: ${reason.trim()}`))
    })
  })

async function install(fingerprint) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const startedAt = Date.now()
  report('installing dependencies (once; later starts skip this) …')
  await pnpmInstall(packageManager)
  if (!existsSync(node))
    throw new Error('the dependencies are installed, but Node 24 is not among them: remove node_modules and try again')
  writeFileSync(stamp, fingerprint)
  report(`  dependencies installed (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
}

/** The sources of the map, and the packages of data by their folders, whose names contain the versions. */
function worldMapFingerprint() {
  const files = ['src', 'data'].flatMap((folder) =>
    readdirSync(join(worldMap, folder)).map((name) => join(worldMap, folder, name)),
  )
  const { dependencies } = JSON.parse(readFileSync(join(worldMap, 'package.json'), 'utf8'))
  const packages = Object.keys(dependencies).map((name) => realpathSync(join(worldMap, 'node_modules', name)))
  return `${fingerprintOf(files.sort())} ${packages.map((path) => path.slice(modules.length)).join(' ')}`
}

const isWorldMapMade = (fingerprint) => existsSync(worldMapStamp) && readFileSync(worldMapStamp, 'utf8') === fingerprint

/** Takes half a minute of one core and less than 1 GB of memory. */
async function makeWorldMap(fingerprint) {
  const startedAt = Date.now()
  report('preparing the map of the world (once; later starts skip this) …')
  await new Promise((resolve, reject) => {
    const program = join(worldMap, 'src', 'prepare.ts')
    const child = spawn(node, ['--max-semi-space-size=32', program], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error("the map of the world can't be prepared")),
    )
  })
  writeFileSync(worldMapStamp, fingerprint)
  report(`  map of the world prepared (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
}

/** Takes a few seconds when the portal's sources have changed. */
const buildPortal = () =>
  new Promise((resolve, reject) => {
    const child = spawn(node, [portalBuild], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error("the portal can't be built"))))
  })

/**
 * Runs the command under Node 24. Ctrl-C reaches this process and its child, `kill` reaches only this process. Forwarding the
 * signals covers both, because the child treats repeated signals as one.
 */
function runCommand() {
  const [main, parameters] = isSupport
    ? ['packages/cli/src/main.ts', args]
    : ['infra/local/src/main.ts', [command, ...args]]
  // npm runs scripts at the root, but support's file names are relative to the caller's folder.
  const cwd = isSupport ? (process.env.INIT_CWD ?? process.cwd()) : root
  // Node.js stores compiled and type-stripped modules here, which halves the start time of later processes.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env }
  const program = [join(root, main), ...parameters.filter((parameter) => parameter !== undefined)]
  const child = spawn(node, program, { cwd, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => exitWithError(`Node 24 can't be started: ${error.message}`))
  child.once('close', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

if (Number(process.versions.node.split('.')[0]) < 20)
  exitWithError(`Node 20 or later is required, but this is ${process.versions.node}`)
try {
  const fingerprint = fingerprintOf(manifests())
  if (!isInstalled(fingerprint)) await alone(async () => isInstalled(fingerprint) || (await install(fingerprint)))
  const map = worldMapFingerprint()
  if (!isSupport && !isWorldMapMade(map)) await alone(async () => isWorldMapMade(map) || (await makeWorldMap(map)))
  if (withPortal.includes(command)) await alone(buildPortal)
} catch (error) {
  exitWithError(error.code === 'ENOSPC' ? 'the disk is full: make room, then start again' : error.message)
}
runCommand()
