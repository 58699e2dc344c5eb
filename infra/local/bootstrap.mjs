// The first step of every command, on nothing but Node 20 and npm: brings the pinned pnpm, installs the dependencies when the
// lock file asks for it, then hands over to the TypeScript under Node 24, which is one of those dependencies.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const modules = join(root, 'node_modules')
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const stamp = join(modules, '.guidebook-installed')
const lock = join(root, '.data', 'installing')

const [command, ...words] = process.argv.slice(2)
/** Support's command line is a program of its own; its standard output belongs to its answer alone. */
const isSupport = command === 'guidebook'

const tell = (line) => (isSupport ? process.stderr : process.stdout).write(`${line}\n`)
// A reader that has gone (`npm start | head`) must not end a running system halfway.
process.stdout.on('error', () => undefined)

const fault = (line) => {
  process.stderr.write(`guidebook: ${line}\n`)
  process.exit(1)
}

/** The manifests of all workspace packages: what is installed follows from them and the lock file alone. */
const manifests = () => {
  const nested = ['packages', 'services', 'infra'].flatMap((group) => {
    const folder = join(root, group)
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'package.json')) : []
  })
  const roots = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => join(root, name))
  return [...roots, ...nested.sort()].filter((path) => existsSync(path))
}

const fingerprint = () => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const path of manifests()) hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}

const installed = (wanted) => existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

const alive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Two commands begun at once must not install into the same folder: the later one waits, then finds everything there. */
async function withLock(work) {
  for (let said = false; ; said = true) {
    try {
      mkdirSync(lock, { recursive: false })
      break
    } catch (error) {
      if (error.code === 'ENOENT') {
        mkdirSync(join(root, '.data'), { recursive: true })
        continue
      }
      if (error.code !== 'EEXIST') throw error
    }
    const owner = Number(readdirSync(lock)[0] ?? 0)
    const ownerGone =
      owner > 0 ? !alive(owner) : Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 5_000
    if (ownerGone) rmSync(lock, { recursive: true, force: true })
    else if (!said) tell('waiting for another installation to end …')
    await delay(200)
  }
  writeFileSync(join(lock, String(process.pid)), '')
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Runs pnpm through npx and shows how far it is every few seconds; what else it says is kept for the case that it fails. */
const pnpmInstall = (pnpm) =>
  new Promise((resolve, reject) => {
    const args = [
      '-y',
      pnpm,
      'install',
      '--frozen-lockfile',
      '--reporter=append-only',
      '--config.confirmModulesPurge=false',
    ]
    const child = spawn('npx', args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_config_yes: 'true' },
    })
    const said = []
    let shownAt = Date.now()
    const listen = (chunk) => {
      for (const line of String(chunk)
        .split('\n')
        .filter((text) => text.trim() !== '')) {
        said.push(line)
        if (!line.startsWith('Progress:') || Date.now() - shownAt < 3_000) continue
        shownAt = Date.now()
        tell(`  ${line.slice('Progress: '.length)}`)
      }
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      const reason = said.findLast((line) => /ERR|error/i.test(line)) ?? said.at(-1) ?? signal ?? `exit code ${code}`
      reject(new Error(`the dependencies can't be installed: ${reason.trim()}`))
    })
  })

async function install(wanted) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const began = Date.now()
  tell('installing dependencies (once; later starts skip this) …')
  await pnpmInstall(packageManager)
  if (!existsSync(node))
    throw new Error('the dependencies are installed, but Node 24 is not among them: remove node_modules and try again')
  writeFileSync(stamp, wanted)
  tell(`  dependencies installed (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}

/**
 * Hands over. Ctrl-C reaches this process and the one it started alike, a `kill` only this one: passing signals on serves both,
 * and the receiver counts several at once as one.
 */
function handOver() {
  const [main, args] = isSupport
    ? ['packages/cli/src/main.ts', words]
    : ['infra/local/src/main.ts', [command, ...words]]
  // npm runs scripts at the root; files that support names are meant from where it stands.
  const cwd = isSupport ? (process.env.INIT_CWD ?? process.cwd()) : root
  // What Node has compiled once, and stripped of its types, every later process takes from here: it starts in half the time.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env }
  const program = [join(root, main), ...args.filter((word) => word !== undefined)]
  const child = spawn(node, program, { cwd, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => fault(`Node 24 can't be started: ${error.message}`))
  child.once('close', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

if (Number(process.versions.node.split('.')[0]) < 20)
  fault(`Node 20 or later is needed, this is ${process.versions.node}`)
try {
  const wanted = fingerprint()
  if (!installed(wanted)) await withLock(async () => installed(wanted) || (await install(wanted)))
} catch (error) {
  fault(error.code === 'ENOSPC' ? 'the disk is full: make room, then start again' : error.message)
}
handOver()
