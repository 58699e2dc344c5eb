/** Thrown by a handler: this message can never be handled. It becomes a dead letter immediately; the reason must contain no values. */
export class PoisonMessageError extends Error {
  override readonly name = 'PoisonMessageError'
}
