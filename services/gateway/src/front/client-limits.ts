/** Limits of what a client may hold, from the settings. */
import { type ConnectionLimits, MinimumRate } from '@guidebook/service-kit'
import type { GatewayConfig } from '../config.ts'
import { networkOf } from '../rate-limit/client-address.ts'
import { createSpools } from '../spool/spool.ts'
import type { ForwardOptions } from './forward.ts'

type ClientSettings = GatewayConfig['settings']

/** How slowly a client may send and receive, and where its bytes wait meanwhile. */
export function clientPace(settings: ClientSettings): Pick<ForwardOptions, 'bodies' | 'answers'> {
  const openSpool = createSpools({ directory: settings.SPOOL_DIRECTORY, totalBytes: settings.SPOOL_BYTES })
  const bodyRate = new MinimumRate({ graceMs: settings.BODY_GRACE, bytesPerSecond: settings.BODY_BYTES_PER_SECOND })
  const answerRate = new MinimumRate({
    graceMs: settings.ANSWER_STALL_TIMEOUT,
    bytesPerSecond: settings.ANSWER_BYTES_PER_SECOND,
  })
  return {
    bodies: { maxBodyBytes: settings.MAX_BODY_BYTES, rate: bodyRate, openSpool },
    answers: { rate: answerRate, openSpool },
  }
}

export function connectionLimits(settings: ClientSettings): ConnectionLimits {
  const total = settings.MAX_CONNECTIONS
  // A trusted proxy makes the connections of all clients.
  if (settings.TRUSTED_PROXIES > 0) return { total }
  const ownerOf = ({ remoteAddress = '' }) => networkOf(remoteAddress)
  return { total, perOwner: { most: settings.MAX_CONNECTIONS_PER_ADDRESS, ownerOf } }
}
