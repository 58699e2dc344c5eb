/**
 * The lock of the installation: a folder that holds one file, named after its owner. Plain JavaScript for Node 20 without packages,
 * because it is used before they are installed.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Runs the work while no other process holds the lock. Reports once if it has to wait. */
export async function withLock(lock, report, work) {
  const me = ownerOf(process.pid)
  for (let isFirst = true; !acquire(lock, me); isFirst = false) {
    if (isFirst) report('waiting for another installation to end …')
    await delay(200)
  }
  try {
    return await work()
  } finally {
    release(lock, me)
  }
}

function acquire(lock, me) {
  const owner = ignoring(['ENOENT'], () => readdirSync(lock)[0])
  if (owner === undefined) return create(lock, me)
  return owner !== ownerOf(Number.parseInt(owner, 10)) && takeOver(lock, owner, me)
}

/** The lock appears together with its owner: a folder can be renamed to one that does not exist or is empty, but to no other. */
function create(lock, me) {
  const prepared = `${lock}.${me}`
  mkdirSync(prepared, { recursive: true })
  writeFileSync(join(prepared, me), '')
  const isCreated = ignoring(['ENOTEMPTY', 'EEXIST'], () => renameSync(prepared, lock) ?? true) ?? false
  if (!isCreated) rmSync(prepared, { recursive: true, force: true })
  return isCreated
}

/** Of several processes that find the owner dead, one can rename its file. */
function takeOver(lock, owner, me) {
  return ignoring(['ENOENT'], () => renameSync(join(lock, owner), join(lock, me)) ?? true) ?? false
}

/** Another process may create its lock between the two steps, and a person may have removed the folder. */
function release(lock, me) {
  ignoring(['ENOENT'], () => unlinkSync(join(lock, me)))
  ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => rmdirSync(lock))
}

/**
 * Process id and start time: a container that is started again gives its processes the same ids. Undefined when no process has
 * this id.
 */
function ownerOf(pid) {
  const startedAt = process.platform === 'linux' ? linuxStart(pid) : otherStart(pid)
  return startedAt && `${pid}-${startedAt}`
}

/** Field 22 of `stat`, as in `src/processes/identity.ts`. State Z: the process has ended. */
function linuxStart(pid) {
  const stat = ignoring(['ENOENT', 'ESRCH'], () => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

function otherStart(pid) {
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim().replaceAll(/\W+/g, '-') : undefined
}

/** Undefined after an error with one of these codes. */
function ignoring(codes, work) {
  try {
    return work()
  } catch (error) {
    if (codes.includes(error.code)) return undefined
    throw error
  }
}
