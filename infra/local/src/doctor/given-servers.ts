import { connect } from 'node:net'
import type { GivenServers } from '../system/given-servers.ts'
import { type Finding, good, wrong } from './finding.ts'

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
const patienceMs = 5_000

const answersAt = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: patienceMs })
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })

async function reach(name: string, address: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(address)
  const number = port === '' ? defaultPorts[protocol] : Number(port)
  if (number === undefined) return good(name, `given (${protocol}//…)`)
  const where = `${hostname}:${number}`
  return (await answersAt(hostname, number))
    ? good(name, `given, answers at ${where}`)
    : wrong(name, `nothing answers at ${where}`)
}

/** Whether the servers named by the environment can be reached. */
export const givenServerFindings = ({ databases, amqpUrl, imapUrl, smtpUrl }: GivenServers): Promise<Finding[]> => {
  const named = {
    ...Object.fromEntries(
      Object.entries(databases).map(([service, url]) => [`DATABASE_URL_${service.toUpperCase()}`, url]),
    ),
    AMQP_URL: amqpUrl,
    IMAP_URL: imapUrl,
    SMTP_URL: smtpUrl,
  }
  return Promise.all(Object.entries(named).flatMap(([name, url]) => (url === undefined ? [] : [reach(name, url)])))
}
