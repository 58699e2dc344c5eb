import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { startWebhookReceiver } from '../src/demo/webhook-receiver.ts'
import { freePort } from '../src/ports.ts'
import { receiverCertificate } from '../src/services/certificate.ts'
import { temporaryFolder } from './temporary-folder.ts'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

async function receiver() {
  const certificate = await receiverCertificate(temporaryFolder())
  const started = await startWebhookReceiver({ port: await freePort(), ...certificate })
  onTestFinished(() => started.stop())
  const post = (body: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(
        started.url,
        { method: 'POST', headers, ca: readFileSync(certificate.certificate) },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  return { ...started, post }
}

const signed = (body: string, id = 'msg_1') => {
  const now = new Date()
  const signature = new Webhook(secret).sign(id, now, body)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signature,
  }
}

test('a webhook with a valid signature is accepted over HTTPS with a trusted certificate', async () => {
  const { post, received, trust } = await receiver()
  trust(secret)
  const body = '{"link":"abc"}'
  expect(await post(body, signed(body))).toBe(204)
  expect(received).toEqual([{ link: 'abc', webhookId: 'msg_1', error: undefined }])
})

test('a body that was changed in transit is detected', async () => {
  const { post, received, trust } = await receiver()
  trust(secret)
  await post('{"link":"other"}', signed('{"link":"abc"}'))
  expect(received[0]?.error).toMatch(/signature/i)
})

test('a body that is not JSON is rejected', async () => {
  const { post, received } = await receiver()
  expect(await post('no JSON', {})).toBe(400)
  expect(received).toEqual([])
})
