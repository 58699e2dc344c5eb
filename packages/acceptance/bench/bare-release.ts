/**
 * The baseline for reading a release: one route of a bare Koa that validates its parameters and its response against the contract. Receives the
 * record in a message, and sends its port in another.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { operations, type ReleaseRecord, validate } from '@guidebook/contracts'
import Koa from 'koa'

const [record] = (await once(process, 'message')) as [ReleaseRecord]
const { params, responses } = operations.readRelease

const app = new Koa().use((ctx) => {
  const [, content, kind, account, release] = ctx.path.split('/')
  if (ctx.method !== 'GET' || content !== 'content' || kind !== 'release') return
  if (validate(params, { account, release }).length > 0) return ctx.throw(400)
  const answer = { ...record, link: release }
  if (validate(responses[200].body, answer).length > 0) return ctx.throw(500)
  ctx.body = answer
})
const server = createServer(app.callback()).listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
