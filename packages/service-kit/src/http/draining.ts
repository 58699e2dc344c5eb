import type Koa from 'koa'

const draining = new WeakSet<object>()

/** From now on the app ends every connection after its answer. */
export function beginDraining(app: Koa): void {
  draining.add(app)
}

export function isDraining(app: object): boolean {
  return draining.has(app)
}
