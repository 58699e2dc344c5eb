import { systemClock } from '@guidebook/service-kit'
import { parseNetworks } from '@guidebook/service-kit/outbound'
import { type AttemptResult, createSender, type SenderOptions } from '../src/delivery/send.ts'
import { signedHeaders } from '../src/delivery/sign.ts'

const body = '{}'
const headers = signedHeaders('msg_1', new Date(), body, [`whsec_${Buffer.alloc(24).toString('base64')}`])

/** Runs `use` with a sender that may connect to the `admitted` networks. The service's earlier check of the URL is skipped. */
export const withSender = async <T>(
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
