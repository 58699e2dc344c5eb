import { expect, it } from 'vitest'
import { createPreviewSlots } from './preview-slots.ts'

const pending = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { run: () => promise, end: () => resolve() }
}
const none = async () => undefined

it('an account has two slots, and gets one back when a preview ends', async () => {
  const slots = createPreviewSlots()
  const [first, second] = [pending(), pending()]
  const running = [slots.run('a', first.run), slots.run('a', second.run)]
  await expect(slots.run('a', none)).rejects.toMatchObject({ code: 'rate-limited', headers: { 'Retry-After': '1' } })
  await expect(slots.run('b', none)).resolves.toBeUndefined()
  first.end()
  await running[0]
  await expect(slots.run('a', none)).resolves.toBeUndefined()
  second.end()
  await Promise.all(running)
})

it('a preview that fails gives its slot back', async () => {
  const slots = createPreviewSlots()
  for (let time = 0; time < 3; time++) {
    await expect(slots.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  }
})

it('all accounts together have sixteen slots', async () => {
  const slots = createPreviewSlots()
  const held = pending()
  const running = Array.from({ length: 16 }, (_, account) => slots.run(`account ${account}`, held.run))
  await expect(slots.run('another', none)).rejects.toMatchObject({
    code: 'part-unavailable',
    headers: { 'Retry-After': '1' },
  })
  held.end()
  await Promise.all(running)
})
