import { accessSync, constants, mkdirSync } from 'node:fs'
import { totalmem } from 'node:os'
import { postgresFiles } from '../servers/postgres-files.ts'
import {
  chromiumPackage,
  dovecotPackage,
  findProgram,
  rabbitmqPackage,
  type SystemPackage,
} from '../servers/system-package.ts'
import { freeSpace } from '../state/disk.ts'
import { oneLineMessage } from '../user-facing-error.ts'
import { type Finding, note, ok, problem } from './finding.ts'

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

function program(required: SystemPackage, purpose: string): Finding {
  const { title, debian } = required
  const found = findProgram(required)
  if (found) return ok(title, found)
  if (process.getuid?.() === 0) return note(title, `missing: installed when ${purpose}`)
  return problem(title, `missing (needed when ${purpose}): apt-get install --no-install-recommends ${debian}`)
}

/** The state of this machine: space, memory, rights, programs. */
export const machine = async (data: string): Promise<Finding[]> => [
  disk(data),
  memory(),
  dataFolder(data),
  await postgres(),
  program(rabbitmqPackage, 'the system starts'),
  program(dovecotPackage, 'the system starts'),
  program(chromiumPackage, 'the tests run'),
]
