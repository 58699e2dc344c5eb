import { expect, it } from 'vitest'
import { type BodyFormat, bodyText } from './body-text.ts'

const flowed: BodyFormat = { charset: 'utf-8', flowed: true, delSp: false }

const textOf = async (text: string, format: BodyFormat): Promise<string> => {
  const content = async function* () {
    for (let at = 0; at < text.length; at += 64 * 1024) yield Buffer.from(text.slice(at, at + 64 * 1024))
  }
  return Buffer.concat(await Array.fromAsync(bodyText(content(), format))).toString()
}

it.each([
  ['lines that end in a blank go on', 'a \r\nb\r\nc', flowed, 'a b\nc\n'],
  ['the blank is left out when the format says so', 'a \r\nb\r\nc', { ...flowed, delSp: true }, 'ab\nc\n'],
  ['an empty line ends a paragraph', 'a \r\n\r\nb', flowed, 'a \nb\n'],
  ['the last line may end in a blank', 'a\r\nb ', flowed, 'a\nb \n'],
  ['the last line above a signature may end in a blank', 'a\r\nb \r\n-- \r\nAnna', flowed, 'a\nb \n'],
] as const)('%s', async (_, text, format, expected) => {
  expect(await textOf(text, format)).toBe(expected)
})

it('joining a paragraph of half a million lines takes linear time', async () => {
  const joined = await textOf('a \r\n'.repeat(500_000), { ...flowed, delSp: true })
  expect(joined.replaceAll('\n', '')).toBe('a'.repeat(500_000))
})
