import { accessSync, constants, mkdirSync } from 'node:fs'
import { totalmem } from 'node:os'
import { inOneLine } from '../fault.ts'
import { postgresFiles } from '../servers/postgres-files.ts'
import {
  chromiumPackage,
  dovecotPackage,
  findProgram,
  rabbitmqPackage,
  type SystemPackage,
} from '../servers/system-package.ts'
import { freeSpace } from '../state/disk.ts'
import { type Finding, good, mendsItself, wrong } from './finding.ts'

const gibibyte = 1024 ** 3
const leastDisk = 1 * gibibyte
const leastMemory = 2 * gibibyte
const inGibibytes = (bytes: number) => `${(bytes / gibibyte).toFixed(1)} GiB`

export function disk(data: string): Finding {
  mkdirSync(data, { recursive: true })
  const free = freeSpace(data)
  const says = `${inGibibytes(free)} free`
  return free < leastDisk ? wrong('disk', `only ${says}: make room`) : good('disk', says)
}

export function memory(): Finding {
  const says = `${inGibibytes(totalmem())} of memory`
  return totalmem() < leastMemory
    ? wrong('memory', `only ${says}: ${inGibibytes(leastMemory)} are needed`)
    : good('memory', says)
}

export function dataFolder(data: string): Finding {
  try {
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK)
    return good('data', data)
  } catch (error) {
    return wrong('data', `${inOneLine(error)}: make it yours, or name another folder by GUIDEBOOK_DATA`)
  }
}

export async function postgres(): Promise<Finding> {
  try {
    return good('PostgreSQL', (await postgresFiles()).version)
  } catch (error) {
    return wrong('PostgreSQL', inOneLine(error))
  }
}

function program(wanted: SystemPackage, purpose: string): Finding {
  const found = findProgram(wanted)
  if (found) return good(wanted.title, found)
  if (process.getuid?.() === 0) return mendsItself(wanted.title, `missing: installed when ${purpose}`)
  return wrong(
    wanted.title,
    `missing (needed when ${purpose}): apt-get install --no-install-recommends ${wanted.debian}`,
  )
}

export const programs = (): Finding[] => [
  program(rabbitmqPackage, 'the system starts'),
  program(dovecotPackage, 'the system starts'),
  program(chromiumPackage, 'the tests run'),
]
