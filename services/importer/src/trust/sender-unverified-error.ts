/** The sender cannot be verified yet, because the DNS gave no response. This is neither a fault of the mail nor a reason to doubt it. */
export class SenderUnverifiedError extends Error {
  override readonly name = 'SenderUnverifiedError'
  constructor() {
    super('no DNS response about the sender’s domain')
  }
}
