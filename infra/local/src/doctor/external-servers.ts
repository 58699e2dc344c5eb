import { accepts } from '../processes/wait-for.ts'
import type { ExternalServers } from '../system/external-servers.ts'
import { type Finding, ok, problem } from './finding.ts'

const defaultPorts: Record<string, number> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'amqp:': 5672,
  'amqps:': 5671,
  'imap:': 143,
  'imaps:': 993,
  'smtp:': 25,
  'smtps:': 465,
}

async function reach(name: string, address: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(address)
  const number = port === '' ? defaultPorts[protocol] : Number(port)
  if (number === undefined) return ok(name, `set (${protocol}//…)`)
  const target = `${hostname}:${number}`
  return (await accepts(number, hostname))
    ? ok(name, `set, ${target} accepts connections`)
    : problem(name, `nothing accepts connections at ${target}`)
}

/** Checks whether the servers that the environment names can be reached. */
export function externalServerFindings({ databases, amqpUrl, imapUrl, smtpUrl }: ExternalServers): Promise<Finding[]> {
  const urls = {
    ...Object.fromEntries(
      Object.entries(databases).map(([service, url]) => [`DATABASE_URL_${service.toUpperCase()}`, url]),
    ),
    AMQP_URL: amqpUrl,
    IMAP_URL: imapUrl,
    SMTP_URL: smtpUrl,
  }
  return Promise.all(Object.entries(urls).flatMap(([name, url]) => (url === undefined ? [] : [reach(name, url)])))
}
