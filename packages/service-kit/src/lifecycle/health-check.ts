/**
 * The health check of a container, as a program: exit code 0 when the service in the same container is ready. It imports nothing of the
 * kit, because it starts every few seconds.
 */
import { get } from 'node:http'

const deadlineMs = 4_000
const { HEALTH_HOST = '', HEALTH_PORT } = process.env
/** A service that listens on all addresses is asked on this one. */
const host = ['', '0.0.0.0', '::'].includes(HEALTH_HOST) ? '127.0.0.1' : HEALTH_HOST

const fail = (reason: string) => {
  process.stdout.write(`not ready: ${reason}\n`)
  process.exitCode = 1
}

const request = get({ host, port: HEALTH_PORT, path: '/readyz', agent: false }, (response) => {
  if (response.statusCode === 200) response.resume()
  else {
    fail(`status ${response.statusCode}`)
    response.pipe(process.stdout)
  }
})
request.setTimeout(deadlineMs, () => request.destroy(new Error(`no response within ${deadlineMs} ms`)))
request.on('error', ({ message }) => fail(message))
