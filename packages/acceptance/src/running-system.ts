import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The fields of `local.json` that the tests use. */
export interface Description {
  baseUrl: string
  adminUrl: string
  adminToken: string
  /** The gateway's listener for the other services; null when it is not reachable from here. */
  internalUrl: string | null
  services: Record<string, { url: string; healthUrl: string; log: string }>
  /** The address of each service's own schema. */
  databases: Record<string, string>
  databaseUrl: string | null
  objectStoreUrl: string
  amqpUrl: string
  /** The broker's address for each service, with its own user. */
  brokers: Record<string, string>
  mail: { importAddress: string; imapUrl: string; smtpUrl: string; smtpPassword: string | null }
  /** `host`: the name under which the system reaches this machine, if it runs on another one. A system here allows `morePorts`. */
  webhookReceiver: { host?: string; port: number; morePorts?: readonly number[]; certificate: string; key: string }
  processes: { name: string; pid: number }[]
  demonstration: { accounts: { key: string }[]; links: { url: string }[] } | null
}

export type SystemHandle = ReturnType<typeof systemIn>
export type RunningSystem = Awaited<ReturnType<typeof startSystem>>

const root = fileURLToPath(new URL('../../../', import.meta.url))
const commandLine = join(root, 'infra/local/src/main.ts')

/** Settings for tests that send more requests than a partner or traveller may. */
export const noLimits = {
  RATE_LIMIT_PER_MINUTE: '100000000',
  TRAVELLER_RATE_LIMIT_PER_MINUTE: '100000000',
  WRONG_KEY_LIMIT_PER_MINUTE: '100000000',
  WRONG_ADMIN_TOKEN_LIMIT_PER_MINUTE: '100000000',
}

/** The running system whose data is in the folder. */
export const systemIn = (data: string, env: NodeJS.ProcessEnv = process.env) => ({
  data,
  /** Read on each call, because restarted processes have new ids. */
  describe: (): Description => JSON.parse(readFileSync(join(data, 'local.json'), 'utf8')),
  /** The key with which a service signs its internal calls. */
  privateKey: (service: string): { kty: 'OKP'; crv: 'Ed25519'; x: string; d: string } =>
    JSON.parse(readFileSync(join(data, 'keys', `${service}.json`), 'utf8')),
  /** Runs another local command against this system. Returns its exit code and output. */
  run: (command: string, args: readonly string[] = []) =>
    runCommand([commandLine, command, ...args], { ...env, GUIDEBOOK_DATA: data }),
})

/** Bundles the services, for systems that are started with `GUIDEBOOK_FORM: 'built'`. */
export const buildBundles = () => promisify(execFile)(process.execPath, [commandLine, 'build'])

/** Starts the whole system in a new folder, as `npm run up` or `npm start` does, and waits until it is ready. */
export const startSystem = async (env: Readonly<Record<string, string>> = {}, command: 'up' | 'start' = 'up') => {
  const data = mkdtempSync(join(tmpdir(), 'guidebook-acceptance-'))
  const surroundings = { ...process.env, ...env, GUIDEBOOK_DATA: data, GUIDEBOOK_ENDS_WITH_INPUT: 'yes' }
  const start = async () => {
    const child = spawn(process.execPath, [commandLine, command], { cwd: root, env: surroundings, detached: true })
    await readyOf(child)
    return child
  }
  const end = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGTERM')
    await ended
  }
  let running = await start()
  const stop = async () => {
    await end()
    rmSync(data, { recursive: true, force: true })
  }
  return {
    ...systemIn(data, surroundings),
    /** Stops the system and starts it again with its data; resolves when it is ready. `meanwhile` runs in between. */
    async restart(meanwhile: () => Promise<void> = async () => undefined) {
      await end()
      await meanwhile()
      running = await start()
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

const readyOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const lines: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        if (line.startsWith('ready: ')) resolve()
      })
    }
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`the system ended (${code}) before it was ready:\n${lines.join('\n')}`)),
    )
  })

const runCommand = async (args: readonly string[], env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, args, { cwd: root, env })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)))
  const code = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)))
  return { code, output: chunks.join('') }
}
