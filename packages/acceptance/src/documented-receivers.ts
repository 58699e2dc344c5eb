/** The webhook receivers of docs/webhooks.md, unchanged and started by its commands. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { eventually } from './eventually.ts'

const document = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

export interface DocumentedReceiver {
  language: string
  file: string
  code: string
  /** The command in the document. */
  command: string
  /** The runtime that this machine lacks; null when it has it. */
  missing: string | null
}

/** File names, and a command that succeeds when the runtime is installed and new enough. */
const languages: Readonly<Record<string, { file: string; probe: [string, ...string[]]; runtime: string }>> = {
  ts: { file: 'receiver.mts', probe: [process.execPath, '--version'], runtime: 'Node' },
  python: {
    file: 'receiver.py',
    probe: ['python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))'],
    runtime: 'Python 3.9',
  },
  php: { file: 'receiver.php', probe: ['php', '-r', 'exit(PHP_VERSION_ID < 80100 ? 1 : 0);'], runtime: 'PHP 8.1' },
}

/** A program is a block of code with the line that starts it in the next block. */
export const documentedReceivers: readonly DocumentedReceiver[] = [
  ...document.matchAll(/^```(ts|python|php)\n(.*?)^```\n\n^```sh\n(.*?)^```$/gms),
].map(([, language = '', code = '', command = '']) => {
  const { file, probe, runtime } = languages[language] as (typeof languages)[string]
  const [program, ...args] = probe
  return { language, file, code, command, missing: spawnSync(program, args).status === 0 ? null : runtime }
})

/** All other shell blocks, in order. */
export const guideBlocks: readonly string[] = [...document.matchAll(/^```sh\n(.*?)^```$/gms)]
  .map(([, block = '']) => block)
  .filter((block) => !documentedReceivers.some(({ command }) => command === block))

export type Home = ReturnType<typeof makeHome>

/** The folder of a receiver: its program and the records that it stores. It outlives restarts. */
export function makeHome({ file, code }: DocumentedReceiver) {
  const root = mkdtempSync(join(tmpdir(), 'guidebook-receiver-'))
  const folder = join(root, 'app')
  // As `npm install` does, with the types of Node.
  for (const name of ['standardwebhooks', '@types/node']) {
    const at = join(folder, 'node_modules', name)
    mkdirSync(dirname(at), { recursive: true })
    symlinkSync(realpathSync(join(import.meta.dirname, '../node_modules', name)), at, 'dir')
  }
  writeFileSync(join(folder, 'package.json'), '{}')
  writeFileSync(join(folder, file), code)
  return {
    folder,
    /** The stored records, by their `webhook-id`. */
    inbox() {
      const files = globSync([`${root}/inbox/*`, `${folder}/inbox/*`])
      return new Map(files.map((path) => [basename(path, '.json'), readFileSync(path)]))
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Runs the document's command with another port. Resolves when it listens or has ended. */
export async function startReceiver({ command }: DocumentedReceiver, { folder }: Home, secret: string) {
  const port = await freePort()
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const child = spawn('bash', ['-euo', 'pipefail', '-c', command.replaceAll('8080', String(port))], {
    cwd: folder,
    env: { ...process.env, PATH: path, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  await eventually(`${command} listens`, 60_000, async () => hasEnded() || (await accepts(port)))
  return {
    url: `http://127.0.0.1:${port}/guidebook`,
    /** It ended before it listened. */
    ended: hasEnded(),
    output: () => output.join(''),
    [Symbol.asyncDispose]: () => endGroup(child),
  }
}

/** The shell and what it started. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exited = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await exited
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
