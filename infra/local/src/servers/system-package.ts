import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { LocalFault } from '../fault.ts'
import { run } from '../processes/run.ts'
import type { Say } from '../say.ts'

export interface SystemPackage {
  /** What people call it. */
  title: string
  /** Name in Debian and its descendants. */
  debian: string
  /** Where its program may be; the first that exists is taken, a bare name is looked up in PATH. */
  programs: readonly string[]
  /** Units that the package would enable: they must never start on their own because of us. */
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

export const chromiumPackage: SystemPackage = {
  title: 'Chromium',
  debian: 'chromium',
  programs: ['/usr/bin/chromium', 'chromium', 'chromium-browser', 'google-chrome'],
  units: [],
}

/** The path of the package's program on this machine, if it is there. */
export function findProgram(wanted: SystemPackage, path = process.env.PATH ?? ''): string | undefined {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  const candidates = wanted.programs.flatMap((program) =>
    program.startsWith('/') ? [program] : folders.map((folder) => join(folder, program)),
  )
  return candidates.find((candidate) => existsSync(candidate))
}

const policyFile = '/usr/sbin/policy-rc.d'
const policyMark = '# guidebook: no service starts while its package is being installed'

/**
 * Debian's packages start their service when they are installed. This answers "no" to every such wish for as long as the work
 * lasts. A policy that is already there is somebody's and stays; one that we left behind when killed is ours to remove.
 */
async function withoutServiceStarts<T>(work: () => Promise<T>): Promise<T> {
  const foreign = existsSync(policyFile) && !readFileSync(policyFile, 'utf8').includes(policyMark)
  if (foreign) return work()
  writeFileSync(policyFile, `#!/bin/sh\n${policyMark}\nexit 101\n`)
  chmodSync(policyFile, 0o755)
  try {
    return await work()
  } finally {
    rmSync(policyFile, { force: true })
  }
}

async function aptInstall(wanted: SystemPackage): Promise<void> {
  // A run level of 1 makes invoke-rc.d refuse as well, where a foreign policy would have allowed the start.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } as Record<string, string>
  const lock = ['-o', 'DPkg::Lock::Timeout=300', '-q', '-y']
  // What a package installs is for all users of the machine, unlike what we write.
  const apt = (...args: string[]) =>
    run('sh', ['-c', 'umask 022; exec apt-get "$@"', 'apt-get', ...lock, ...args], { env })
  const install = () => apt('install', '--no-install-recommends', wanted.debian)
  const result = await withoutServiceStarts(async () => {
    const first = await install()
    if (first.code === 0) return first
    await apt('update')
    return install()
  })
  if (result.code !== 0) {
    const reason = result.output.split('\n').find((line) => line.startsWith('E: ')) ?? `exit code ${result.code}`
    throw new LocalFault(`${wanted.title} can't be installed (apt-get install ${wanted.debian}): ${reason}`)
  }
  // The package enabled its service for the next boot of the machine: undone, since it was not asked for.
  if (wanted.units.length > 0 && existsSync('/usr/bin/systemctl')) {
    await run('systemctl', ['disable', '--quiet', ...wanted.units])
  }
}

/** The package's program, installed first when it is missing and we are allowed to. */
export async function ensureProgram(wanted: SystemPackage, tell: Say): Promise<string> {
  const present = findProgram(wanted)
  if (present) return present
  const hint = `install it (Debian, Ubuntu: apt-get install --no-install-recommends ${wanted.debian})`
  if (!existsSync('/usr/bin/apt-get')) throw new LocalFault(`${wanted.title} is missing: ${hint}`)
  if (process.getuid?.() !== 0)
    throw new LocalFault(`${wanted.title} is missing, and installing it needs root: ${hint}`)
  tell(`  installing ${wanted.title} from the system's packages …`)
  await aptInstall(wanted)
  const program = findProgram(wanted)
  if (!program)
    throw new LocalFault(
      `${wanted.title} was installed, but its program is not where it should be: ${wanted.programs[0]}`,
    )
  return program
}
