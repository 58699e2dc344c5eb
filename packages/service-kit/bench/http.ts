/**
 * How much of a bare Koa's rate is left of a small answer that goes through guard, contract check, entity tag, metrics and log: the
 * ratio of the processor time that either server uses for the same requests. Prints one line a round and the median of five.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'

const requests = 20_000
const connections = 32
const rounds = 5
const question = 'GET /summits/triglav HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function serve(mode: 'bare' | 'kit') {
  const child = fork(fileURLToPath(new URL('./http-server.ts', import.meta.url)), [mode])
  const [port] = await once(child, 'message')
  const used = async (): Promise<number> => {
    child.send('how much?')
    const [microseconds] = await once(child, 'message')
    return microseconds
  }
  /** Microseconds of processor time for one request. */
  const cost = async () => {
    const before = await used()
    await ask(port)
    return ((await used()) - before) / requests
  }
  return { cost, stop: () => child.kill() }
}

/** Every connection asks again when it has its answer, which fits into one packet. */
function ask(port: number): Promise<void> {
  let toAsk = requests
  let answered = 0
  return new Promise((resolve, reject) => {
    for (let index = 0; index < connections; index++) {
      const socket = connect(port, '127.0.0.1')
      const next = () => (toAsk-- > 0 ? socket.write(question) : socket.end())
      socket.on('connect', next).on('error', reject)
      socket.on('data', () => {
        if (++answered === requests) resolve()
        next()
      })
    }
  })
}

const bare = await serve('bare')
const kit = await serve('kit')
const ratios: number[] = []
await Promise.all([bare.cost(), kit.cost()])
for (let round = 1; round <= rounds; round++) {
  const limit = await bare.cost()
  const ours = await kit.cost()
  ratios.push(limit / ours)
  console.log(
    `round ${round}: bare ${limit.toFixed(1)} µs, kit ${ours.toFixed(1)} µs, ratio ${(limit / ours).toFixed(2)}`,
  )
}
bare.stop()
kit.stop()
console.log(`median ${ratios.toSorted((a, b) => a - b)[2]?.toFixed(2)}`)
