import type { Logger } from 'pino'
import type { Component } from './component.ts'

/** Time for stopping the started components after one failed to start, milliseconds. */
const rollbackMs = 10_000

/**
 * Starts the components in order. When one fails, the started ones are stopped in reverse order, and its error is thrown. `retire` announces
 * the stop to all at once. `stop` stops all in reverse order. After its deadline (milliseconds) it logs components that are still stopping and
 * does not wait for them.
 */
export async function startComponents(components: readonly Component[], { log }: { log: Logger }) {
  const started: Component[] = []
  let stopping: Promise<void> | undefined
  const stop = (deadlineMs: number) => {
    stopping ??= stopInReverse(started, deadlineMs, log)
    return stopping
  }
  for (const component of components) {
    try {
      await component.start?.()
    } catch (error) {
      log.error({ component: component.name, err: error }, 'component failed to start')
      await stop(rollbackMs)
      throw error
    }
    started.push(component)
  }
  const retire = () => {
    for (const component of started.toReversed()) component.retire?.()
  }
  return { retire, stop }
}

async function stopInReverse(started: readonly Component[], deadlineMs: number, log: Logger): Promise<void> {
  const { promise: deadline, resolve: expire } = Promise.withResolvers<'late'>()
  const timer = setTimeout(expire, deadlineMs, 'late')
  for (const component of started.toReversed()) {
    const stopped = stopOne(component, log)
    if ((await Promise.race([stopped, deadline])) === 'late') {
      log.error({ component: component.name, deadlineMs }, 'component did not stop in time')
    }
  }
  clearTimeout(timer)
}

/** Logs an error of `stop`, so that the other components are stopped too. */
async function stopOne(component: Component, log: Logger): Promise<void> {
  try {
    await component.stop?.()
  } catch (error) {
    log.error({ component: component.name, err: error }, 'component failed to stop')
  }
}
