import { expect, test } from 'vitest'
import { addGuard, leaveForms } from './leave-forms.ts'

test('an action that loses what is typed runs once each open form agrees', () => {
  const waiting: (() => void)[] = []
  let runs = 0
  const leave = () => leaveForms(() => runs++)
  leave()
  const removed = [addGuard((action) => waiting.push(action)), addGuard((action) => action())]
  leave()
  expect([runs, waiting.length]).toEqual([1, 1])
  waiting[0]?.()
  expect(runs).toBe(2)
  for (const remove of removed) remove()
  leave()
  expect([runs, waiting.length]).toEqual([3, 1])
})
