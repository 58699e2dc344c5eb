/**
 * `maxLength` and `minLength` of JSON Schema. A character has one or two UTF-16 units: characters are counted only if the number of units leaves it
 * open. Ajv counts every text, which dominates the time for long ones.
 */
import { _, type CodeKeywordDefinition } from 'ajv/dist/2020.js'

const countCharacters = (text: string): number => {
  let count = 0
  for (const _character of text) count++
  return count
}

const isLonger = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || countCharacters(text) > most)

const isShorter = (text: string, least: number): boolean =>
  text.length < least || (text.length < 2 * least && countCharacters(text) < least)

export const textLength: CodeKeywordDefinition = {
  keyword: ['maxLength', 'minLength'],
  type: 'string',
  schemaType: 'number',
  error: { message: 'has a wrong length', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
  code(context) {
    const isBroken = context.gen.scopeValue('func', { ref: context.keyword === 'maxLength' ? isLonger : isShorter })
    context.fail(_`${isBroken}(${context.data}, ${context.schemaCode})`)
  },
}
