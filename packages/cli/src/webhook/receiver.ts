import { ListenError, type Receiver, type ReceiverOptions, startReceiver as start } from '@guidebook/client/receiver'
import { CommandError } from '../command-error.ts'

export type { ReceivedDelivery, Receiver } from '@guidebook/client/receiver'

/** Receives deliveries. Throws a `CommandError` when it cannot listen. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  try {
    return await start(options)
  } catch (error) {
    throw error instanceof ListenError ? new CommandError(error.kind, 'no-place-to-listen', error.message) : error
  }
}
