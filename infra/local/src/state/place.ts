import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { User } from '../processes/child.ts'
import { reachable, serverUser } from '../unprivileged.ts'
import { openShelf, privateFolder, privateFolderWithPassage } from './private-folder.ts'

/** Where everything of one local system lies. */
export interface Place {
  /** The project's root. */
  root: string
  /** Everything that is ours: `.data`, or the folder named by GUIDEBOOK_DATA. */
  data: string
  /** Data of the servers: under `data`, or on the shelf when their user can't walk there. */
  state: string
  shelf: string
  user: User | undefined
  log(name: string): string
}

/** For servers that run as another user than the owner of a private checkout: their binaries and their data. */
const shelf = '/var/lib/guidebook-local'
const ownerFile = 'belongs-to'

/** Data of checkouts that are gone is of no use to anyone. A folder whose database still runs is left alone. */
function sweepShelf(): void {
  if (!existsSync(shelf)) return
  for (const name of readdirSync(shelf)) {
    const folder = join(shelf, name)
    const owner = join(folder, ownerFile)
    if (!existsSync(owner) || existsSync(readFileSync(owner, 'utf8'))) continue
    if (existsSync(join(folder, 'postgres', 'data', 'postmaster.pid'))) continue
    rmSync(folder, { recursive: true, force: true })
  }
}

const folderOnShelf = (data: string) => join(shelf, createHash('sha256').update(data).digest('hex').slice(0, 12))

/** Data that was once begun on the shelf stays there. */
const belongsOnShelf = (data: string) => !reachable(dirname(data)) || existsSync(folderOnShelf(data))

function prepareShelf(data: string): string {
  sweepShelf()
  openShelf(shelf)
  const folder = folderOnShelf(data)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, ownerFile), data)
  return folder
}

/** Finds the place of a system and creates its folders, which only this user can read. */
export async function openPlace(root: string, data: string): Promise<Place> {
  const user = await serverUser()
  const onShelf = user !== undefined && belongsOnShelf(data)
  if (user === undefined || onShelf) privateFolder(data)
  else privateFolderWithPassage(data, user)
  const state = onShelf ? prepareShelf(data) : join(data, 'state')
  for (const name of ['', 'postgres', 'rabbitmq', 'dovecot']) privateFolder(join(state, name), user)
  return { root, data, state, shelf, user, log: (name) => join(data, 'logs', `${name}.log`) }
}

/** A folder that is thrown away, where the servers' user can reach it. */
export async function throwawayFolder(purpose: string): Promise<string> {
  const user = await serverUser()
  const base = user === undefined || reachable(tmpdir()) ? tmpdir() : shelf
  if (base === shelf) openShelf(shelf)
  return mkdtempSync(join(base, `guidebook-${purpose}-`))
}
