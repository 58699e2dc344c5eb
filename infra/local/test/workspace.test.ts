import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openWorkspace, throwawayFolder } from '../src/state/workspace.ts'
import { throwawayChild } from './throwaway-child.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777
const readableByOthers = 0o044

const folder = async () => {
  const path = await throwawayFolder('workspace')
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('others can read neither the data folder nor the folders of the servers', async () => {
  const data = await folder()
  chmodSync(data, 0o755)
  const { state, user } = await openWorkspace(data, data)
  expect(modeOf(data)).toBe(user === undefined ? 0o700 : 0o710)
  for (const name of ['', 'postgres', 'rabbitmq', 'dovecot']) expect(modeOf(join(state, name)), name).toBe(0o700)
})

test('the user of the servers owns their folder and can reach it', async () => {
  const data = await folder()
  const { state, user } = await openWorkspace(data, data)
  expect(statSync(state).uid).toBe(user?.uid ?? process.getuid?.())
  if (user) expect([statSync(data).gid, modeOf(data) & 0o010]).toEqual([user.gid, 0o010])
})

test('a workspace that is opened again stays where it is', async () => {
  const data = await folder()
  const first = await openWorkspace(data, data)
  const second = await openWorkspace(data, data)
  expect(second.state).toBe(first.state)
  expect(modeOf(data) & readableByOthers).toBe(0)
})

test('the database of a private checkout is removed with the data folder, unless it runs', async () => {
  // The folder is private: the state of root's servers is elsewhere.
  const data = join(await folder(), '.data')
  const { state } = await openWorkspace(data, data)
  onTestFinished(() => rmSync(state, { recursive: true, force: true }))
  const database = join(state, 'postgres', 'data')
  mkdirSync(database)
  const staysAfter = async (change: () => void) => {
    change()
    await openWorkspace(data, data)
    return existsSync(database)
  }
  const passwords = join(data, 'secrets.json')
  const runsAs = (pid: number) => writeFileSync(join(database, 'postmaster.pid'), `${pid}\n${database}\n`)
  expect(await staysAfter(() => writeFileSync(passwords, '{}'))).toBe(true)
  const running = await throwawayChild('setInterval(() => {}, 1000) // as postgres does')
  runsAs(running.pid)
  expect(await staysAfter(() => rmSync(passwords))).toBe(true)
  const killed = await throwawayChild('0')
  await killed.exited
  runsAs(killed.pid)
  expect(await staysAfter(() => rmSync(data, { recursive: true }))).toBe(false)
})
