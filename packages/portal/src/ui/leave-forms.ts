/** Runs an action now, or once the person agrees to lose the changes of a form. If the person stays, it is not run. */
export type Ask = (action: () => void) => void

/** One for each open form. */
const guards = new Set<Ask>()

/** Returns the function that removes the guard. */
export function addGuard(ask: Ask): () => void {
  guards.add(ask)
  return () => void guards.delete(ask)
}

/** Runs an action that loses what is typed but leaves the page by no link, such as signing out. Each form with changes asks first. */
export function leaveForms(action: () => void): void {
  const asked = [...guards].reduce<() => void>((next, ask) => () => ask(next), action)
  asked()
}
