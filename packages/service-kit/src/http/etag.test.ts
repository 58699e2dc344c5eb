import { describe, expect, test } from 'vitest'
import { etagOf, isKnownToClient, requireMatch, requireOwnMatch, tagWithOthers } from './etag.ts'

const tag = etagOf({ a: 1 })

describe('entity tags', () => {
  test('equal representations have equal tags, different ones different tags', () => {
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect(etagOf({ a: 1 })).toBe(tag)
    expect(etagOf({ a: 2 })).not.toBe(tag)
  })

  test.each([[undefined], ['*'], [tag], [`"x", ${tag}`]])('If-Match %s passes', (header) => {
    expect(() => requireMatch({ headers: header === undefined ? {} : { 'if-match': header } }, tag)).not.toThrow()
  })

  test.each(['"other"', `W/${tag}`, 'no tag at all', ''])('If-Match %s is refused', (header) => {
    expect(() => requireMatch({ headers: { 'if-match': header } }, tag)).toThrow(
      expect.objectContaining({ code: 'precondition-failed', status: 412 }),
    )
  })

  test.each([['*'], [tag], [`W/${tag}`], [`"x",${tag}`]])('If-None-Match %s is known', (header) => {
    expect(isKnownToClient({ 'if-none-match': header }, tag)).toBe(true)
  })

  test('If-Match can compare the own state alone, If-None-Match compares all', () => {
    const sent = `"${tagWithOthers('v7', 1)}"`
    const current = tagWithOthers('v7', 2)
    expect(isKnownToClient({ 'if-none-match': sent }, current)).toBe(false)
    expect(() => requireMatch({ headers: { 'if-match': sent } }, current)).toThrow()
    expect(() => requireOwnMatch({ headers: { 'if-match': `"x", ${sent}` } }, 'v7')).not.toThrow()
    expect(() => requireOwnMatch({ headers: { 'if-match': sent } }, 'v8')).toThrow()
    expect(() => requireOwnMatch({ headers: {} }, 'v8')).not.toThrow()
  })

  test('a version without quotes is the tag with them', () => {
    expect(isKnownToClient({ 'if-none-match': '"v7"' }, 'v7')).toBe(true)
    expect(isKnownToClient({ 'if-none-match': '"v8"' }, 'v7')).toBe(false)
  })
})
