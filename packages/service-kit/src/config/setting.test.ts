import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { setting } from './index.ts'
import { jsonOf } from './json-of.ts'

test('every kind of setting names its type, with its bounds', () => {
  const types = [
    setting.text(),
    setting.url(),
    setting.url({ protocols: ['smtp:', 'smtps:'] }),
    setting.port(),
    setting.integer(),
    setting.integer({ min: 1 }),
    setting.integer({ max: 9 }),
    setting.integer({ min: 1, max: 9 }),
    setting.duration(),
    setting.duration({ max: '6d' }),
    setting.retention({ default: '90d' }),
    setting.oneOf(['fast', 'safe']),
    setting.flag(),
    setting.authorities(),
    setting.parsed('JSON', jsonOf(Type.Object({}))),
    setting.parsed('networks', (text) => text),
  ].map(({ type }) => type)
  expect(types).toEqual([
    'text',
    'URL: http://, https://',
    'URL: smtp://, smtps://',
    'port',
    'whole number',
    'whole number, at least 1',
    'whole number, at most 9',
    'whole number, 1 to 9',
    'duration',
    'duration, at most 6d',
    'duration, or 0: forever',
    'one of fast, safe',
    'true or false',
    'path of a PEM file',
    'JSON',
    'networks',
  ])
})

test('a setting has its default as operators write it', () => {
  expect(setting.duration({ default: '2m' })).toMatchObject({ default: '2m', absent: { value: 120_000 } })
  expect(setting.integer({ default: 7 })).toMatchObject({ default: '7', absent: { value: 7 } })
  expect(setting.flag({ default: false })).toMatchObject({ default: 'false', absent: { value: false } })
  expect(setting.text({ default: '/tmp/x', describedDefault: 'a folder' })).toMatchObject({
    describedDefault: 'a folder',
    absent: { value: '/tmp/x' },
  })
  for (const none of [setting.text({ optional: true }), setting.text({ default: '' }), setting.text()]) {
    expect(none).not.toHaveProperty('default')
  }
})

test('a duration has a longest value, and a retention of zero in any unit is forever', () => {
  const bounded = setting.duration({ max: '6d' })
  expect(bounded.read('144h')).toBe(6 * 86_400_000)
  expect(() => bounded.read('145h')).toThrow('must be at most 6d')
  const kept = setting.retention({ default: '90d' })
  expect([kept.default, kept.absent]).toEqual(['90d', { value: 90 * 86_400_000 }])
  expect(['0', '0d', '0ms', '1d'].map(kept.read)).toEqual([null, null, null, 86_400_000])
})

test('a secret is marked and may be in a file', () => {
  expect(setting.text({ description: 'A token.', secret: true })).toMatchObject({
    description: 'A token.',
    secret: true,
    mayBeInFile: true,
  })
  expect(setting.text()).not.toHaveProperty('mayBeInFile')
})
