import { once } from 'node:events'
import { connect } from 'node:tls'
import type { PartStatus } from '@guidebook/contracts'
import { textOf } from './facts.ts'
import { counted, type Finding, ok, problem, warning } from './finding.ts'

const subject = 'public address'
/** Milliseconds. */
const deadlineMs = 5_000
const day = 86_400_000
/** Days of validity below which a certificate is due for renewal. */
const renewalDays = 14

/** Whether partners reach this system at its public address, and whether the certificate there is valid. */
export async function publicAddressFindings(parts: readonly PartStatus[], now: Date): Promise<Finding[]> {
  const gateway = parts.find(({ name, facts }) => name === 'gateway' && facts?.['public address'] !== undefined)
  const url = textOf(gateway?.facts?.['public address']?.url)
  if (url === null) return []
  const certificate = url.startsWith('https:') ? await certificateFindings(url, now) : []
  // A wrong certificate also fails the request, with a less clear message.
  if (certificate.some(({ state }) => state === 'error')) return certificate
  return [await answerFinding(url), ...certificate]
}

/** A problem document of the gateway begins with the public address that it is configured with. */
async function answerFinding(url: string): Promise<Finding> {
  const remedy = 'Check PUBLIC_URL of the gateway, the name in DNS, and the reverse proxy.'
  try {
    const response = await fetch(`${url}/no-such-path`, { redirect: 'manual', signal: AbortSignal.timeout(deadlineMs) })
    const text = await response.text()
    const type = response.headers.get('content-type')?.startsWith('application/problem+json')
      ? textOf(JSON.parse(text).type)
      : null
    if (type?.startsWith(`${url}/docs/errors/`)) return ok(subject, `${url} is this system`)
    const found =
      type === null ? `returns ${response.status}, not as a gateway does` : 'is a system with another address'
    return problem(subject, `${url} ${found}`, remedy)
  } catch (error) {
    const { message, cause } = error as Error
    const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? message
    return problem(subject, `${url} does not respond from here: ${reason}`, remedy)
  }
}

async function certificateFindings(url: string, now: Date): Promise<Finding[]> {
  const { hostname, port } = new URL(url)
  // The certificate is examined, whatever is wrong with it; nothing is sent.
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(deadlineMs) })
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now.getTime()) / day)
    const renew = 'Renew the certificate at the reverse proxy.'
    if (days < 0) return [problem(subject, `its certificate expired ${counted(-days, 'day')} ago`, renew)]
    if (!socket.authorized) {
      const message = `its certificate is not trusted: ${socket.authorizationError}`
      return [
        problem(subject, message, 'Install a certificate of a public authority for this name at the reverse proxy.'),
      ]
    }
    if (days < renewalDays) return [warning(subject, `its certificate expires in ${counted(days, 'day')}`, renew)]
    return [ok(subject, `its certificate is valid for ${counted(days, 'day')}`)]
  } catch {
    // The request reports that the address does not respond, and why.
    return []
  } finally {
    socket.destroy()
  }
}
