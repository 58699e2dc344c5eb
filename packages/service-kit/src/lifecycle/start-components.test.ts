import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Component } from './component.ts'
import { startComponents } from './start-components.ts'

const log = pino({ level: 'silent' })

function recorder(names: readonly string[], events: string[]): Component[] {
  return names.map((name) => ({
    name,
    start: async () => void events.push(`start ${name}`),
    stop: async () => void events.push(`stop ${name}`),
  }))
}

describe('startComponents', () => {
  test('starts in order and stops in reverse', async () => {
    const events: string[] = []
    const running = await startComponents(recorder(['a', 'b', 'c'], events), { log })
    await running.stop(1_000)
    expect(events).toEqual(['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a'])
  })

  test('a failed start stops the started components and throws its error', async () => {
    const events: string[] = []
    const failing: Component = { name: 'bad', start: () => Promise.reject(new Error('no')) }
    const components = [...recorder(['a', 'b'], events), failing, ...recorder(['c'], events)]
    await expect(startComponents(components, { log })).rejects.toThrow('no')
    expect(events).toEqual(['start a', 'start b', 'stop b', 'stop a'])
  })

  test('a component that fails to stop does not keep the others from stopping', async () => {
    const events: string[] = []
    const failing: Component = { name: 'bad', stop: () => Promise.reject(new Error('no')) }
    const running = await startComponents([...recorder(['a'], events), failing], { log })
    await running.stop(1_000)
    expect(events).toEqual(['start a', 'stop a'])
  })

  test('after the deadline the components behind one that hangs are stopped', async () => {
    const events: string[] = []
    const hanging: Component = { name: 'slow', stop: () => new Promise(() => undefined) }
    const running = await startComponents([...recorder(['a'], events), hanging], { log })
    await running.stop(1)
    expect(events).toEqual(['start a', 'stop a'])
  })

  test('stopping twice stops once', async () => {
    const events: string[] = []
    const running = await startComponents(recorder(['a'], events), { log })
    await Promise.all([running.stop(1_000), running.stop(1_000)])
    expect(events).toEqual(['start a', 'stop a'])
  })
})
