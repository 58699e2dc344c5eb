import { systemClock } from '@guidebook/service-kit'
import { parseNetworks } from '@guidebook/service-kit/outbound'
import { type AttemptResult, createSender, type SenderOptions } from '../src/delivery/send.ts'
import { signedHeaders } from '../src/delivery/sign.ts'

const body = '{}'
const headers = signedHeaders('msg_1', new Date(), body, [`whsec_${Buffer.alloc(24).toString('base64')}`])

/** The sender itself, without the check of the address's text that the service makes first. It may go to these networks. */
export const sending = async <T>(
  admitted: string,
  options: Partial<SenderOptions>,
  use: (send: (url: string) => Promise<AttemptResult>) => Promise<T>,
): Promise<T> => {
  const sender = createSender({
    admittedNetworks: parseNetworks(admitted),
    timeoutMs: 10_000,
    connectionsPerReceiver: 50,
    clock: systemClock,
    ...options,
  })
  try {
    return await use((url) => sender.send(url, headers, body))
  } finally {
    await sender.close()
  }
}
