import { randomUUID } from 'node:crypto'
import { linkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LocalFault } from '../fault.ts'
import { identify, isRunning, type ProcessIdentity } from '../processes/identity.ts'
import { readJson, writeJson } from './json-file.ts'

const pathIn = (data: string) => join(data, 'lock')

export interface LockState {
  /** The process that has the place; undefined when nobody has. */
  holder: ProcessIdentity | undefined
  /** A lock is there, but the process that took it has gone without giving it back. */
  stale: boolean
}

export async function lockState(data: string): Promise<LockState> {
  const written = readJson<ProcessIdentity>(pathIn(data))
  const holder = written && (await isRunning(written)) ? written : undefined
  return { holder, stale: written !== undefined && holder === undefined }
}

const taken = (holder: ProcessIdentity | undefined) =>
  new LocalFault(`it runs already (process ${holder?.pid ?? 'unknown'}): "npm run down" stops it`)

export interface Lock {
  /** The lock of a process that had gone was taken over. */
  tookOver: boolean
  release(): void
}

/** Takes the place for this process, or says who has it. */
export async function takeLock(data: string): Promise<Lock> {
  const path = pathIn(data)
  const { holder, stale } = await lockState(data)
  if (holder) throw taken(holder)
  if (stale) rmSync(path, { force: true })
  // Written elsewhere and linked: the file appears whole or, when another was quicker, not at all.
  const mine = `${path}.${randomUUID()}`
  writeJson(mine, await identify(process.pid))
  try {
    linkSync(mine, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw taken(readJson<ProcessIdentity>(path))
  } finally {
    rmSync(mine, { force: true })
  }
  // Two that found the same stale lock may both have removed it, the second one the lock of the first. Who is in the file has won.
  if (stale) {
    await delay(100)
    const winner = readJson<ProcessIdentity>(path)
    if (winner?.pid !== process.pid) throw taken(winner)
  }
  return { tookOver: stale, release: () => rmSync(path, { force: true }) }
}

/** Removes the lock of a process that has gone. */
export const removeStaleLock = (data: string) => rmSync(pathIn(data), { force: true })
