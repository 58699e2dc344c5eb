/**
 * What answers a release at the least: one route of a bare Koa, its parameters and its answer checked as the contract says. Gets the record by
 * a message, tells its port by another.
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
