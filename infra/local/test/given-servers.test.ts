import { expect, test } from 'vitest'
import { givenServers } from '../src/system/given-servers.ts'

test('nothing named means nothing given', () => {
  expect(givenServers({ PATH: '/bin' })).toEqual({ databases: {} })
})

test('each server can be given by itself', () => {
  expect(
    givenServers({
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

test('values that can not be read are refused together and never taken as not given', () => {
  expect(() => givenServers({ AMQP_URL: 'broker', SMTP_URL: '', DATABASE_URL_GATEWAY: 'mysql://x' })).toThrow(
    'DATABASE_URL_GATEWAY must begin with postgres:// or postgresql://; AMQP_URL must begin with amqp:// or amqps://; ' +
      'SMTP_URL must begin with smtp:// or smtps://',
  )
})
