import { accessSync, constants, mkdirSync } from 'node:fs'
import { totalmem } from 'node:os'
import { findEngine } from '../servers/broker.ts'
import { postgresFiles } from '../servers/postgres-files.ts'
import {
  chromiumPackage,
  dovecotPackage,
  findProgram,
  rabbitmqPackage,
  type SystemPackage,
} from '../servers/system-package.ts'
import { freeSpace } from '../state/disk.ts'
import { type ExternalServers, hasExternalDatabases } from '../system/external-servers.ts'
import { oneLineMessage } from '../user-facing-error.ts'
import { type Finding, note, ok, problem, warning } from './finding.ts'

const gibibyte = 1024 ** 3
const minDiskBytes = 1 * gibibyte
const minMemoryBytes = 2 * gibibyte
const inGibibytes = (bytes: number) => `${(bytes / gibibyte).toFixed(1)} GiB`

function disk(data: string): Finding {
  mkdirSync(data, { recursive: true })
  const free = freeSpace(data)
  const found = `${inGibibytes(free)} free`
  return free < minDiskBytes ? problem('disk', `only ${found}: make room`) : ok('disk', found)
}

function memory(): Finding {
  const found = `${inGibibytes(totalmem())} of memory`
  return totalmem() < minMemoryBytes
    ? problem('memory', `only ${found}: ${inGibibytes(minMemoryBytes)} are needed`)
    : ok('memory', found)
}

function dataFolder(data: string): Finding {
  try {
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK)
    return ok('data', data)
  } catch (error) {
    return problem('data', `${oneLineMessage(error)}: change its owner, or set GUIDEBOOK_DATA to another folder`)
  }
}

const postgres = (): Promise<Finding> =>
  postgresFiles().then(
    ({ version }) => ok('PostgreSQL', version),
    (error: unknown) => problem('PostgreSQL', oneLineMessage(error)),
  )

/** What the doctor asks this machine. */
export interface Probes {
  find(required: SystemPackage): string | undefined
  findEngine(): Promise<string | undefined>
  /** Whether a start may install packages. */
  isRoot: boolean
}

const probes: Probes = { find: findProgram, findEngine, isRoot: process.getuid?.() === 0 }

/** `report`: how serious it is that the program is missing and nobody installs it. */
function program(required: SystemPackage, purpose: string, report: typeof problem, { find, isRoot }: Probes): Finding {
  const { title, debian } = required
  const found = find(required)
  if (found) return ok(title, found)
  if (isRoot) return note(title, `missing: installed when ${purpose}`)
  return report(title, `missing (needed when ${purpose}): apt-get install --no-install-recommends ${debian}`)
}

/** A container engine replaces a program that is missing. */
async function broker(machine: Probes): Promise<Finding> {
  const found = program(rabbitmqPackage, 'the system starts', problem, machine)
  const engine = found.state === 'ERROR' ? await machine.findEngine() : undefined
  return engine === undefined ? found : ok(found.subject, `runs in a container of ${engine}`)
}

/** The programs of the servers that are not external, and the browser, which only the tests need. */
export const programs = async ({ amqpUrl, imapUrl }: ExternalServers, machine: Probes = probes): Promise<Finding[]> => [
  ...(amqpUrl === undefined ? [await broker(machine)] : []),
  ...(imapUrl === undefined ? [program(dovecotPackage, 'the system starts', problem, machine)] : []),
  program(chromiumPackage, 'the tests run', warning, machine),
]

/** The state of this machine: space, memory, rights, programs. */
export const machine = async (data: string, external: ExternalServers): Promise<Finding[]> => [
  disk(data),
  memory(),
  dataFolder(data),
  ...(hasExternalDatabases(external) ? [] : [await postgres()]),
  ...(await programs(external)),
]
