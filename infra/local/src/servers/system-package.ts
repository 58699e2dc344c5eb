import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type RunResult, run } from '../processes/run.ts'
import type { Report } from '../report.ts'
import { UserFacingError } from '../user-facing-error.ts'

export interface SystemPackage {
  /** For messages. */
  title: string
  /** Name in Debian and its descendants. */
  debian: string
  /** Candidates for the program; the first that exists is used. A bare name is looked up in PATH. */
  programs: readonly string[]
  /** Units that the package enables. They must not start on their own because of us. */
  units: readonly string[]
}

export const rabbitmqPackage: SystemPackage = {
  title: 'RabbitMQ',
  debian: 'rabbitmq-server',
  programs: [
    '/usr/lib/rabbitmq/bin/rabbitmq-server',
    '/usr/local/opt/rabbitmq/sbin/rabbitmq-server',
    'rabbitmq-server',
  ],
  units: ['rabbitmq-server.service', 'epmd.service', 'epmd.socket'],
}

export const dovecotPackage: SystemPackage = {
  title: 'Dovecot',
  debian: 'dovecot-imapd',
  programs: ['/usr/sbin/dovecot', 'dovecot'],
  units: ['dovecot.service', 'dovecot.socket'],
}

/** Counts for several gateways together, in the tests. */
export const redisPackage: SystemPackage = {
  title: 'Redis',
  debian: 'redis-server',
  programs: ['/usr/bin/redis-server', 'redis-server', 'valkey-server'],
  units: ['redis-server.service'],
}

/** Chromium's engine without its windows, which takes half the processor time of the whole browser. */
export const chromiumPackage: SystemPackage = {
  title: 'Chromium',
  debian: 'chromium-headless-shell',
  programs: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', 'chromium', 'chromium-browser', 'google-chrome'],
  units: [],
}

export const prometheusPackage: SystemPackage = {
  title: 'Prometheus',
  debian: 'prometheus',
  programs: ['/usr/bin/prometheus', 'prometheus'],
  units: ['prometheus.service'],
}

/** Renders the manifests of `infra/kubernetes`. */
export const kubectlPackage: SystemPackage = {
  title: 'kubectl',
  debian: 'kubernetes-client',
  programs: ['/usr/bin/kubectl', 'kubectl'],
  units: [],
}

/** Converts between formats of navigation devices. Tests read our courses with it. */
export const gpsbabelPackage: SystemPackage = {
  title: 'GPSBabel',
  debian: 'gpsbabel',
  programs: ['/usr/bin/gpsbabel', 'gpsbabel'],
  units: [],
}

/** The path of the package's program, if it is installed. */
export function findProgram(required: SystemPackage, path = process.env.PATH ?? ''): string | undefined {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  const candidates = required.programs.flatMap((program) =>
    program.startsWith('/') ? [program] : folders.map((folder) => join(folder, program)),
  )
  return candidates.find((candidate) => existsSync(candidate))
}

const policyFile = '/usr/sbin/policy-rc.d'
const policyMark = '# guidebook: no service starts while its package is being installed'

/**
 * Debian's packages start their service when they are installed. A policy file prevents that during the work. An existing policy
 * stays as it is, unless a killed installation of ours left it behind.
 */
async function withoutServiceStarts<T>(work: () => Promise<T>): Promise<T> {
  const isForeign = existsSync(policyFile) && !readFileSync(policyFile, 'utf8').includes(policyMark)
  if (isForeign) return work()
  writeFileSync(policyFile, `#!/bin/sh\n${policyMark}\nexit 101\n`)
  chmodSync(policyFile, 0o755)
  try {
    return await work()
  } finally {
    rmSync(policyFile, { force: true })
  }
}

/** Installs a package with `apt`. If that fails, renews the index of packages and tries again, but not after a stop. */
export async function installWith(
  apt: (...args: string[]) => Promise<RunResult>,
  debian: string,
  signal: AbortSignal,
): Promise<RunResult> {
  const install = () => apt('install', '--no-install-recommends', debian)
  const first = await install()
  if (first.code === 0) return first
  signal.throwIfAborted()
  await apt('update')
  const second = await install()
  if (second.code !== 0) signal.throwIfAborted()
  return second
}

async function aptInstall(required: SystemPackage, signal: AbortSignal): Promise<void> {
  // Run level 1 also makes invoke-rc.d refuse, in case an existing policy allows the start.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } as Record<string, string>
  const lock = ['-o', 'DPkg::Lock::Timeout=300', '-q', '-y']
  // A package is for all users of the machine, unlike our own files.
  const apt = (...args: string[]) =>
    run('sh', ['-c', 'umask 022; exec apt-get "$@"', 'apt-get', ...lock, ...args], { env, signal })
  const result = await withoutServiceStarts(() => installWith(apt, required.debian, signal))
  if (result.code !== 0) {
    const reason = result.output.split('\n').find((line) => line.startsWith('E: ')) ?? `exit code ${result.code}`
    throw new UserFacingError(`${required.title} can't be installed (apt-get install ${required.debian}): ${reason}`)
  }
  // The package enabled its service for the next boot, which nobody asked for.
  if (required.units.length > 0 && existsSync('/usr/bin/systemctl')) {
    await run('systemctl', ['disable', '--quiet', ...required.units])
  }
}

/** Like `ensureProgram`; where the package cannot be installed, reports that and returns nothing. */
export async function ensureOptionalProgram(
  wanted: SystemPackage,
  report: Report,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await ensureProgram(wanted, report, signal)
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    report(`  ${error.message}; tests that need it are skipped`)
    return undefined
  }
}

/** Returns the path of the package's program. Installs the package when it is missing and this user may do so. */
export async function ensureProgram(required: SystemPackage, report: Report, signal: AbortSignal): Promise<string> {
  const installed = findProgram(required)
  if (installed) return installed
  const hint = `install it (Debian, Ubuntu: apt-get install --no-install-recommends ${required.debian})`
  if (!existsSync('/usr/bin/apt-get')) throw new UserFacingError(`${required.title} is missing: ${hint}`)
  if (process.getuid?.() !== 0)
    throw new UserFacingError(`${required.title} is missing, and installing it needs root: ${hint}`)
  report(`  installing ${required.title} from the system's packages …`)
  await aptInstall(required, signal)
  const program = findProgram(required)
  if (!program)
    throw new UserFacingError(`${required.title} was installed, but its program is not at ${required.programs[0]}`)
  return program
}
