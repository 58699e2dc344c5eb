/** Requests that try to evade the gateway's rate limits: unusual paths, unknown keys, many keys, many event streams. */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { isSoak } from '../../src/is-soak.ts'
import type { Attack } from '../attack.ts'
import { holdConnections } from '../raw-connections.ts'
import { sendRepeatedly } from '../send-repeatedly.ts'

const get = (target: string, key: string) =>
  `GET ${target} HTTP/1.1\r\nHost: guidebook\r\nAuthorization: ${key}\r\n\r\n`

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An unknown key with the right form and a valid checksum. */
const unknownKey = (): string => {
  const random = Array.from(randomBytes(30), (byte) => alphabet[byte % alphabet.length]).join('')
  const start = `gbk_live_${random}`
  let rest = crc32(start)
  let checksum = ''
  while (checksum.length < 6) {
    checksum = alphabet[rest % alphabet.length] + checksum
    rest = Math.floor(rest / alphabet.length)
  }
  return start + checksum
}

export const evasiveRequests: Attack[] = [
  {
    name: 'one address tries unknown keys as fast as it can',
    run: ({ baseUrl }, signal, begun) =>
      sendRepeatedly(
        {
          concurrency: 64,
          next: () => ({
            method: 'GET',
            url: new URL('/account', baseUrl).href,
            headers: { authorization: unknownKey() },
          }),
        },
        signal,
        begun,
      ).then(() => undefined),
  },
  {
    name: 'the bystander’s address tries unknown keys',
    run: ({ baseUrl }, signal, begun) =>
      holdConnections(
        {
          url: baseUrl,
          count: 30,
          from: () => '127.0.0.1',
          send: () => Array.from({ length: 100 }, () => get('/account', unknownKey())).join(''),
          reads: true,
        },
        signal,
        begun,
      ),
  },
  {
    name: 'one key pipelines paths with a fragment, a backslash and an absolute form',
    run: ({ baseUrl, attackers: [{ key, id, link }] }, signal, begun) => {
      const targets = [
        '/account#x',
        'http://elsewhere/account',
        `/content/release/${id}/${link}\\build\\events#`,
        `/content/release/${id}/${link}/build%2fevents`,
        '//account',
      ]
      const send = (index: number) => get(targets[index % targets.length] ?? '', key).repeat(50)
      return holdConnections({ url: baseUrl, count: 60, send, reads: true }, signal, begun)
    },
  },
  {
    name: 'one account with 20 keys lists its releases 64 times at once',
    async run({ baseUrl, attackers: [{ key, id, client }] }, signal, begun) {
      const keys = [key]
      while (keys.length < 20) {
        const { status, body } = await client.send<{ key: string }>('POST', '/account/keys')
        if (status !== 201) break
        keys.push(body.key)
      }
      const url = new URL(`/content/release/${id}?q=alp&limit=200`, baseUrl).href
      const next = (index: number) => ({
        method: 'GET',
        url,
        headers: { authorization: keys[index % keys.length] ?? key },
      })
      await sendRepeatedly({ concurrency: 64, next }, signal, begun)
    },
  },
  {
    name: 'one address reads the API reference, a file of the portal and unknown paths without a key as fast as it can',
    async run({ baseUrl }, signal, begun) {
      const portal = await (await fetch(new URL('/portal', baseUrl))).text()
      const [file] = /\/portal\/assets\/[^"]+\.js/.exec(portal) ?? []
      if (file === undefined) throw new Error('the page of the portal names no script')
      const paths = ['/openapi.json', '/docs', file, '/nonsense']
      const next = (index: number) => ({
        method: 'GET',
        url: new URL(paths[index % paths.length] ?? '', baseUrl).href,
        headers: {},
      })
      await sendRepeatedly({ concurrency: 64, next }, signal, begun)
    },
  },
]

/** More than the gateway accepts from one address. */
const idleCount = isSoak ? 1_500 : 1_100

/** Connections and event streams that are only held open. */
export const idleConnections: Attack[] = [
  {
    name: 'one account opens 300 event streams',
    run: ({ baseUrl, attackers: [, , { key, id, link }] }, signal, begun) =>
      holdConnections(
        { url: baseUrl, count: 300, send: () => get(`/content/release/${id}/${link}/build/events`, key), reads: true },
        signal,
        begun,
      ),
  },
  {
    name: `one address opens ${idleCount} connections and sends nothing`,
    run: ({ baseUrl }, signal, begun) =>
      holdConnections({ url: baseUrl, count: idleCount, send: () => '' }, signal, begun),
  },
]
