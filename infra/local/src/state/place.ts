import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { User } from '../processes/child.ts'
import { reachable, serverUser } from '../unprivileged.ts'

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

function stateOnShelf(data: string): string {
  sweepShelf()
  const folder = join(shelf, createHash('sha256').update(data).digest('hex').slice(0, 12))
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  writeFileSync(join(folder, ownerFile), data)
  return folder
}

/** Finds the place of a system and makes its folders. */
export async function openPlace(root: string, data: string): Promise<Place> {
  const user = await serverUser()
  mkdirSync(data, { recursive: true })
  const state = user === undefined || reachable(data) ? join(data, 'state') : stateOnShelf(data)
  for (const name of ['', 'postgres', 'rabbitmq', 'dovecot'])
    mkdirSync(join(state, name), { recursive: true, mode: 0o755 })
  return { root, data, state, shelf, user, log: (name) => join(data, 'logs', `${name}.log`) }
}

/** A folder that is thrown away, where the servers' user can reach it. */
export async function throwawayFolder(purpose: string): Promise<string> {
  const user = await serverUser()
  const base = user === undefined || reachable(tmpdir()) ? tmpdir() : shelf
  mkdirSync(base, { recursive: true, mode: 0o755 })
  return mkdtempSync(join(base, `guidebook-${purpose}-`))
}
