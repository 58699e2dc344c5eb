import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { reachable, serverUser, type User } from '../unprivileged.ts'
import { passableFolder, privateFolder, privateFolderWithPassage } from './private-folder.ts'

/** The folders of one local system. */
export interface Workspace {
  /** The project's root. */
  root: string
  /** Everything that this system stores: `.data`, or the folder that GUIDEBOOK_DATA names. */
  data: string
  /** Data of the servers: in `data`, or in `sharedFolder` when their user can't reach `data`. */
  state: string
  sharedFolder: string
  user: User | undefined
  log(name: string): string
}

/** Holds binaries and data of servers that run as another user and can't reach a private checkout. */
const sharedFolder = '/var/lib/guidebook-local'
const ownerFile = 'belongs-to'

/**
 * Whether PostgreSQL runs there. The file with its process id also remains when the process is killed, and then another process may have this id.
 * The command line of a process that has ended, and whose parent has not noticed, is empty.
 */
function databaseRuns(folder: string): boolean {
  const file = join(folder, 'postgres', 'data', 'postmaster.pid')
  if (!existsSync(file)) return false
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'ENOENT'))
  }
}

/** Removes the data of checkouts that no longer exist, unless their database still runs. */
function removeOrphans(): void {
  if (!existsSync(sharedFolder)) return
  for (const name of readdirSync(sharedFolder)) {
    const folder = join(sharedFolder, name)
    const owner = join(folder, ownerFile)
    if (!existsSync(owner) || existsSync(readFileSync(owner, 'utf8'))) continue
    if (!databaseRuns(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

const sharedStateOf = (data: string) => join(sharedFolder, createHash('sha256').update(data).digest('hex').slice(0, 12))

/** Data that was once created in the shared folder stays there. */
const needsSharedState = (data: string) => !reachable(dirname(data)) || existsSync(sharedStateOf(data))

function openSharedState(data: string): string {
  removeOrphans()
  passableFolder(sharedFolder)
  const folder = sharedStateOf(data)
  // The passwords were removed with `data`: without them, no start can use the database.
  if (!existsSync(join(data, 'secrets.json')) && !databaseRuns(folder)) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, ownerFile), data)
  return folder
}

/** Finds the folders of a system and creates them, readable by this user only. */
export async function openWorkspace(root: string, data: string): Promise<Workspace> {
  const user = serverUser()
  const isShared = user !== undefined && needsSharedState(data)
  if (user === undefined || isShared) privateFolder(data)
  else privateFolderWithPassage(data, user)
  const state = isShared ? openSharedState(data) : join(data, 'state')
  for (const name of ['', 'postgres', 'rabbitmq', 'dovecot']) privateFolder(join(state, name), user)
  return { root, data, state, sharedFolder, user, log: (name) => join(data, 'logs', `${name}.log`) }
}

/** Creates a temporary folder that the servers' user can reach. */
export async function throwawayFolder(purpose: string): Promise<string> {
  const user = serverUser()
  const parent = user === undefined || reachable(tmpdir()) ? tmpdir() : sharedFolder
  if (parent === sharedFolder) passableFolder(sharedFolder)
  return mkdtempSync(join(parent, `guidebook-${purpose}-`))
}
