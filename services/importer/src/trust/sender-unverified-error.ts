/** The DNS gave no answer: whether the sender is authentic will be known later. Not a fault of the mail, nor a reason to doubt it. */
export class SenderUndecided extends Error {
  override readonly name = 'SenderUndecided'
  constructor() {
    super('the sender’s domain could not be asked in the DNS')
  }
}
