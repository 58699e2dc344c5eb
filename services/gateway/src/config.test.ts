import { ConfigError, readSettings } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import { requireStrongToken, spec } from './config.ts'

test('every setting that is missing is named at once', () => {
  expect(() => readSettings(spec, {})).toThrow(/ADMIN_TOKEN is missing/)
  expect(() => readSettings(spec, {})).toThrow(/DATABASE_URL is missing/)
})

test('an admin token that could be guessed is refused', () => {
  expect(() => requireStrongToken({ ADMIN_TOKEN: 'secret' })).toThrow(ConfigError)
})
