import { describe, expect, test } from 'vitest'
import { FairBudget } from './fair-budget.ts'

/** How much an owner gets that takes one at a time until it is refused. */
function takeAll(budget: FairBudget, owner: string): number {
  let taken = 0
  while (budget.take(owner)) taken++
  return taken
}

describe('a budget', () => {
  test('gives an owner no more than its maximum, and gives it again what it returned', () => {
    const budget = new FairBudget({ total: Number.POSITIVE_INFINITY, perOwner: 3 })
    expect(takeAll(budget, 'a')).toBe(3)
    expect(budget.take('b')).toBe(true)
    budget.give('a')
    expect(takeAll(budget, 'a')).toBe(1)
  })

  test('cannot be exhausted by any number of greedy owners', () => {
    const budget = new FairBudget({ total: 9_000 })
    const taken = Array.from({ length: 20 }, (_, index) => takeAll(budget, `owner ${index}`))
    expect(taken[0]).toBe(1_000)
    expect(taken.reduce((sum, amount) => sum + amount)).toBeLessThan(9_000)
    expect(taken.at(-1)).toBeGreaterThan(90)
  })

  test('is whole again when everything is returned', () => {
    const budget = new FairBudget({ total: 900 })
    expect(budget.take('a', 100)).toBe(true)
    expect(budget.take('a', 1)).toBe(false)
    budget.give('a', 100)
    expect(budget.take('b', 100)).toBe(true)
  })
})
