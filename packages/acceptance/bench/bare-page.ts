/** The baseline for a page: a bare Koa that has it in memory. Receives the page in a message, and sends its port in another. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'

const [page] = (await once(process, 'message')) as [string]
const app = new Koa().use((ctx) => {
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = page
})
const server = createServer(app.callback()).listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
