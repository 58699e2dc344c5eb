import type { Logger } from 'pino'
import type { Component } from './component.ts'

export interface RunningComponents {
  /** Stops all, last started first. Parts that are not done when the deadline (milliseconds) has passed are named in the log and left. */
  stop(deadlineMs: number): Promise<void>
}

/** Starts the components in order. When one fails, those before it are stopped in reverse, and its error is thrown. */
export async function startComponents(
  components: readonly Component[],
  { log, rollbackMs = 10_000 }: { log: Logger; rollbackMs?: number },
): Promise<RunningComponents> {
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
      log.error({ component: component.name, err: error }, 'component did not start')
      await stop(rollbackMs)
      throw error
    }
    started.push(component)
  }
  return { stop }
}

async function stopInReverse(started: readonly Component[], deadlineMs: number, log: Logger): Promise<void> {
  const { promise: deadline, resolve: expire } = Promise.withResolvers<'late'>()
  const timer = setTimeout(expire, deadlineMs, 'late')
  for (const component of started.toReversed()) {
    const stopped = stopOne(component, log)
    if ((await Promise.race([stopped, deadline])) === 'late') {
      log.error({ component: component.name, deadlineMs }, 'component did not stop in time and is left')
    }
  }
  clearTimeout(timer)
}

/** A part that cannot stop cleanly must not keep the others from stopping. */
async function stopOne(component: Component, log: Logger): Promise<void> {
  try {
    await component.stop?.()
  } catch (error) {
    log.error({ component: component.name, err: error }, 'component failed while stopping')
  }
}
