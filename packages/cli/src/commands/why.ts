import { operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import { definedFields, option, positional } from '../arguments.ts'
import { reading } from '../command.ts'
import { CommandError, exitCodes } from '../command-error.ts'
import { blocks } from '../output/layout.ts'
import { incompleteNote } from './show.ts'
import { adviceOf, showAnswer } from './show-diagnosis.ts'

/** `ABC 20240001`, also as one word. */
const oidAndCode = /^([a-z0-9]{3})[\s/:-]+(\d+)$/i

export const why = reading({
  summary: 'Say why guests did not get their roadbook, and what to do',
  args: {
    question: positional('Download code, Trip Link, number, OID and code, e-mail address, or request id'),
    code: { ...positional('Download code, after an OID'), required: false },
    account: option('account', 'Only what belongs to this account, by id or OID; mails are those of all accounts'),
    lang: option('code', 'Language of the findings: de, en, es, fr, it or nl (default: en)'),
  },
  examples: [
    'guidebook why 20240001',
    'guidebook why ABC 20240001',
    'guidebook why https://guidebook.example/t/7Hq2mW9sXbKfTz4dPv3R',
    'guidebook why office@operator.example',
    'guidebook why 0199f2c4-5d1e-7aa0-9c3e-0a4d7f1b2c3d',
  ],
  async read({ question, code, account: named, lang }, session) {
    const [, oid, codeOfOid] = oidAndCode.exec(code === undefined ? question : `${question} ${code}`) ?? []
    if (code !== undefined && oid === undefined) {
      throw new CommandError('usage', 'invalid-field', 'two words must be an OID and a download code')
    }
    const accountName = named ?? oid
    const account = accountName === undefined ? undefined : (await findAccount(session, accountName)).id
    const q = codeOfOid ?? question
    const answer = await session.read(operations.diagnose, { query: { q, ...definedFields({ account, lang }) } })
    const { unknown } = answer
    const isFound = [answer.diagnoses, answer.imports, answer.mails, answer.requests].some((list) => list.length > 0)
    const { notes = [], exitCode } = incompleteNote(unknown)
    return {
      json: answer,
      show: blocks(...showAnswer(answer)),
      notes: [...adviceOf(answer), ...notes],
      exitCode: exitCode ?? (isFound ? exitCodes.done : exitCodes.notFound),
    }
  },
})
