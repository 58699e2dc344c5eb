import { expect, it } from 'vitest'
import { contentDisposition } from './trip-file.ts'

it('a file’s name is sent in any script, together with an ASCII form for older clients', () => {
  expect(contentDisposition('inline', 'Überblick.pdf')).toBe(
    `inline; filename="Uberblick.pdf"; filename*=UTF-8''%C3%9Cberblick.pdf`,
  )
  expect(contentDisposition('attachment', '山.zip')).toBe(
    `attachment; filename="_.zip"; filename*=UTF-8''%E5%B1%B1.zip`,
  )
})

it('nothing in a name can end the header or lead to another folder', () => {
  const header = contentDisposition('inline', 'a"b\r\nSet-Cookie: x/../c\\d\ud800.pdf')
  expect(header).toMatch(/^[\x20-\x7e]+$/)
  expect(header.match(/"/g)).toHaveLength(2)
  expect(header).not.toMatch(/[/\\]/)
})
