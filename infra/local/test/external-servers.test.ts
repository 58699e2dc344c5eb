import { expect, test } from 'vitest'
import { externalServers } from '../src/system/external-servers.ts'

test('without variables no server is external', () => {
  expect(externalServers({ PATH: '/bin' })).toEqual({ databases: {} })
})

test('each server can be external by itself', () => {
  expect(
    externalServers({
      DATABASE_URL_RELEASES: 'postgres://r@db/x',
      AMQP_URL: 'amqps://broker',
      IMAP_URL: 'imaps://mail',
      SMTP_URL: 'smtp://mail',
      OBJECT_STORE_URL: 's3://bucket',
    }),
  ).toEqual({
    databases: { releases: 'postgres://r@db/x' },
    amqpUrl: 'amqps://broker',
    imapUrl: 'imaps://mail',
    smtpUrl: 'smtp://mail',
    objectStoreUrl: 's3://bucket',
  })
})

test('all unreadable values are reported together', () => {
  expect(() => externalServers({ AMQP_URL: 'broker', SMTP_URL: '', DATABASE_URL_GATEWAY: 'mysql://x' })).toThrow(
    'DATABASE_URL_GATEWAY must begin with postgres:// or postgresql://; AMQP_URL must begin with amqp:// or amqps://; ' +
      'SMTP_URL must begin with smtp:// or smtps://',
  )
})
